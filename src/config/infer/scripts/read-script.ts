import { hasWildcard } from "../../../paths/glob.ts";

/** One word of a script. */
export interface ScriptWord {
  readonly text: string;
  /** Whether a shell would expand it: it contains an unquoted pattern. */
  readonly isPattern: boolean;
}

/** One command of a script, with the variables that are set only for it. */
export interface ScriptCommand {
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly [ScriptWord, ...ScriptWord[]];
  /** As the script has it; null if it was put together. */
  readonly text: string | null;
}

/** Words that only a shell understands, and that begin a command. */
const SHELL_WORDS = new Set(
  "if then else fi for while until do done case esac function export set unset source . exit eval exec trap [ [[ ! { }".split(
    " ",
  ),
);

/**
 * The commands of a script that run one after the other, as long as each succeeds. Null if the text does anything else:
 * a pipe, a redirection, a variable, `||`. Then only a shell knows what it means.
 */
export function readScript(text: string): readonly ScriptCommand[] | null {
  const commands: ScriptCommand[] = [];
  let words: ScriptWord[] = [];
  let from = 0;
  const end = (to: number): boolean => {
    const command = toCommand(words, text.slice(from, to).trim());
    words = [];
    if (command !== null) commands.push(command);
    return command !== null && !SHELL_WORDS.has(command.words[0].text);
  };
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const gap = /^[^\S\n]+/.exec(rest)?.[0];
    const join = /^(?:&&|;|\n)\s*/.exec(rest)?.[0];
    if (gap !== undefined) at += gap.length;
    else if (join !== undefined) {
      const to = at;
      at += join.length;
      // An operator at the very end joins nothing.
      if (words.length > 0 ? !end(to) : at < text.length) return null;
      from = at;
    } else {
      const read = readWord(rest);
      if (read === null) return null;
      words.push(read.word);
      at += read.length;
    }
  }
  if (words.length > 0 && !end(text.length)) return null;
  return commands.length === 0 || /&&\s*$/.test(text) ? null : commands;
}

const EXPANSION = /^\$[\w({@*#?!$-]/;

function readWord(text: string): { readonly word: ScriptWord; readonly length: number } | null {
  let word = "";
  let isPattern = false;
  let quote = "";
  let at = 0;
  for (; at < text.length; at++) {
    const char = text[at] as string;
    const next = text[at + 1];
    if (quote !== "'" && (char === "`" || EXPANSION.test(text.slice(at, at + 2)))) return null;
    if (quote !== "" && char === quote) quote = "";
    else if (quote === "" && (char === "'" || char === '"')) quote = char;
    else if (
      char === "\\" &&
      quote !== "'" &&
      next !== undefined &&
      (quote === "" || '"\\$`'.includes(next))
    ) {
      // A backslash at the end of a line joins two lines.
      if (next === "\n") return null;
      word += next;
      at++;
    } else if (quote !== "") word += char;
    else if (/[|&<>()]/.test(char) && !text.startsWith("&&", at)) return null;
    else if (/[\s;&]/.test(char)) break;
    else {
      if (char === "#" && word === "") return null;
      isPattern ||= hasWildcard(char);
      word += char;
    }
  }
  return quote === "" ? { word: { text: word, isPattern }, length: at } : null;
}

function toCommand(words: readonly ScriptWord[], text: string): ScriptCommand | null {
  const at = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const [first, ...rest] = at === -1 ? [] : words.slice(at);
  if (first === undefined) return null;
  const env = Object.fromEntries(words.slice(0, at).map(({ text }) => splitAssignment(text)));
  return { env, words: [first, ...rest], text };
}

/** Both parts of `A=b`. */
export function splitAssignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}
