/** One simple command in a shell script, as far as it can be seen without running a shell. */
export interface SimpleCommand {
  readonly type: "command";
  /** The command and its arguments without quotes. A `<` precedes a file that is read. */
  readonly words: readonly string[];
  /** `A=1` before the command, or alone. */
  readonly assignments: readonly string[];
}

/** A command, or the start or end of a subshell. */
export type ShellStep = SimpleCommand | { readonly type: "open" } | { readonly type: "close" };

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** Words that precede a command, or appear alone, and start nothing. */
const KEYWORDS = new Set("if then elif else fi while until do done ! { } esac coproc".split(" "));
const HERE_DOCUMENT = /^<<-?[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|\\?([^\s;|&<>()"']+))/;

/** Whether a word sets a variable for the command after it. */
export function isAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

/** The words of a text that contains no commands, such as a variable with options. */
export function splitWords(text: string): readonly string[] {
  return stepsOf(text).flatMap((step) =>
    step.type === "command" ? [...step.assignments, ...step.words] : [],
  );
}

/**
 * The commands that a shell script starts, in order: `A=1 eslint . && tsc` starts eslint and tsc. Substitutions (`$(...)`)
 * and here-documents are read as shell scripts too. An unclosed quote is an ordinary character.
 */
export function stepsOf(script: string): readonly ShellStep[] {
  return new Reader(script).read();
}

/** Reads a script once, from start to end. */
class Reader {
  readonly #text: string;
  readonly #steps: ShellStep[] = [];
  #at = 0;
  #words: string[] = [];
  #word: string | undefined;
  /** What the next word is: an argument, a file that is read, or a file that is written and so is not an input. */
  #next: "argument" | "input" | "output" = "argument";
  #documents: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly ShellStep[] {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at] as string);
    this.#endCommand();
    return this.#steps;
  }

  #step(char: string): void {
    if (char === "\\") this.#escape();
    else if (char === "'") this.#quoted(this.#text.indexOf("'", this.#at + 1));
    else if (char === '"') this.#quoted(this.#closingQuote());
    else if (char === "`" || this.#isAhead("$(") || this.#isAhead("<(") || this.#isAhead(">("))
      this.#substitution();
    else if (char === "#" && this.#word === undefined) this.#skipTo("\n");
    else if (char === "\n") this.#endLine();
    else if (/\s/.test(char)) this.#advance(() => this.#endWord());
    else if (char === ">" || this.#isAhead("&>")) this.#redirectOut();
    else if (char === "<") this.#redirectIn();
    else if (";|&".includes(char)) this.#advance(() => this.#endCommand());
    else if (char === "(" || char === ")")
      this.#advance(() => {
        this.#endCommand();
        this.#steps.push({ type: char === "(" ? "open" : "close" });
      });
    else this.#append(char, 1);
  }

  #isAhead(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #advance(action: () => void): void {
    action();
    this.#at++;
  }

  #append(text: string, length: number): void {
    this.#word = (this.#word ?? "") + text;
    this.#at += length;
  }

  #skipTo(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #escape(): void {
    const next = this.#text[this.#at + 1];
    if (next === "\n") this.#at += 2;
    else this.#append(next ?? "\\", 2);
  }

  /** Reads the text between the quotes, and the substitutions in it. */
  #quoted(end: number): void {
    const quote = this.#text[this.#at] as string;
    if (end === -1) return this.#append(quote, 1);
    const inner = this.#text.slice(this.#at + 1, end);
    if (quote === '"') for (const text of substitutionsOf(inner)) this.#nest(text);
    this.#append(quote === '"' ? inner.replaceAll(/\\(["\\$`\n])/g, "$1") : inner, inner.length + 2);
  }

  #closingQuote(): number {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      if (this.#text[at] === "\\") at++;
      else if (this.#text.startsWith("$(", at)) at = closing(this.#text, at + 1) ?? at;
      else if (this.#text[at] === '"') return at;
    }
    return -1;
  }

  #substitution(): void {
    const isTick = this.#text[this.#at] === "`";
    const tick = this.#text.indexOf("`", this.#at + 1);
    const end = isTick ? (tick === -1 ? null : tick) : closing(this.#text, this.#at + 1);
    if (end === null) return this.#append(this.#text[this.#at] as string, 1);
    this.#nest(this.#text.slice(this.#at + (isTick ? 1 : 2), end));
    this.#append(this.#text.slice(this.#at, end + 1), end + 1 - this.#at);
  }

  #nest(text: string): void {
    this.#steps.push({ type: "open" }, ...stepsOf(text), { type: "close" });
  }

  #redirectOut(): void {
    if (/^\d+$/.test(this.#word ?? "")) this.#word = undefined;
    this.#endWord();
    this.#at += /^(?:&>>?|>[>|&]?)/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0].length ?? 1;
    this.#next = "output";
  }

  #redirectIn(): void {
    if (/^\d+$/.test(this.#word ?? "")) this.#word = undefined;
    this.#endWord();
    const document = HERE_DOCUMENT.exec(this.#text.slice(this.#at, this.#at + 200));
    if (this.#isAhead("<<<")) this.#at += 3;
    else if (document !== null) {
      this.#documents.push(document[1] ?? document[2] ?? document[3] ?? "");
      this.#at += document[0].length;
    } else {
      this.#at += this.#isAhead("<&") || this.#isAhead("<>") ? 2 : 1;
      this.#next = "input";
    }
  }

  #endLine(): void {
    this.#endCommand();
    this.#at++;
    for (const mark of this.#documents.splice(0)) {
      const lines = this.#text.slice(this.#at).split("\n");
      const end = lines.findIndex((line) => line.trim() === mark);
      const body = lines.slice(0, end === -1 ? undefined : end).join("\n");
      this.#nest(body);
      this.#at += body.length + (end === -1 ? 0 : 1 + (lines[end] ?? "").length);
    }
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    if (this.#next === "input") this.#words.push("<", this.#word);
    else if (this.#next === "argument") this.#words.push(this.#word);
    this.#next = "argument";
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#endWord();
    this.#next = "argument";
    const all = this.#words.splice(0);
    const start = all.findIndex((word) => !KEYWORDS.has(word) && !isAssignment(word));
    const words = start === -1 ? [] : all.slice(start);
    const assignments = all.slice(0, start === -1 ? undefined : start).filter(isAssignment);
    if (words.length + assignments.length > 0) this.#steps.push({ type: "command", words, assignments });
  }
}

/** The substitutions in a text between double quotes. */
function substitutionsOf(text: string): readonly string[] {
  const found: string[] = [...text.matchAll(/`([^`]*)`/g)].map((match) => match[1] as string);
  for (let at = text.indexOf("$("); at !== -1; at = text.indexOf("$(", at)) {
    const end = closing(text, at + 1);
    if (end !== null) found.push(text.slice(at + 2, end));
    at = (end ?? at) + 1;
  }
  return found;
}

/** The offset of the parenthesis that closes the one at `open`; null if there is none. Ignores quotes. */
export function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return null;
}
