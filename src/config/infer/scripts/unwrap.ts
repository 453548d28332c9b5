import { splitAssignment, type ScriptCommand, type ScriptWord } from "./read-script.ts";

/** The tool that a command finally runs, and how it is started. */
export interface Unwrapped {
  /** The tool's name, without its path. */
  readonly tool: string;
  /** What is started: programs that matter on the way to the tool, and the tool as written. */
  readonly command: readonly [string, ...string[]];
  readonly args: readonly ScriptWord[];
  readonly env: Readonly<Record<string, string>>;
  /** The program that measures coverage on the way, with its arguments; null if there is none. */
  readonly coverage: readonly string[] | null;
}

/** Options of `npx` that do not change what is started. */
const NPX = new Set(["--no-install", "--no", "-y", "--yes", "--", "--bun", "--prefer-offline", "--silent"]);
/** Options of coverage programs that take the next word. */
const COVERAGE_VALUES =
  /^(?:-[rxnod]|--(?:reporter|exclude|include|report-dir|reports-dir|temp-dir|temp-directory|src|cwd|extension|require))$/;
/** Options that `node` may have before the script of an installed tool. */
const NODE_OPTION = /^--[\w-]+(?:=.*)?$/s;

/**
 * Sees through programs that only start another: `npx`, `cross-env A=b`, `env`, `time`, and coverage. A program that
 * passes on something that cannot be written otherwise (`dotenv`, `node` with options) stays in front.
 */
export function unwrapCommand({ words, env }: ScriptCommand): Unwrapped {
  let rest: readonly ScriptWord[] = words;
  const set = new Map(Object.entries(env));
  let coverage: readonly string[] | null = null;
  const kept: string[] = [];
  for (;;) {
    const [program = "", ...args] = rest.map(({ text }) => text);
    const next = seeThrough(nameOf(program), args);
    if (next === null) break;
    const inner = rest.slice(1 + next.skip);
    if (inner.length === 0) break;
    for (const [name, value] of Object.entries(next.env ?? {})) set.set(name, value);
    if (next.isKept === true) kept.push(...rest.slice(0, 1 + next.skip).map(({ text }) => text));
    if (next.isCoverage === true) coverage = rest.slice(0, 1 + next.skip).map(({ text }) => text);
    rest = inner;
  }
  const [first, ...args] = rest;
  const written = first?.text ?? "";
  const [command = written, ...more] = [...kept, written];
  return { tool: nameOf(written), command: [command, ...more], args, env: Object.fromEntries(set), coverage };
}

interface Step {
  /** How many of the arguments belong to it. */
  readonly skip: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly isKept?: boolean;
  readonly isCoverage?: boolean;
}

function seeThrough(program: string, args: readonly string[]): Step | null {
  if (program === "time") return args[0]?.startsWith("-") === true ? null : { skip: 0 };
  if (program === "npx" || program === "bunx" || program === "pnpx") {
    const skip = args.findIndex((arg) => !NPX.has(arg));
    // `npx eslint@8` runs another version than the installed one.
    return skip === -1 || /^-|.@/.test(args[skip] ?? "-") ? null : { skip };
  }
  if (program === "cross-env" || program === "env") {
    const skip = args.findIndex((arg) => !/^[A-Za-z_]\w*=/.test(arg));
    if (skip === -1 || args[skip]?.startsWith("-") === true) return null;
    const env = Object.fromEntries(args.slice(0, skip).map(splitAssignment));
    return Object.values(env).some((value) => value.includes("$")) ? null : { skip, env };
  }
  if (program === "dotenv" || program === "dotenvx") {
    const skip = args.indexOf("--");
    return skip === -1 ? null : { skip: skip + 1, isKept: true };
  }
  if (program === "node") {
    const skip = args.findIndex((arg) => !NODE_OPTION.test(arg));
    if (args.slice(0, skip).includes("--test") || !/(?:^|\/)node_modules\//.test(args[skip] ?? ""))
      return null;
    return { skip, isKept: true };
  }
  if (program === "c8" || program === "nyc") {
    let skip = 0;
    for (; args[skip]?.startsWith("-") === true; skip++)
      if (COVERAGE_VALUES.test(args[skip] as string)) skip++;
    return { skip, isCoverage: true };
  }
  return null;
}

/** `node_modules/.bin/jest`, `node_modules/jest/bin/jest.js`: both are jest. */
function nameOf(word: string): string {
  const path = word.replaceAll("\\", "/");
  const inPackage = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^./][^/]*)\//.exec(path)?.[1];
  const inBin = /(?:^|\/)node_modules\/\.bin\/([^/]+)$/.exec(path)?.[1];
  // A script of the repository may have the name of a tool.
  if (inPackage === undefined && inBin === undefined && path.includes("/")) return path;
  return (inBin ?? inPackage ?? path).replace(/\.(?:cmd|exe)$/i, "").replace(/^@biomejs\/biome$/, "biome");
}
