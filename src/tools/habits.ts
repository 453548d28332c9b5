import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";

/**
 * Whether a tool reads what its targets import. Where that depends on how it is set up, any command `shows` it that reads each
 * of its targets once for itself; of other tools a command over a single file has to be asked.
 */
export type FollowsImports = boolean | "shows" | "ask";

/** How a tool goes about its files, as far as it has to be known to read a trace. */
interface Habits {
  /**
   * `calls` where what it asks for by `stat` alone is predicted: the names of its configuration, and where imports lead.
   */
  readonly depth: TraceDepth;
  readonly followsImports: FollowsImports;
  /** Whether it goes through all directories to find its files, also where it is given them. */
  readonly searches: boolean;
}

const FORMATTER: Habits = { depth: "calls", followsImports: false, searches: false };
const LINTER: Habits = { depth: "calls", followsImports: "shows", searches: false };
/** It keeps in memory what it has read, for all its files. */
const SHARING_LINTER: Habits = { ...LINTER, followsImports: "ask" };
const RUNNER: Habits = { depth: "calls", followsImports: true, searches: false };
const SEARCHING_RUNNER: Habits = { ...RUNNER, searches: true };

const HABITS: ReadonlyMap<string, Habits> = new Map([
  ["prettier", FORMATTER],
  ["oxfmt", FORMATTER],
  ["dprint", FORMATTER],
  ["markdownlint", FORMATTER],
  ["markdownlint-cli2", FORMATTER],
  ["eslint", LINTER],
  ["oxlint", SHARING_LINTER],
  ["biome", SHARING_LINTER],
  ["xo", LINTER],
  ["standard", LINTER],
  ["stylelint", LINTER],
  ["vitest", SEARCHING_RUNNER],
  ["jest", SEARCHING_RUNNER],
  ["jest --runTestsByPath", SEARCHING_RUNNER],
  ["mocha", RUNNER],
  ["ava", SEARCHING_RUNNER],
  ["node --test", RUNNER],
  ["tsx --test", RUNNER],
  ["pytest", { depth: "full", followsImports: "ask", searches: true }],
  ["tsc", RUNNER],
  ["vue-tsc", RUNNER],
  ["svelte-check", RUNNER],
]);

/** A tool that is not known is watched in full, and asked whether it follows imports. */
const UNKNOWN: Habits = { depth: "full", followsImports: "ask", searches: false };

function habitsOf({ tool }: Pick<Check, "tool">): Habits {
  return HABITS.get(tool.name) ?? UNKNOWN;
}

/** How closely a check's command is watched; null where it is not. */
export function depthOf(check: Pick<Check, "tool" | "trace" | "builtin">): TraceDepth | null {
  if (check.builtin !== null || check.trace === "off") return null;
  return check.trace === "full" ? "full" : habitsOf(check).depth;
}

/** Whether it is known how the tool goes about its files. */
export function isKnownTool({ tool }: Pick<Check, "tool">): boolean {
  return HABITS.has(tool.name);
}

export function followsImports(check: Pick<Check, "tool">): FollowsImports {
  return habitsOf(check).followsImports;
}

const RUNS_NOTHING: ReadonlySet<string> = new Set(["tsc", "vue-tsc"]);

/** Whether the tool runs no code of the repository, its configuration included. */
export function runsNothing({ tool }: Pick<Check, "tool">): boolean {
  return RUNS_NOTHING.has(tool.name);
}

const BUILD_INFO = /\.tsbuildinfo$/;
const BUILDS = /(?:^|\s)(?:-b|--build)(?=\s|$)/;

/** Whether the file is a note of the tool's own that keeps it from opening nothing. */
export function isHarmlessNote(
  { tool, command, args }: Pick<Check, "tool" | "command" | "args">,
  path: string,
): boolean {
  // It opens every source all the same, unless it builds: then it goes by times.
  if (tool.name !== "tsc" && tool.name !== "vue-tsc") return false;
  return BUILD_INFO.test(path) && ![command, ...args].some((word) => BUILDS.test(word));
}

export function searchesFiles(check: Pick<Check, "tool">): boolean {
  return habitsOf(check).searches;
}
