import type { Execution, Verdict } from "../store/records.ts";
import type { Unit } from "../units/build-units.ts";
import type { Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Target } from "../vocabulary/unit.ts";
import { boundText } from "./bounded-output.ts";
import type { Attempt } from "./run-check.ts";

export interface RecorderOptions {
  readonly runId: string;
  readonly unit: (check: string, target: Target) => Unit | undefined;
  /** Looks at the tree again: the files that were changed or touched since the units were fingerprinted. */
  readonly touched: () => Promise<ReadonlySet<RepoPath>>;
  readonly store: (verdict: Verdict) => void;
  readonly executed: (executions: readonly Execution[]) => void;
  readonly now: () => number;
  readonly emit: Emit;
}

export interface Recorder {
  readonly record: (check: Check, attempt: Attempt) => void;
  /** Settles when everything that can be stored is stored. */
  flush(): Promise<void>;
}

/** Characters of each stream that are kept with a verdict. */
const KEPT = 64 * 1024;

/**
 * Stores verdicts as commands end. Before it does, the tree is looked at again: a verdict about files that
 * changed meanwhile, even if they changed back, is reported but not stored.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  let pending: { check: Check; attempt: Attempt }[] = [];
  let working: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      // One look serves all commands that ended before it.
      const touched = await options.touched();
      for (const { check, attempt } of batch) storeAttempt(check, attempt, { options, touched });
    }
    working = undefined;
  };
  return {
    record: (check, attempt) => {
      if (attempt.outcome.ending.type !== "exited") return;
      pending.push({ check, attempt });
      working ??= work();
    },
    flush: async () => working,
  };
}

interface StoreContext {
  readonly options: RecorderOptions;
  readonly touched: ReadonlySet<RepoPath>;
}

function storeAttempt(check: Check, attempt: Attempt, { options, touched }: StoreContext): void {
  const { command, outcome } = attempt;
  if (outcome.ending.type !== "exited") return;
  const status = outcome.ending.code === 0 ? "passed" : "failed";
  const targets: readonly Target[] = command.files.length === 0 ? [""] : command.files;
  // A failure of many files is not known to be the failure of any one of them.
  if (status === "failed" && targets.length > 1) return;
  const units = targets.flatMap((target) => options.unit(check.name, target) ?? []);
  const moved = [...touched].find((path) => units.some((unit) => unit.dependsOn(path)));
  const kept =
    moved === undefined ? units : units.filter((unit) => ![...touched].some((path) => unit.dependsOn(path)));
  if (moved !== undefined) {
    const message = `${moved} changed while ${check.name} ran, so its verdict is not kept for the next run.`;
    options.emit({ type: "warning", message });
  }
  const executions: Execution[] = [];
  for (const { fingerprint, target, components } of kept) {
    if (fingerprint === null) continue;
    const at = options.now();
    executions.push({ fingerprint, check: check.name, target, runId: options.runId, status, at });
    options.store({
      fingerprint,
      check: check.name,
      target,
      status,
      exitCode: outcome.ending.code,
      durationMs: Math.round(outcome.duration / targets.length),
      findings: targets.length === 1 ? attempt.findings : [],
      stdout: targets.length === 1 ? boundText(outcome.stdout, KEPT) : "",
      stderr: targets.length === 1 ? boundText(outcome.stderr, KEPT) : "",
      runId: options.runId,
      components,
    });
  }
  options.executed(executions);
}
