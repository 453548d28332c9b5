import { takesFiles } from "../../checks/check-traits.ts";
import { buildBaseline } from "../../detect/past/baseline.ts";
import { resolveCommit } from "../../detect/past/commits.ts";
import { keepSketches } from "../../detect/renames/sketches.ts";
import { createEarlierNames } from "../../scope/earlier-names.ts";
import { createSketchCache } from "../../store/database/adapters.ts";
import type { RunRecord } from "../../store/records/records.ts";
import { madeOf } from "../../values/packed-list.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { BaselineIdentity, ChangeSet } from "../../vocabulary/tree/change-set.ts";
import { FILE_DELETED } from "../../vocabulary/verdict/unit.ts";
import { explainReason } from "../../wording/explain.ts";
import type { Assessment } from "../assess.ts";
import { listExcluded } from "../observe/observe-tree.ts";
import { keepBaseline } from "./baselines.ts";
import { buildCheckRecord } from "./build-check-record.ts";

/** What a run added to what is known. */
export interface RecordedRun {
  readonly record: RunRecord;
  /** The state that is now verified; null if it is the same as before. */
  readonly baseline: BaselineIdentity | null;
}

/**
 * Stores what a run found out: its history, which verdicts were replaced, and the state that is now verified.
 */
export async function recordRun(assessment: Assessment, result: VerificationResult): Promise<RecordedRun> {
  const { store } = assessment;
  assessment.saveStats();
  recordInvalidations(assessment, result);
  recordDeletions(assessment, result);
  recordRenames(assessment, result);
  recordCached(assessment);
  const record = buildRunRecord(assessment, result);
  store.history.recordRun(record);
  const isKept = assessment.isKeeping && isVerified(assessment, result);
  const baseline = isKept ? await moveBaseline(assessment, result) : null;
  return { record, baseline };
}

/** A run as history keeps it. */
export function buildRunRecord(assessment: Assessment, result: VerificationResult): RunRecord {
  const { judgement } = assessment;
  const verified = isVerified(assessment, result);
  return {
    runId: result.runId,
    startedAt: Date.parse(result.startedAt),
    duration: result.duration,
    mode: result.mode,
    requestedMode: result.requestedMode,
    trigger: result.trigger,
    ...(judgement.causes.length > 0 ? { triggerCauses: judgement.causes } : {}),
    ...judgement.carried,
    ...(verified ? { settings: judgement.settings } : {}),
    ...(verified && isFull(result) ? { fullAt: Date.parse(result.startedAt) } : {}),
    reason: result.reason,
    success: result.success,
    counts: {
      passed: result.passed,
      failed: result.failed,
      skipped: result.skipped,
      filesVerified: result.filesVerified,
      cacheHits: result.cacheHits,
    },
    commit: assessment.tree.snapshot.commit,
    branch: assessment.tree.snapshot.branch,
    worktree: assessment.store.worktree,
    baseline:
      result.baseline === null
        ? null
        : { commitHash: result.baseline.commitHash, timestamp: Date.parse(result.baseline.timestamp) || 0 },
    checks: result.results.map((each) => buildCheckRecord(each, assessment, Date.parse(result.startedAt))),
    stoppedBy: result.stoppedBy,
    scope: {
      directlyChanged: result.scope.directlyChanged.length,
      impactedByDependency: result.scope.impactedByDependency.length,
      requiresVerification: result.scope.requiresVerification.length,
    },
  };
}

/** An overridden trigger is postponed, not answered: this state does not count as verified. */
function isVerified(assessment: Assessment, { success, trigger }: VerificationResult): boolean {
  return success && isComplete(assessment) && trigger.overriddenBy === undefined;
}

/** Whether every verdict is fresh: the trigger may have been answered by several runs together. */
function isFull({ mode, trigger }: VerificationResult): boolean {
  return mode === "full" || trigger.triggered;
}

