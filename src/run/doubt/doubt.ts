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
  /** Throws away what was stored before for these fingerprints. */
  readonly doubt: (check: string, fingerprints: readonly Fingerprint[]) => void;
  /** Of a sample, the verdict that stood. */
  readonly expected: (check: string, target: Target) => StoredVerdict | undefined;
  /** Told of each sample that could be compared, and of what came of it. */
  readonly compared: (contradiction: Contradiction | null) => void;
}

/**
 * Compares a fresh verdict with the one that stood, where it is a sample, and tells of it. Whether it came out otherwise:
 * neither of the two answers is one to build on, then.
 */
export function compareSample(check: Check, fresh: Verdict, { expected, compared }: DoubtOptions): boolean {
  const stored = expected(check.name, fresh.target);
  if (stored === undefined || !isComparable(stored, fresh)) return false;
  const found = compareVerdicts(check, stored, fresh);
  compared(found);
  return found !== null;
}

/** What was observed again may name other files; the files that it named before are as they were, or it had not stood. */
function isComparable(stored: StoredVerdict, fresh: Verdict): boolean {
  if (stored.fingerprint === fresh.fingerprint) return true;
  return stored.kind === "observed" && fresh.kind === "observed" && stored.weakKey === fresh.weakKey;
}

/** A command that had to be ended, or that something killed, has not passed: nor do earlier passes of its units stand. */
export function doubtEnded(check: Check, { command, outcome, mark }: Attempt, options: DoubtOptions): void {
  if (outcome.ending.type !== "timed-out" && outcome.ending.type !== "signalled") return;
  const targets: readonly Target[] = command.files.length === 0 ? [""] : command.files;
  const fingerprints = targets.flatMap((target) => mark.unit(check.name, target)?.fingerprint ?? []);
  if (fingerprints.length > 0) options.doubt(check.name, fingerprints);
}

export interface Doubted {
  readonly options: DoubtOptions;
  /** Those of which the command does not say what came out. */
  readonly units: readonly Unit[];
  /** Whether nothing moved under a unit while the command ran. */
  readonly isUnmoved: (unit: Unit) => boolean;
}

/**
 * A command over many files failed, and which of them made it fail is not known. Whatever was stored for them before,
 * with the same fingerprints, is contradicted: none of it may stand.
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

/** Where all files of a failed command had passed, their verdicts cannot all be right, whichever is wrong. */
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
