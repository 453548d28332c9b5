/** No field has a longer value before the text in question. */
const FARTHEST = 4000;
const MOST = 2;
/** No configuration has as many. */
const MOST_CONSTANTS = 100;
const MOST_USES = 100;
const NAME = /(?:([\w$]+)|"([^"\n]+)"|'([^'\n]+)')\s*$/;
const CONSTANT = /(\bexport\s+)?\bconst\s+([\w$]+)\s*(?::[^=;]*)?$/;
const CALLEE = /(?:([\w$]+)|[)\]])\s*$/;
const STRING_OR_COMMENT =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*(?:`|$))|\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*$)/g;
const STATEMENT = /(?<![\w$.])(?:return|export|default|import|throw|yield|else|do|of|in|case)$/;
/** Calls that make a name from names, and read nothing from the disk. */
const NAMING = /^(?:resolve|join|normalize|dirname|fileURLToPath|URL)$/;

/**
 * Gives the names of the object fields around the text at an offset, from the inside out. A constant counts where it is
 * used. Empty if it may mean anything: it is in no field, or is passed to some function.
 */
export function createFieldsAt(written: string): (offset: number) => readonly string[] {
  const text = written.replaceAll(STRING_OR_COMMENT, (found, string: string | undefined) =>
    string === undefined ? found.replaceAll(/[^\n]/g, " ") : found,
  );
  const uses = new Map<string, readonly string[]>();
  const usesOf = (name: string): readonly string[] => {
    const known = uses.get(name);
    if (known !== undefined || uses.size === MOST_CONSTANTS) return known ?? [];
    // A constant that uses itself is used in no field.
    uses.set(name, []);
    const places = findUses(text, name);
    const isKnown = places.length <= MOST_USES && places.every(({ isWhole }) => isWhole);
    const found = isKnown ? places.map(({ offset }) => fieldsAt(offset)) : [];
    const isField = isKnown && found.every((fields) => fields.length > 0);
    const all = isField ? [...new Set([name, ...found.flat()])] : [];
    uses.set(name, all);
    return all;
  };
  const fieldsAt = (offset: number): readonly string[] => {
    const { fields, assigned } = walkOut(text, offset);
    const [, exported, name] = assigned === null ? [] : (CONSTANT.exec(before(text, assigned)) ?? []);
    if (name === undefined || exported !== undefined) return fields;
    return [...fields, ...usesOf(name)];
  };
  return fieldsAt;
}

/** Walks backwards over the preceding parts of lists and calls, and ignores strings. */
function walkOut(
  text: string,
  offset: number,
): { readonly fields: readonly string[]; readonly assigned: number | null } {
  const fields: string[] = [];
  const first = Math.max(0, offset - FARTHEST);
  let depth = 0;
  let isBeside = false;
  // Whether the last field may be the second of two choices: `a ? b : c`.
  let isChoice = false;
  let isInObject = false;
  let isCalled = false;
  for (let at = offset - 1; at >= first && (fields.length < MOST || isChoice); at--) {
    const char = text[at];
    if (char === ")" || char === "]" || char === "}") depth++;
    else if (char === "(" || char === "[" || char === "{") {
      if (depth > 0) {
        depth--;
        continue;
      }
      if (char === "(" && isTaken(before(text, at))) {
        if (fields.length === 0 && !isInObject) break;
        isCalled = true;
      }
      isInObject ||= char === "{" && text[at - 1] !== "$";
      isBeside = false;
      isChoice = false;
    } else if (depth > 0) continue;
    else if (char === ",") {
      isBeside = true;
      isChoice = false;
    } else if (char === "?" && isChoice && text[at + 1] !== ".") {
      fields.pop();
      isBeside = false;
      isChoice = false;
    } else if (char === ":" && !isBeside) {
      const [, bare, double, single] = NAME.exec(before(text, at)) ?? [];
      const name = bare ?? double ?? single;
      if (name === undefined) break;
      fields.push(name);
      // What precedes it in the same object is a sibling.
      isBeside = true;
      isChoice = true;
    } else if (char === ";" || isStart(text, at)) break;
    else if (char === "=" && text[at + 1] !== ">")
      return { fields, assigned: isCalled && fields.length === 0 ? null : at };
  }
  return { fields, assigned: null };
}

const A = 97;
const Z = 122;

/** Whether a word that starts a statement ends there: what precedes it is unrelated. */
function isStart(text: string, at: number): boolean {
  // Most characters are no letters, or have a letter after them: seen without an expression, because this is asked often.
  const letter = text.charCodeAt(at);
  if (letter < A || letter > Z) return false;
  const next = text.charCodeAt(at + 1);
  const isEnd = !(next >= A && next <= Z) && /[\s([{]/.test(text[at + 1] ?? "");
  return isEnd && STATEMENT.test(text.slice(Math.max(0, at - 10), at + 1));
}

/** Whether the called function may do anything with its argument. */
function isTaken(text: string): boolean {
  const found = CALLEE.exec(text);
  return found !== null && (found[1] === undefined || !NAMING.test(found[1]));
}

function before(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - 200), offset);
}

/** Where a constant is used, and whether directly: before a dot or a bracket, something is done with it. */
function findUses(text: string, name: string): readonly { offset: number; isWhole: boolean }[] {
  const written = name.replaceAll("$", String.raw`\$`);
  const word = new RegExp(`(?<![\\w$"'\`-])(?<!\\bconst\\s+)${written}(?![\\w$-])`, "g");
  return [...text.matchAll(word)].flatMap(({ index }) => {
    const [next = ""] = /\S/.exec(text.slice(index + name.length)) ?? [];
    const isKey = next === ":" && /[{,]\s*$/.test(before(text, index));
    return isKey || isProse(text, index) ? [] : [{ offset: index, isWhole: /[,}\])]/.test(next) }];
  });
}

/** Whether an offset is in a string or a comment, judging by its line. Templates contain code, so they count. */
function isProse(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset) + 1, offset);
  const rest = line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/\*.*?\*\//g, "");
  const [opened] = /["'`]|(?<!\S)\/\/|\/\*/.exec(rest) ?? [];
  if (opened === undefined || opened === "`") return false;
  const end = text.indexOf("\n", offset);
  return opened.startsWith("/") || text.slice(offset, end === -1 ? undefined : end).includes(opened);
}