function recordInvalidations({ scope, store }: Assessment, { startedAt }: VerificationResult): void {
  const at = Date.parse(startedAt);
  const invalidations = [...scope.units.values()].flatMap(madeOf).flatMap((each) => {
    if (each.decision !== "run" || each.replaces === null) return [];
    const { check, target, fingerprint } = each.replaces;
    const { reason, unit } = each;
    if (reason.type === "expired")
      return [{ check, target, fingerprint, reason: "expired", triggeredBy: "ttl_days", at }];
    if (reason.type === "renamed")
      return [{ check, target, fingerprint, reason: "file-renamed", triggeredBy: unit.target, at }];
    const cause =
      "chain" in reason ? reason.chain.at(-1) : "changes" in reason ? reason.changes[0]?.path : undefined;
    return [
      {
        check,
        target,
        fingerprint,
        reason: explainReason(reason),
        triggeredBy: cause ?? (target === "" ? check : unit.target),
        at,
      },
    ];
  });
  if (invalidations.length > 0) store.invalidations.record(invalidations);
}

/**
 * How many invalidations are searched for a recorded deletion: after a failed run, the deletion is still a
 * change.
 */
const RECENT = 1000;

/**
 * Records once which verdicts deleted files had. The verdicts stay: a file that comes back unchanged has its
 * verdict again.
 */
function recordDeletions(
  { changes, config, store, isKeeping }: Assessment,
  { startedAt }: VerificationResult,
): void {
  const deleted = changes.deleted.map(({ path }) => path);
  if (!isKeeping || deleted.length === 0) return;
  const known = new Set(
    store.invalidations
      .list(RECENT, [FILE_DELETED])
      .flatMap(({ reason, fingerprint }) => (reason === FILE_DELETED ? [fingerprint] : [])),
  );
  const entries = config.checks
    .filter(takesFiles)
    .flatMap(({ name }) => [...store.verdicts.latestMany(name, deleted).values()])
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map(({ check, target, fingerprint }) => ({
      check,
      target,
      fingerprint,
      reason: FILE_DELETED,
      triggeredBy: target,
      at: Date.parse(startedAt),
    }));
  if (entries.length > 0) store.invalidations.record(entries);
}

/** Records the current verdicts: the next run is compared with them, even if another verdict is stored in between. */
function recordCached({ changes, scope, store, isKeeping }: Assessment): void {
  if (!isKeeping || (changes.complete && !hasChanges(changes))) return;
  store.verdicts.standAgain(
    [...scope.units.values()]
      // Units taken over from the last run were recorded then.
      .flatMap(madeOf)
      .flatMap((each) => (each.decision === "stand" ? [each.verdict.fingerprint] : [])),
  );
}

function hasChanges({ added, modified, deleted, renamed }: ChangeSet): boolean {
  return added.length + modified.length + deleted.length + renamed.length > 0;
}

/** Links each renamed file to its earlier name, once. */
function recordRenames({ changes, store }: Assessment, result: VerificationResult): void {
  const known = createEarlierNames([], store.history.listRenames);
  const links = changes.renamed.flatMap(({ previousPath, currentPath, similarity }) =>
    known(currentPath).some(({ from }) => from === previousPath)
      ? []
      : [
          {
            from: previousPath,
            to: currentPath,
            similarity,
            runId: result.runId,
            at: Date.parse(result.startedAt),
          },
        ],
  );
  if (links.length > 0) store.history.recordRenames(links);
}

/** Only a run that left nothing out can declare the tree verified. */
export function isComplete(assessment: Assessment): boolean {
  return assessment.plan.checks.every((planned) => {
    if (planned.decision === "skip")
      return (
        planned.reason.type !== "filtered" &&
        (planned.reason.type !== "no-files" || (assessment.scope.units.get(planned.check)?.length ?? 0) === 0)
      );
    return isCheckCovered(assessment, planned.check);
  });
}

/** Whether a run covers every unit of a check. */
export function isCheckCovered({ meant, scope }: Assessment, check: string): boolean {
  return meant.units.has(check) && meant.units.get(check)?.length === scope.units.get(check)?.length;
}

async function moveBaseline(
  { tree, changes, config, store }: Assessment,
  result: VerificationResult,
): Promise<BaselineIdentity | null> {
  const { snapshot } = tree;
  const found = snapshot.commit === null && config.git ? await resolveCommit(config.root, "HEAD") : null;
  const head = found?.ok === true ? found.value : snapshot.commit;
  if (changes.complete && !hasChanges(changes) && changes.baseline?.commitHash === head) return null;
  const exclude = listExcluded(config);
  const baseline = await buildBaseline({ snapshot, exclude, timestamp: result.startedAt, head });
  const isWritten = keepBaseline(baseline, config, store);
  keepSketches(config.root, baseline, createSketchCache(store));
  return isWritten ? baseline : null;
}
