import type { CheckRecord, RunRecord } from "../store/records/records.ts";

/** Where the time of one run went, in milliseconds. */
export interface RunProfile {
  /** Until the first check started: reading the tree and deciding what to run. */
  readonly beforeChecks: number;
  /** From the start of the first check to the end of the last. */
  readonly checks: number;
  /** The time after the last check. */
  readonly afterChecks: number;
  /** The sum of all checks: more than `checks` if several ran at once. */
  readonly work: number;
  readonly criticalPath: CriticalPath;
}

/** The slowest chain of checks that wait for each other: more parallel commands cannot make a run shorter. */
export interface CriticalPath {
  /** In the order in which they ran. */
  readonly checks: readonly string[];
  readonly duration: number;
}

/** Null if nothing ran, or if the times are unknown. */
export function profileRun({ checks, duration }: RunRecord): RunProfile | null {
  const ran = checks.flatMap((check) =>
    check.startedAfter === undefined ? [] : [{ ...check, startedAfter: check.startedAfter }],
  );
  if (ran.length === 0) return null;
  const first = Math.min(...ran.map(({ startedAfter }) => startedAfter));
  const last = Math.max(...ran.map((check) => check.startedAfter + check.duration));
  return {
    beforeChecks: first,
    checks: last - first,
    afterChecks: Math.max(0, duration - last),
    work: ran.reduce((total, check) => total + check.duration, 0),
    criticalPath: findCriticalPath(checks),
  };
}

/** The longest chain; checks that did not run take no time, and are not named. */
export function findCriticalPath(checks: readonly CheckRecord[]): CriticalPath {
  const byName = new Map(checks.map((check) => [check.check, check]));
  const paths = new Map<string, CriticalPath>();
  const pathTo = (check: CheckRecord): CriticalPath => {
    const known = paths.get(check.check);
    if (known !== undefined) return known;
    // Stored data may be wrong: a check that depends on itself must not cause an endless loop.
    paths.set(check.check, NOWHERE);
    const before = (check.dependsOn ?? []).flatMap((name) => {
      const dependency = byName.get(name);
      return dependency === undefined ? [] : [pathTo(dependency)];
    });
    const longest = before.reduce(longer, NOWHERE);
    const path =
      check.startedAfter === undefined
        ? longest
        : { checks: [...longest.checks, check.check], duration: longest.duration + check.duration };
    paths.set(check.check, path);
    return path;
  };
  return checks.map(pathTo).reduce(longer, NOWHERE);
}

const NOWHERE: CriticalPath = { checks: [], duration: 0 };

function longer(one: CriticalPath, other: CriticalPath): CriticalPath {
  return other.duration > one.duration || (one.checks.length === 0 && other.checks.length > 0) ? other : one;
}
