import { hash } from "node:crypto";
import { isPass } from "../checks/is-pass.ts";
import type { Execution, Verdict } from "../store/records/records.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/tree/path.ts";
import type { CommandStart } from "./doubt/watch-tree.ts";
import type { Attempt } from "./run-check.ts";

export interface ExecutionOptions {
  /** Of the units whose outcome is certain. */
  readonly verdicts: readonly Verdict[];
  /** Null for a file that has none, or that changed meanwhile. */
  readonly fingerprintOf: (file: RepoPath) => Fingerprint | null;
  /** Whether nothing outside the tree was written since. */
  readonly isQuietSince: (start: CommandStart) => boolean;
  readonly check: string;
  readonly runId: string;
  readonly at: number;
}

/**
 * What a command that ended by itself shows about its units. A batch that failed without naming a file shows nothing
 * about a single file, but something about all of them together. So does a batch that passed.
 */
export function listExecutions(attempt: Attempt, options: ExecutionOptions): readonly Execution[] {
  const { verdicts, check, runId, at } = options;
  const { retries, failedTries, outcome } = attempt;
  const tried = retries > 0 ? { tried: retries + 1 } : {};
  const unitExecutions = verdicts.map(({ fingerprint, target, status }) => ({
    fingerprint,
    check,
    target,
    runId,
    status,
    at,
    ...tried,
  }));
  const whole = identifyWhole(attempt, options);
  if (whole === null) return unitExecutions;
  const earlier = failedTries
    .filter(({ start }) => options.isQuietSince(start))
    .map((each) => ({ ...whole, runId, status: "failed" as const, at: each.at, tried: each.tried }));
  const passed = isPass(outcome.ending);
  // A file that is known to have failed explains the failure; the others are not involved.
  const isAbout = "batch" in whole && (passed || verdicts.every(({ status }) => status === "passed"));
  const last = { ...whole, runId, status: passed ? "passed" : "failed", at, ...tried } as const;
  return [...earlier, ...unitExecutions, ...(isAbout ? [last] : [])];
}

type Whole = Pick<Execution, "fingerprint" | "check" | "target" | "batch">;

/** What the command as a whole is about: its one unit, or all of its files together. */
function identifyWhole(
  { command }: Attempt,
  { verdicts, fingerprintOf, check }: ExecutionOptions,
): Whole | null {
  const [first] = command.files;
  if (first === undefined || command.files.length === 1) {
    const [only] = verdicts;
    return only === undefined ? null : { fingerprint: only.fingerprint, check, target: only.target };
  }
  if ("builtin" in command) return null;
  const fingerprints = command.files.map(fingerprintOf);
  if (fingerprints.includes(null)) return null;
  const together = hash("sha256", JSON.stringify([check, ...fingerprints.toSorted()])).slice(
    0,
    32,
  ) as Fingerprint;
  return { fingerprint: together, check, target: "", batch: { files: command.files.length, first } };
}
