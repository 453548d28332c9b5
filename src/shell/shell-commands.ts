/** A word of a command; null if only running it can tell. */
export type ShellWord = string | null;

export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** What it reads instead of the keyboard: files, or null for a text in the script itself. */
  readonly inputs: readonly ShellWord[];
  /** The words as they are written, without quotes: `$DIR/a.mjs`. A `<` precedes a file that is read. */
  readonly written: readonly string[];
  /** `A=1` before the command, or alone, as it is written. */
  readonly assignments: readonly string[];
  readonly offset: number;
}

/** The limit for texts in texts; nobody writes deeper ones. */
const MAX_DEPTH = 12;
/** Longer values are not inserted: they could double each other endlessly. */
const LONGEST_VALUE = 300;
const BLANK = /[ \t\r]/;
const HERE_DOCUMENT = /<<-?[ \t]*(["']?)([\w-]+)\1/y;
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;
const VARIABLE = /\$(?:(\w+)|\{(\w+)\})/y;

export interface Commands {
  readonly commands: readonly ShellCommand[];
  /** False if the text ends unexpectedly, or nests too deeply. */
  readonly isComplete: boolean;
}

/** The position of a text inside another. */
interface Outer {
  readonly base: number;
  readonly depth: number;
  readonly variables: Map<string, string>;
  /** Names of variables that have one value throughout. */
  readonly constants: ReadonlySet<string>;
}

/**
 * Splits a shell text into its commands, including those in substitutions. Inserts variables that have one fixed value.
 */
export function splitCommands(text: string, outer?: Outer): Commands {
  const { base, depth, variables, constants } = outer ?? {
    base: 0,
    depth: 0,
    variables: new Map<string, string>(),
    constants: findConstants(text),
  };
  const commands: ShellCommand[] = [];
  let isComplete = depth < MAX_DEPTH;
  let words: ShellWord[] = [];
  let inputs: ShellWord[] = [];
  let written: string[] = [];
  let assignments: string[] = [];
  let word: { text: string; written: string; isKnown: boolean } | undefined;
  let redirect: "in" | "out" | undefined;
  let started = 0;
  let at = 0;
  let opened = 0;
  /** The number of open `case` statements, and whether words are patterns of one: patterns name nothing. */
  let cases = 0;
  let isCompared = false;
  const pending: string[] = [];

  const add = (piece: string): void => {
    if (word === undefined && words.length === 0) started = at;
    const { text: before = "", written: as = "", isKnown = true } = word ?? {};
    word = { text: before + piece, written: as + piece, isKnown };
  };
  /** Adds a part that only running can tell. */
  const hide = (part: string): void => {
    add("");
    if (word !== undefined) word = { ...word, written: word.written + part, isKnown: false };
  };
  const endWord = (): void => {
    if (word === undefined) return;
    const ended: ShellWord = word.isKnown ? word.text : null;
    const assigned = ASSIGNMENT.exec(word.text);
    if (assigned !== null && words.length === 0 && redirect === undefined) {
      const [whole, name = ""] = assigned;
      assignments.push(word.written);
      const isConstant = ended !== null && ended.length <= LONGEST_VALUE && constants.has(name);
      if (isConstant) variables.set(name, ended.slice(whole.length));
    } else if (redirect === "in") {
      inputs.push(ended);
      written.push("<", word.written);
    } else if (redirect === undefined) {
      words.push(ended);
      written.push(word.written);
    }
    word = undefined;
    redirect = undefined;
    if (words.at(-3) === "case" && words.at(-1) === "in") {
      cases += 1;
      isCompared = true;
      words = [];
      written = [];
    } else if (words.at(-1) === "esac") {
      cases -= 1;
      isCompared = false;
      words = [];
      written = [];
    }
  };
  const endCommand = (): void => {
    endWord();
    if (isCompared) {
      words = [];
      written = [];
    }
    if (words.length + inputs.length + assignments.length > 0)
      commands.push({ words, inputs, written, assignments, offset: base + started });
    words = [];
    inputs = [];
    written = [];
    assignments = [];
  };
  const nest = (end: number, from: number): void => {
    if (end === -1) isComplete = false;
    const inside = text.slice(from, end === -1 ? text.length : end);
    const inner = splitCommands(inside, { base: base + from, depth: depth + 1, variables, constants });
    commands.push(...inner.commands);
    isComplete &&= inner.isComplete;
    const after = end === -1 ? text.length : end + 1;
    hide(text.slice(at, after));
    at = after;
  };
  const dollar = (): void => {
    if (text[at + 1] === "(") return nest(depth < MAX_DEPTH ? closing(text, at + 2) : -1, at + 2);
    VARIABLE.lastIndex = at;
    const named = VARIABLE.exec(text);
    const value = named === null ? null : (variables.get(named[1] ?? named[2] ?? "") ?? null);
    const brace = text[at + 1] === "{" && named === null ? text.indexOf("}", at) : -1;
    const after = named !== null ? at + named[0].length : brace === -1 ? at + 1 : brace + 1;
    if (value === null) hide(text.slice(at, after));
    else add(value);
    at = after;
  };
  const quoted = (): void => {
    add("");
    at += 1;
    while (at < text.length && text[at] !== '"') {
      if (text[at] === "\\") {
        add(text[at + 1] ?? "");
        at += 2;
      } else if (text[at] === "$") dollar();
      else if (text[at] === "`") nest(text.indexOf("`", at + 1), at + 1);
      else {
        add(text[at] as string);
        at += 1;
      }
    }
    if (at >= text.length) isComplete = false;
    at += 1;
  };

  while (isComplete && at < text.length) {
    const char = text[at] as string;
    if (char === "\\") {
      if (text[at + 1] !== "\n") add(text[at + 1] ?? "");
      at += 2;
    } else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1) isComplete = false;
      add(text.slice(at + 1, end));
      at = end + 1;
    } else if (char === '"') quoted();
    else if (char === "$") dollar();
    else if (char === "`") nest(text.indexOf("`", at + 1), at + 1);
    else if (BLANK.test(char)) {
      endWord();
      at += 1;
    } else if (char === "#" && word === undefined) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (char === "<" || char === ">") {
      HERE_DOCUMENT.lastIndex = at;
      const document = HERE_DOCUMENT.exec(text);
      if (word !== undefined && /^\d+$/.test(word.text)) word = undefined;
      endWord();
      if (document !== null && text[at + 2] !== "<") {
        pending.push(document[2] as string);
        inputs.push(null);
        at += document[0].length;
      } else {
        redirect = char === "<" && text[at + 1] !== "(" ? "in" : "out";
        at += /^(?:<<<|>>|[<>]&|>\||<>|[<>])/.exec(text.slice(at, at + 3))?.[0].length ?? 1;
      }
    } else if (char === "\n") {
      endCommand();
      at += 1;
      for (const name of pending.splice(0)) {
        const end = endOfDocument(text, at, name);
        if (end === -1) isComplete = false;
        at = end === -1 ? text.length : end;
      }
    } else if (";|&(){}".includes(char) && !(/[{}]/.test(char) && word !== undefined)) {
      const wasOpened = opened > 0;
      const defines = char === "(" && word !== undefined && text[at + 1] === ")";
      if (defines) add("()");
      else if (char === "(") opened += 1;
      else if (char === ")" && wasOpened) opened -= 1;
      endCommand();
      if (char === ")" && !wasOpened) isCompared = false;
      if (text.startsWith(";;", at)) isCompared = cases > 0;
      at += defines ? 2 : 1;
    } else {
      add(char);
      at += 1;
    }
  }
  endCommand();
  return { commands, isComplete };
}

