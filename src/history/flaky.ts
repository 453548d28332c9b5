import type { Execution } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import { groupBy } from "../values/group-by.ts";
import { fail, succeed } from "../values/succeed.ts";
import { type CacheOptions, withCache } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import { findFlaky, type FlakyUnit } from "./find-flaky.ts";
import { findUnknown } from "./history.ts";
import { toIso } from "./past-run.ts";

/** One real execution of a unit. */
export interface FlakyExecution {
  readonly runId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly status: "passed" | "failed";
  /** The number of the try in the run; null if there was only one. */
  readonly tried: number | null;
  /** Null if the run is no longer stored, or did not complete. */
  readonly commit: string | null;
}

/** A proof: executions with one fingerprint and different outcomes. */
export interface FlakyProof extends Omit<FlakyUnit, "check" | "batch" | "executions"> {
  /** For a command on several files, if it is not known which one failed: how many there are, and the first of them. */
  readonly batch: NonNullable<FlakyUnit["batch"]> | null;
  /** Newest first. */
  readonly executions: readonly FlakyExecution[];
}

export interface FlakyCheck {
  readonly check: string;
  /** When it last gave a verdict with such a fingerprint. ISO 8601. */
  readonly lastSeen: string;
  readonly units: readonly FlakyProof[];
}

export interface FlakyChecks {
  /** The most recently seen one comes first. */
  readonly checks: readonly FlakyCheck[];
  /** How many executions are stored for comparison. */
  readonly executions: number;
}

export interface FlakyOptions extends CacheOptions {
  /** Only these checks. */
  readonly checks?: readonly string[];
}

/** The checks that are proved to be flaky: the same fingerprint, really executed, passed and failed. */
export async function flaky(options: FlakyOptions = {}): Promise<Result<FlakyChecks>> {
  const { checks = [] } = options;
  const read = await withCache(options, (store, config): Result<FlakyChecks> => {
    const { history } = store;
    const unknown = findUnknown(checks, config, () => history.selectRuns(() => true, Infinity));
    if (unknown.length > 0) return fail(...unknown);
    const repeated = history
      .repeatedExecutions()
      .filter(({ check }) => checks.length === 0 || checks.includes(check));
    return succeed({
      checks: [...groupBy(findFlaky(repeated), ({ check }) => check)].map(([check, units]) => ({
        check,
        lastSeen: toIso(Math.max(...units.map(({ executions: [latest] }) => latest?.at ?? 0))),
        units: units.map((unit) => describe(unit, store)),
      })),
      executions: history.countExecutions(),
    });
  });
  return read.ok ? read.value : read;
}

function describe(unit: FlakyUnit, { history }: Store): FlakyProof {
  const { target, fingerprint, passed, failed, batch = null } = unit;
  const describeExecution = ({ runId, at, status, tried }: Execution): FlakyExecution => ({
    runId,
    at: toIso(at),
    status,
    tried: tried ?? null,
    commit: history.getRun(runId)?.commit ?? null,
  });
  return { target, batch, fingerprint, passed, failed, executions: unit.executions.map(describeExecution) };
}
