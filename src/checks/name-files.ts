import { posix } from "node:path";
import { FILES } from "../vocabulary/check/check.ts";
import type { FileTaker } from "../vocabulary/check/tool.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";

/** How a tool reads an argument that should name a file. */
interface Naming {
  /**
   * `path`: as a name, at least if such a file exists. `glob`: as a pattern with backslash escapes. `regex`: as a
   * regular expression that matches parts of paths. `colon`: as a pattern, and after a colon as a name.
   */
  readonly reads: "path" | "glob" | "regex" | "colon";
  /** Names that it cannot get: it would misread them, and check other files or none. */
  readonly refuses?: RegExp;
}

const BY_PATH: Naming = { reads: "path" };
/** Tools that read names as patterns, without any way to escape them. */
const BY_PATTERN: Naming = { reads: "path", refuses: /[*?[\]{}()!\\]/ };
/** From Node.js 21 on they are patterns, and one that matches nothing is not an error; before, they were names. */
const BY_NODE: Naming = { reads: "path", refuses: /[[\]{}\\]|[@+!?*]\(/ };

/**
 * Tools with their own way of reading names, each tried with real files. All others get paths. That is right for
 * eslint, oxlint, biome, oxfmt, tsc, mocha, markdownlint and standard: each takes the file that exists.
 */
const NAMINGS: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ["ava", { reads: "glob" }],
  ["cspell", { reads: "glob", refuses: /:|^\s|\s$/ }],
  ["jasmine", { reads: "glob", refuses: /\\/ }],
  ["jest", { reads: "regex" }],
  ["playwright", { reads: "regex" }],
  ["markdownlint-cli2", { reads: "colon" }],
  // To Prettier, `./!a` is an exclusion, like `!a`.
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

/** Whether this tool needs names in its own form. */
export function isNamedTool(tool: string): boolean {
  return NAMINGS.has(tool);
}

/** The name of a file in a form that the command cannot misread, relative to its working directory. */
export function nameFile(file: RepoPath, taker: FileTaker): string {
  const { reads } = namingOf(taker);
  // The path itself takes no memory of its own.
  const relative = taker.cwd === "." ? file : posix.relative(taker.cwd, file);
  // No path that it searches contains `..`.
  const path = reads === "regex" ? relative.replace(/^(?:\.\.\/)+/, "") : relative;
  if (reads === "glob") return unmistakable(path.replaceAll(/[\\*?[\]{}()!+@|]/g, "\\$&"));
  if (/^\w[\w./-]*$/.test(path)) return path;
  if (reads === "regex") return `(?:^|/)${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  return reads === "colon" ? `:${path}` : unmistakable(path);
}

/** The program that would misread the name in any form; null if there is none. */
export function misreaderOf(file: RepoPath, taker: FileTaker): string | null {
  const { name, via } = taker.tool;
  if (namingOf(taker).refuses?.test(posix.relative(taker.cwd, file)) === true) return name;
  const written = nameFile(file, taker);
  return via !== null && EXPANDED.test(written) && !QUOTED.test(written) ? via : null;
}

/** npm and yarn pass an argument without QUOTED characters to a shell unquoted, and the shell expands EXPANDED ones. */
const EXPANDED = /[[{]/;
const QUOTED = /[\t\n\r "#$&'()*;<>?\\`|~]/;

function namingOf({ tool }: FileTaker): Naming {
  return NAMINGS.get(tool.name) ?? BY_PATH;
}

/**
 * A path that starts like an option (`-`), a list of arguments (`@`), an exclusion (`!`), a home directory (`~`), an
 * address (`file:`) or an assignment (`a=`) gets a leading `./`.
 */
function unmistakable(path: string): string {
  return /^(?:\.{1,2}\/|[\p{L}\p{N}_][^/:=]*(?:\/|$))/u.test(path) ? path : `./${path}`;
}

/** The arguments with `{files}` replaced by the files, each as a separate argument. */
export function expandFiles(taker: FileTaker, files: readonly RepoPath[]): readonly string[] {
  return taker.args.flatMap((arg) =>
    arg === FILES
      ? files.map((file) => nameFile(file, taker))
      : arg.includes(FILES)
        ? files.map((file) => arg.replaceAll(FILES, () => nameFile(file, taker)))
        : [arg],
  );
}
