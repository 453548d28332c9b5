import type { Assessment } from "../assess.ts";
import { planCommands } from "../plan/plan-commands.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import { directoriesOf } from "../vocabulary/directories.ts";
import { isProducer, type Check } from "../vocabulary/check.ts";
import { explainEnding } from "../vocabulary/explain.ts";
import { isArgument, type RepoPath } from "../vocabulary/path.ts";
import { isPass } from "../vocabulary/result.ts";
import { sortAccesses, type TraceContext } from "./sort-accesses.ts";
import type { TracedCommand } from "./trace-command.ts";

/** What checks make for those that depend on them, as far as it is seen when they run. */
export interface Products {
  /** Runs what the check depends on, unless that has been run, and tells its products. */
  before(check: Check): Promise<{
    readonly isProduct: (path: RepoPath) => boolean;
    /** What did not end well, in words. */
    readonly failed: readonly string[];
  }>;
  /** A check that has been run as a whole wrote these. */
  note(check: string, writes: Iterable<RepoPath>): void;
}

interface Made {
  readonly paths: Set<RepoPath>;
  readonly failed: string | null;
}

export function createProducts(
  { config, units, tree }: Assessment,
  context: Omit<TraceContext, "isProduct">,
  execute: (command: PlannedCommand) => Promise<TracedCommand>,
): Products {
  const checks = new Map(config.checks.map((check) => [check.name, check]));
  const tracked = directoriesOf(tree.snapshot.files.keys());
  const known = new Map<string, Made>();
  const make = async (check: Check): Promise<Made> => {
    const targets = (units.get(check.name) ?? []).map(({ target }) => target).filter(isArgument);
    const paths = new Set<RepoPath>();
    let failed: string | null = null;
    for (const command of planCommands(check, targets)) {
      const { ending, accesses } = await execute(command);
      for (const path of sortAccesses(accesses, { ...context, isProduct: () => false }).writes)
        paths.add(path);
      if (!isPass(ending)) failed ??= `${check.name}, which it depends on: ${explainEnding(ending)}`;
    }
    return { paths, failed };
  };
  /** In a directory that is wholly untracked, what was made before counts with what was made now. */
  const placeOf = (path: RepoPath): string => {
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1))
      if (!tracked.has(path.slice(0, at))) return path.slice(0, at);
    return path;
  };
  return {
    before: async (check) => {
      const wanted = makersOf(check, checks);
      const made: Made[] = [];
      for (const name of units.keys()) {
        const maker = checks.get(name);
        if (maker === undefined || !wanted.has(name)) continue;
        const found = known.get(name) ?? (await make(maker));
        known.set(name, found);
        made.push(found);
      }
      const places = new Set(made.flatMap(({ paths }) => [...paths].map(placeOf)));
      return {
        isProduct: (path) => places.has(placeOf(path)),
        failed: made.flatMap(({ failed }) => failed ?? []),
      };
    },
    note: (check, writes) => void known.set(check, { paths: new Set(writes), failed: null }),
  };
}

/** The checks at any distance that make something for this one. */
function makersOf(check: Check, checks: ReadonlyMap<string, Check>): ReadonlySet<string> {
  const makers = new Set<string>();
  const visited = new Set<string>();
  const visit = (names: readonly string[]): void => {
    for (const name of names) {
      const dependency = checks.get(name);
      if (dependency === undefined || visited.has(name)) continue;
      visited.add(name);
      if (isProducer(dependency) && dependency.builtin === null) makers.add(name);
      visit(dependency.dependsOn);
    }
  };
  visit(check.dependsOn);
  return makers;
}
