import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";

/**
 * Whether a tool reads what its targets import. If that depends on its settings, `shows` means that any command which
 * reads each of its targets once for itself shows it; for other tools, a command on a single file must find out
 * (`ask`).
 */
export type FollowsImports = boolean | "shows" | "ask";

/** How a tool treats its files, as far as reading a trace needs it. */
interface Habits {
  /**
   * `calls` if what it only asks for by `stat` is predicted: the names of its configuration, and how imports resolve.
   */
  readonly depth: TraceDepth;
  readonly followsImports: FollowsImports;
  /** Whether it walks through all directories to find its files, even if it is given them. */
  readonly searches: boolean;
}

const FORMATTER: Habits = { depth: "calls", followsImports: false, searches: false };
const LINTER: Habits = { depth: "calls", followsImports: "shows", searches: false };
/** It keeps what it has read in memory, for all its files. */
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

/** An unknown tool is traced in full, and asked whether it follows imports. */
const UNKNOWN: Habits = { depth: "full", followsImports: "ask", searches: false };

function habitsOf({ tool }: Pick<Check, "tool">): Habits {
  return HABITS.get(tool.name) ?? UNKNOWN;
}

/** How closely a check's command is watched; null if it is not. */
export function traceDepthOf(check: Pick<Check, "tool" | "trace" | "builtin">): TraceDepth | null {
  if (check.builtin !== null || check.trace === "off") return null;
  return check.trace === "full" ? "full" : habitsOf(check).depth;
}

/** Whether it is known how the tool treats its files. */
export function isKnownTool({ tool }: Pick<Check, "tool">): boolean {
  return HABITS.has(tool.name);
}

export function followsImports(check: Pick<Check, "tool">): FollowsImports {
  return habitsOf(check).followsImports;
}

const RUNS_NOTHING: ReadonlySet<string> = new Set(["tsc", "vue-tsc"]);

/** Whether the tool runs no code of the repository, not even its configuration. */
export function runsNothing({ tool }: Pick<Check, "tool">): boolean {
  return RUNS_NOTHING.has(tool.name);
}

const BUILD_INFO = /\.tsbuildinfo$/;
const BUILDS = /(?:^|\s)(?:-b|--build)(?=\s|$)/;

/** Whether the file is the tool's own record, and does not make the tool open fewer files. */
export function isHarmlessNote(
  { tool, command, args }: Pick<Check, "tool" | "command" | "args">,
  path: string,
): boolean {
  // It still opens every source, unless it builds: then it compares times.
  if (tool.name !== "tsc" && tool.name !== "vue-tsc") return false;
  return BUILD_INFO.test(path) && ![command, ...args].some((word) => BUILDS.test(word));
}

export function searchesFiles(check: Pick<Check, "tool">): boolean {
  return habitsOf(check).searches;
}
