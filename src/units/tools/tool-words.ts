import { fileURLToPath } from "node:url";
import { closing } from "../../shell/shell-commands.ts";

/** A place that a word may name. */
export interface NamedPlace {
  readonly path: string;
  /** Whether it starts with something that only running can tell, such as `$DIR`. */
  readonly isPartial: boolean;
  /** Whether this word or the one before it says that the tool writes there. */
  readonly isOutput: boolean;
}

/** Options that say where a tool writes, for any tool. */
const OUTPUT = new RegExp(
  `^--?(?:${[
    "out|output|out-?(?:file|dir)|output-?(?:file|dir|path)",
    "cache-?(?:location|file|dir)|tsbuildinfofile",
    "coverage-?(?:dir|directory)|reports-?dir(?:ectory)?|cov-report",
    "junit-?(?:xml|file)|log-junit|json-report-file|test-reporter-destination",
  ].join("|")})(?:\\.\\w+)?(?:=|$)`,
  "i",
);
/** Options that say so for some tools and mean something else for others: `unzip -o` overwrites, `grep -o` prints. */
const OUTPUT_OF: readonly { readonly option: RegExp; readonly tools: ReadonlySet<string> }[] = [
  {
    option: /^-o(?:=|$)/,
    tools: new Set(
      "eslint curl go gcc g++ cc c++ clang clang++ ld rustc swc babel esbuild terser pandoc redocly json2ts".split(
        " ",
      ),
    ),
  },
  { option: /^--?coverprofile(?:=|$)/, tools: new Set(["go", "ginkgo"]) },
];
const QUOTED = /(["'`])([^"'`\s]+)\1/g;

/**
 * Everything that the words of a command could mean as a place: the word, what follows its `=`, the parts of a list, the
 * value attached to a short option, and strings in code.
 */
export function placesIn(words: readonly string[], command = ""): readonly NamedPlace[] {
  const tools = [command, ...words];
  const own = OUTPUT_OF.filter((each) =>
    tools.some((tool) => each.tools.has(tool.slice(tool.lastIndexOf("/") + 1))),
  );
  const saysOutput = (word: string): boolean =>
    OUTPUT.test(word) || own.some(({ option }) => option.test(word));
  return words.flatMap((word, at) => {
    if (word === "" || word === "." || word.includes("{files}")) return [];
    const before = words[at - 1] ?? "";
    const isOutput = saysOutput(word) || (saysOutput(before) && !before.includes("="));
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

/** What follows the last part of a word that only running can tell; the whole word if there is no such part. */
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
  if (word[at + 1] === "(") {
    const end = closing(word, at + 2);
    return end === -1 ? word.length : end + 1;
  }
  if (word[at + 1] === "{") return word.includes("}", at) ? word.indexOf("}", at) + 1 : null;
  const name = /^\$(?:\w+|[@*#?])/.exec(word.slice(at, at + 200));
  return name === null ? null : at + name[0].length;
}
