import type { Execution, Verdict } from "../store/records.ts";
import type { Unit } from "../units/build-units.ts";
import type { Check } from "../vocabulary/check.ts";
import type { Emit } from "../vocabulary/event.ts";
import type { Fingerprint, RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import type { Target } from "../vocabulary/unit.ts";
import { boundText } from "./bounded-output.ts";
import type { Attempt } from "./run-check.ts";
import type { Disturbance } from "./watch-tree.ts";

export interface RecorderOptions {
  readonly runId: string;
  readonly unit: (check: string, target: Target) => Unit | undefined;
  /** Looks at the tree again: what happened to it since the units were fingerprinted. */
  readonly disturbance: () => Promise<Disturbance>;
  /** The units of the tree as it is now. */
  readonly unitsOf: (snapshot: Snapshot) => Promise<ReadonlyMap<string, readonly Unit[]>>;
  /** Keeps all verdicts of one command, or none. */
  readonly store: (verdicts: readonly Verdict[]) => void;
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
      const { touched, changed } = await options.disturbance();
      const now = changed === null ? null : indexFingerprints(await options.unitsOf(changed));
      for (const { check, attempt } of batch) storeAttempt(check, attempt, { options, touched, now });
    }
    working = undefined;
  };
  return {
    record: (check, attempt) => {
      if (attempt.outcome.ending.type !== "exited") return;
      pending.push({ check, attempt });
      working ??= work().catch((error: unknown) => {
        // The verdicts of this run are right all the same; only the next run will have to reach them again.
        options.emit({
          type: "warning",
          message: `Verdicts were not kept for the next run: ${String(error)}`,
        });
      });
    },
    flush: async () => working,
  };
}

interface StoreContext {
  readonly options: RecorderOptions;
  readonly touched: ReadonlySet<RepoPath>;
  /** Fingerprints by check and target as they are now; null where nothing changed. */
  readonly now: ReadonlyMap<string, Fingerprint | null> | null;
}

function indexFingerprints(
  units: ReadonlyMap<string, readonly Unit[]>,
): ReadonlyMap<string, Fingerprint | null> {
  return new Map([...units.values()].flat().map((unit) => [keyOf(unit), unit.fingerprint]));
}

function keyOf({ check, target }: { readonly check: string; readonly target: Target }): string {
  return `${check}\0${target}`;
}

/** Why a unit's verdict cannot be kept: something that it depends on is not what it was, or was not all the time. */
function whatMoved(unit: Unit, { touched, now }: StoreContext): string | null {
  const path = [...touched].find((each) => unit.dependsOn(each));
  if (path !== undefined) return path;
  return now === null || now.get(keyOf(unit)) === unit.fingerprint ? null : "what it depends on";
}

function storeAttempt(check: Check, attempt: Attempt, context: StoreContext): void {
  const { options } = context;
  const { command, outcome } = attempt;
  if (outcome.ending.type !== "exited") return;
  const status = outcome.ending.code === 0 ? "passed" : "failed";
  const targets: readonly Target[] = command.files.length === 0 ? [""] : command.files;
  // A failure of many files is not known to be the failure of any one of them.
  if (status === "failed" && targets.length > 1) return;
  const units = targets.flatMap((target) => options.unit(check.name, target) ?? []);
  const moved = new Map(units.map((unit) => [unit, whatMoved(unit, context)]));
  const kept = units.filter((unit) => moved.get(unit) === null);
  const first = [...moved.values()].find((what) => what !== null) ?? undefined;
  if (first !== undefined) {
    const message = `${first} changed while ${check.name} ran, so its verdict is not kept for the next run.`;
    options.emit({ type: "warning", message });
  }
  const executions: Execution[] = [];
  const verdicts: Verdict[] = [];
  const at = options.now();
  for (const { fingerprint, target, components } of kept) {
    if (fingerprint === null) continue;
    executions.push({ fingerprint, check: check.name, target, runId: options.runId, status, at });
    verdicts.push({
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
  if (verdicts.length > 0) options.store(verdicts);
  if (executions.length > 0) options.executed(executions);
}
