import { fileURLToPath } from "node:url";
import { closing } from "./script-words.ts";

/** A place that a word may name. */
export interface NamedPlace {
  readonly path: string;
  /** Whether it begins with something that only running can tell, such as `$DIR`. */
  readonly isPartial: boolean;
  /** Whether the word before it, or it, says that the tool writes there. */
  readonly isOutput: boolean;
}

/** Options that say where a tool writes. */
const OUTPUT = new RegExp(
  `^--?(?:${[
    "out|output|out-?(?:file|dir)|output-?(?:file|dir|path)",
    "cache-?(?:location|file|dir)|tsbuildinfofile",
    "(?:report|log)-?(?:file|dir|path)|junit-?xml|coverprofile|coverage-?(?:dir|directory)|reports-?dir(?:ectory)?",
  ].join("|")})(?:\\.\\w+)?(?:=|$)`,
  "i",
);
const QUOTED = /(["'`])([^"'`\s]+)\1/g;

/**
 * All that the words of a command could mean as a place: the word, what follows its `=`, the parts of a
 * list, the value that hangs on a short option, and strings in a text of code.
 */
export function placesIn(words: readonly string[]): readonly NamedPlace[] {
  return words.flatMap((word, at) => {
    if (word === "" || word === "." || word.includes("{files}")) return [];
    const before = words[at - 1] ?? "";
    // `-O` is something else: Python takes it for speed.
    const isOutput = OUTPUT.test(word) || before === "-o" || (OUTPUT.test(before) && !before.includes("="));
    return [...new Set(meaningsOf(word))].map((path) => {
      const known = knownEnd(path);
      return known === path
        ? { path, isPartial: false, isOutput }
        : { path: known, isPartial: true, isOutput };
    });
  });
}

function meaningsOf(word: string): readonly string[] {
  const parts = word.length < 4096 ? word.split(/[=,:;]/) : [];
  const hanging = /^-[A-Za-z](.+)$/s.exec(word)?.[1];
  const strings = [...word.matchAll(QUOTED)].map((match) => match[2] as string);
  const modules = /^[\w.]+$/.test(word) && word.includes(".") ? [`${word.replaceAll(".", "/")}.py`] : [];
  const all = [word, word.slice(word.indexOf("=") + 1), ...parts, ...strings, ...modules];
  if (hanging !== undefined) all.push(hanging);
  if (word.startsWith("@")) all.push(word.slice(1));
  const urls = all.flatMap((each) => (each.startsWith("file://") ? [pathOf(each)] : []));
  return [...all, ...urls].filter((each) => each !== "" && each !== "." && each.length < 4096);
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return "";
  }
}

/** What follows the last thing in a word that only running can tell; all of it where there is none. */
export function knownEnd(word: string): string {
  let end = 0;
  for (let at = 0; at < word.length; at++) {
    const dynamic = dynamicEnd(word, at);
    if (dynamic === null) continue;
    end = dynamic;
    at = dynamic - 1;
  }
  return word.slice(end);
}

function dynamicEnd(word: string, at: number): number | null {
  if (word[at] === "`") {
    const tick = word.indexOf("`", at + 1);
    return tick === -1 ? null : tick + 1;
  }
  if (word[at] !== "$") return null;
  if (word[at + 1] === "(") return (closing(word, at + 1) ?? word.length - 1) + 1;
  if (word[at + 1] === "{") return word.includes("}", at) ? word.indexOf("}", at) + 1 : null;
  const name = /^\$(?:\w+|[@*#?])/.exec(word.slice(at, at + 200));
  return name === null ? null : at + name[0].length;
}
