import type { StoredVerdict, Verdict } from "../../store/records/records.ts";
import type { Unit } from "../../units/unit.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { Fingerprint } from "../../vocabulary/tree/path.ts";
import type { Contradiction } from "../../vocabulary/verdict/cache-check.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { Attempt } from "../run-check.ts";
import { compareVerdicts, contradiction } from "./compare-verdicts.ts";

export interface DoubtOptions {
  readonly runId: string;
  /** Deletes what was stored earlier for these fingerprints. */
  readonly doubt: (check: string, fingerprints: readonly Fingerprint[]) => void;
  /** The stored verdict of a sampled unit. */
  readonly expected: (check: string, target: Target) => StoredVerdict | undefined;
  /** Called for each sample that could be compared, with the contradiction if there is one. */
  readonly compared: (contradiction: Contradiction | null) => void;
}

/**
 * If this is a sample, compares the fresh verdict with the stored one and reports it. Returns whether they differ: then
 * neither can be trusted.
 */
export function compareSample(check: Check, fresh: Verdict, { expected, compared }: DoubtOptions): boolean {
  const stored = expected(check.name, fresh.target);
  if (stored === undefined || !isComparable(stored, fresh)) return false;
  const found = compareVerdicts(check, stored, fresh);
  compared(found);
  return found !== null;
}

/** A new observation may name other files. The files of the old one are unchanged, or its verdict would not stand. */
function isComparable(stored: StoredVerdict, fresh: Verdict): boolean {
  if (stored.fingerprint === fresh.fingerprint) return true;
  return stored.kind === "observed" && fresh.kind === "observed" && stored.weakKey === fresh.weakKey;
}

/** A command that was stopped or killed has not passed, and earlier passes of its units no longer stand. */
export function doubtEnded(check: Check, { command, outcome, start }: Attempt, options: DoubtOptions): void {
  if (outcome.ending.type !== "timed-out" && outcome.ending.type !== "signalled") return;
  const targets: readonly Target[] = command.files.length === 0 ? [""] : command.files;
  const fingerprints = targets.flatMap((target) => start.unit(check.name, target)?.fingerprint ?? []);
  if (fingerprints.length > 0) options.doubt(check.name, fingerprints);
}

export interface Doubted {
  readonly options: DoubtOptions;
  /** The units whose outcome the command does not show. */
  readonly units: readonly Unit[];
  /** Whether nothing that a unit depends on changed while the command ran. */
  readonly isUnmoved: (unit: Unit) => boolean;
}

/**
 * A command on many files failed, and it is not known which of them made it fail. That contradicts whatever was stored
 * for them with the same fingerprints: none of it may stand.
 */
export function doubtOthers(attempt: Attempt, doubted: Doubted): void {
  const { ending } = attempt.outcome;
  if (ending.type !== "exited" || ending.code === 0) return;
  const doubtful = doubted.units.flatMap(({ check, fingerprint }) =>
    fingerprint === null ? [] : [{ check, fingerprint }],
  );
  const [first] = doubtful;
  if (first === undefined) return;
  contradictTogether(attempt, ending.code, doubted);
  doubted.options.doubt(
    first.check,
    doubtful.map(({ fingerprint }) => fingerprint),
  );
}

/** If all files of a failed command had passed before, their verdicts cannot all be right, whichever is wrong. */
function contradictTogether(
  { command }: Attempt,
  exitCode: number,
  { options, units, isUnmoved }: Doubted,
): void {
  const together = command.files.length;
  const sides = units.flatMap((unit) => {
    const stored = options.expected(unit.check, unit.target);
    const isComparable =
      stored?.status === "passed" && stored.fingerprint === unit.fingerprint && isUnmoved(unit);
    return isComparable ? [stored] : [];
  });
  if (sides.length < together) return;
  for (const stored of sides) {
    const fresh = { ...stored, status: "failed", exitCode, findings: [], runId: options.runId } as const;
    options.compared({ ...contradiction(stored, fresh), together });
  }
}