/** Variables that are set once, at the start of a line, and in no other way. */
function findConstants(text: string): ReadonlySet<string> {
  const constants = new Set<string>();
  if (/\b(?:read|getopts|mapfile|readarray|eval)\b|\bprintf\s+-v/.test(text)) return constants;
  const times = new Map<string, number>();
  for (const [, name = ""] of text.matchAll(
    /(?<!\w)(?:for\s+(?=\w+\s+in\b)|select\s+)?(\w+)(?:\+?=|\s+in\b)/g,
  ))
    times.set(name, (times.get(name) ?? 0) + 1);
  for (const [, name = ""] of text.matchAll(/^(?:(?:readonly|export)\s+)?(\w+)=/gm))
    if (times.get(name) === 1) constants.add(name);
  return constants;
}

/** Whether a word sets a variable for the command after it. */
export function isAssignment(word: string): boolean {
  return ASSIGNMENT.test(word);
}

/** The words of a text that contains no commands, such as a variable with options. */
export function splitWords(text: string): readonly string[] {
  return splitCommands(text).commands.flatMap(({ assignments, written }) => [...assignments, ...written]);
}

/** The position of the bracket that closes the one opened before `from`; -1 if there is none. */
export function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1) return -1;
      at = end;
    } else if (char === "(") depth += 1;
    else if (char === ")" && --depth === 0) return at;
  }
  return -1;
}

function endOfDocument(text: string, from: number, name: string): number {
  for (let at = from; at < text.length;) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end);
    if (line.trim() === name) return end === -1 ? text.length : end;
    if (end === -1) return -1;
    at = end + 1;
  }
  return -1;
}
