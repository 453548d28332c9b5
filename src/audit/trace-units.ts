import type { Closures } from "../graph/closure/closure.ts";
import { isInside } from "../paths/places.ts";
import { planCommands } from "../plan/plan-commands.ts";
import type { WholeUnitScope } from "../scope/scope.ts";
import { statPath } from "../system/files/file-stat.ts";
import { createLimit } from "../system/process/limit.ts";
import { createLoadsReaders } from "../trace/loaded/find-readers.ts";
import { groupTargets } from "../trace/group-targets.ts";
import type { Seen } from "../trace/sort-trace.ts";
import type { WholeAssessment } from "../verify/assess.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import type { Access, Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { RunReason } from "../vocabulary/verdict/unit.ts";
import type { Judge } from "./create-judge.ts";
import type { Makers } from "./run-makers.ts";
import type { AuditedUnit } from "./summarize-units.ts";
import type { TraceCommand, TracedCommand } from "./trace-command.ts";

export interface TracedUnits {
  readonly units: readonly AuditedUnit[];
  /** The failed checks that the check depends on, in words. */
  readonly failed: readonly string[];
  /** Why not all of them could be traced; null if they were. */
  readonly untraced: string | null;
}

/** Runs units of a check one by one under a trace, after what it depends on. */
export type TraceUnits = (
  check: Check,
  sample: readonly WholeUnitScope[],
  context: { readonly judge: Judge; readonly all: readonly WholeUnitScope[] },
) => Promise<TracedUnits>;

export interface TraceUnitsOptions {
  readonly assessment: WholeAssessment;
  readonly closures: () => Closures;
  readonly trace: TraceCommand;
  readonly makers: Makers;
  readonly onStart: (check: string) => void;
}

export function createTraceUnits(options: TraceUnitsOptions): TraceUnits {
  const { assessment, trace, makers } = options;
  const { root } = assessment.config;
  return async (check, sample, { judge, all }) => {
    options.onStart(check.name);
    const made = await makers.before(check);
    const slots = createLimit(assessment.config.execution.slots);
    const traced = await Promise.all(
      sample.map((scoped) =>
        slots(async () => {
          const { target } = scoped.unit;
          const [command] = planCommands(check, [target], depthFor(check, scoped, options));
          if (command === undefined) throw new Error(`${check.name} has no command for ${target}`);
          return { scoped, outcome: await trace(check, command, made.isProduct) };
        }),
      ),
    );
    if (sample.length === all.length)
      makers.note(
        check,
        traced.map(({ outcome }) => outcome),
      );
    const blank = traced.find(({ outcome }) => outcome.seen === null)?.outcome;
    return {
      units: traced.flatMap(({ scoped, outcome }) =>
        outcome.seen === null
          ? []
          : [auditTraced(scoped, { ...outcome, seen: outcome.seen }, { judge, root })],
      ),
      failed: made.failed,
      untraced: blank === undefined ? null : (blank.ending ?? "nothing was traced"),
    };
  };
}

/** As closely as a run would watch the unit alone. */
function depthFor(
  check: Check,
  { unit, ...scoped }: WholeUnitScope,
  options: TraceUnitsOptions,
): TraceDepth | null {
  const { closures, assessment } = options;
  const { target, pathSet } = unit;
  const reason: RunReason = scoped.decision === "run" ? scoped.reason : { type: "never-verified" };
  const loadsReaders = createLoadsReaders(() => ({ graph: assessment.tree.graph, program: closures() }));
  const [alone] = groupTargets(check, [{ target, pathSet, reason }], {
    closures,
    loadsReaders,
    knownToFollow: () => null,
  });
  return alone?.depth ?? null;
}

function auditTraced(
  scoped: WholeUnitScope,
  { seen, ending, blind }: TracedCommand & { readonly seen: Seen },
  { judge: { judge }, root }: { readonly judge: Judge; readonly root: string },
): AuditedUnit {
  const { unit } = scoped;
  const listed = unit.target === "" ? [...seen.searched] : [];
  const accesses = new Map<Place, Access>([
    ...listed.map((place) => [place, "names"] as const),
    ...seen.accesses,
  ]);
  const isFile = (path: Place): boolean => {
    const stat = statPath(`${root}/${path}`);
    return typeof stat === "string" || stat.kind !== "directory";
  };
  return {
    ...judge(unit, accesses, true),
    from: "traced",
    writes: [...seen.writes].filter((path) => isInside(path) && isFile(path)) as RepoPath[],
    ending,
    unknown: unit.predicted.unknown,
    unwatched: unwatchedBecause(scoped, blind),
  };
}

function unwatchedBecause(scoped: WholeUnitScope, blind: string | null): string | null {
  if (blind !== null) return `not everything it reads can be seen: ${blind}.`;
  return scoped.decision === "stand"
    ? "it is cached from a run that was not watched; --force re-runs it."
    : null;
}
