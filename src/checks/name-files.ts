import { posix } from "node:path";
import { FILES } from "../vocabulary/check/check.ts";
import type { FileTaker } from "../vocabulary/check/tool.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** How a tool reads an argument that is meant to name a file. */
interface Naming {
  /**
   * `path`: as a name, at least where such a file exists. `glob`: as a pattern, in which a backslash takes the meaning
   * from a character. `regex`: as a regular expression that matches parts of paths. `colon`: as a pattern, and after a
   * colon as a name.
   */
  readonly reads: "path" | "glob" | "regex" | "colon";
  /** Names that it cannot be given: it would read them as something else, and look at other files or at none. */
  readonly refuses?: RegExp;
}

const BY_PATH: Naming = { reads: "path" };
/** Tools that read names as patterns and leave no way to say that a name is not a pattern. */
const BY_PATTERN: Naming = { reads: "path", refuses: /[*?[\]{}()!\\]/ };
/** From Node.js 21 on they are patterns, and one that matches nothing is no mistake; before, they were names. */
const BY_NODE: Naming = { reads: "path", refuses: /[[\]{}\\]|[@+!?*]\(/ };

/**
 * The tools that read names in a way of their own, each tried with real files. All others are given paths. That is right
 * for eslint, oxlint, biome, oxfmt, tsc, mocha, markdownlint and standard: each takes the file that exists.
 */
const NAMINGS: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ["ava", { reads: "glob" }],
  ["cspell", { reads: "glob", refuses: /:|^\s|\s$/ }],
  ["jasmine", { reads: "glob", refuses: /\\/ }],
  ["jest", { reads: "regex" }],
  ["playwright", { reads: "regex" }],
  ["markdownlint-cli2", { reads: "colon" }],
  // `./!a` is an exclusion to it, as `!a` is.
  ["prettier", { reads: "path", refuses: /^!/ }],
  ["stylelint", { reads: "path", refuses: /\\/ }],
  // A number after a colon is a line.
  ["vitest", { reads: "path", refuses: /:\d+$/ }],
  ["rspec", { reads: "path", refuses: /:\d+$|\[[\d:,]+\]$/ }],
  // What follows two colons is a test.
  ["pytest", { reads: "path", refuses: /::/ }],
  ["node --test", BY_NODE],
  ["tsx --test", BY_NODE],
  ["alex", BY_PATTERN],
  ["cypress", { reads: "path", refuses: /[*?[\]{}()!\\,]/ }],
  ["dprint", BY_PATTERN],
  ["htmlhint", BY_PATTERN],
  ["lychee", BY_PATTERN],
  ["remark", BY_PATTERN],
  ["secretlint", BY_PATTERN],
  ["tap", BY_PATTERN],
  ["textlint", BY_PATTERN],
  ["xo", BY_PATTERN],
]);

/** Whether names have to be written for this tool in a way of its own. */
export function isNamedTool(tool: string): boolean {
  return NAMINGS.has(tool);
}

/** The name of a file in a form that the command cannot take for anything else, seen from its working directory. */
export function nameFile(file: RepoPath, taker: FileTaker): string {
  const { reads } = namingOf(taker);
  const relative = posix.relative(taker.cwd, file);
  // No path that is looked through has `..` in it.
  const path = reads === "regex" ? relative.replace(/^(?:\.\.\/)+/, "") : relative;
  if (reads === "glob") return unmistakable(path.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&"));
  if (/^\w[\w./-]*$/.test(path)) return path;
  if (reads === "regex") return `(?:^|/)${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  return reads === "colon" ? `:${path}` : unmistakable(path);
}

/** Who would take the name for something else in whatever form it is given; null where nobody would. */
export function misreaderOf(file: RepoPath, taker: FileTaker): string | null {
  const { name, via } = taker.tool;
  if (namingOf(taker).refuses?.test(posix.relative(taker.cwd, file)) === true) return name;
  const written = nameFile(file, taker);
  return via !== null && EXPANDED.test(written) && !QUOTED.test(written) ? via : null;
}

/** npm and yarn give a shell what has none of the latter as it is, and a shell makes other names of the former. */
const EXPANDED = /[[{]/;
const QUOTED = /[\t\n\r "#$&'()*;<>?\\`|~]/;

function namingOf({ tool }: FileTaker): Naming {
  return NAMINGS.get(tool.name) ?? BY_PATH;
}

/**
 * A path that begins like an option (`-`), a list of arguments (`@`), an exclusion (`!`), a home directory (`~`), an
 * address (`file:`) or an assignment (`a=`) begins with `./`.
 */
function unmistakable(path: string): string {
  return /^(?:\.{1,2}\/|[\p{L}\p{N}_][^/:=]*(?:\/|$))/u.test(path) ? path : `./${path}`;
}

/** The arguments with files in the place of `{files}`, each as an argument of its own. */
export function expandFiles(taker: FileTaker, files: readonly RepoPath[]): readonly string[] {
  return taker.args.flatMap((arg) =>
    arg.includes(FILES) ? files.map((file) => arg.replaceAll(FILES, () => nameFile(file, taker))) : [arg],
  );
}
