import type { Assessment } from "./assess.ts";
import { buildBaseline } from "./detect/baseline.ts";
import { writeBaseline } from "./detect/baseline-file.ts";
import type { CheckRecord } from "./store/records.ts";
import { explainReason } from "./vocabulary/explain.ts";
import type { VerificationResult } from "./vocabulary/verification-result.ts";

/** Writes down what a run found out: history, what stopped standing, and the state that is now verified. */
export async function rememberRun(assessment: Assessment, result: VerificationResult): Promise<void> {
  const { store, judgement } = assessment;
  // A trigger that was overridden is put off, not answered: it still stands between this state and a verified one.
  const isVerified = result.success && isComplete(assessment) && result.trigger.overriddenBy === undefined;
  assessment.saveStats();
  recordInvalidations(assessment, result);
  store.history.recordRun({
    runId: result.runId,
    startedAt: Date.parse(result.startedAt),
    duration: result.duration,
    mode: result.mode,
    requestedMode: result.requestedMode,
    trigger: result.trigger,
    ...(judgement.causes.length > 0 ? { triggerCauses: judgement.causes } : {}),
    ...judgement.carried,
    ...(isVerified ? { settings: judgement.settings } : {}),
    ...(isVerified && isFull(result) ? { fullAt: Date.parse(result.startedAt) } : {}),
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
    baseline:
      result.baseline === null
        ? null
        : { commitHash: result.baseline.commitHash, timestamp: Date.parse(result.baseline.timestamp) || 0 },
    checks: result.results.map((each) => checkRecord(each, assessment)),
  });
  if (isVerified) await moveBaseline(assessment, result);
}

/** Whether nothing was left to verdicts from before: what called for that may have been answered in several runs. */
function isFull({ mode, trigger }: VerificationResult): boolean {
  return mode === "full" || trigger.triggered;
}

function checkRecord(result: VerificationResult["results"][number], { units }: Assessment): CheckRecord {
  const { check, status, duration, cached, filesVerified, cacheHits, exitCode, retryCount } = result;
  const [unit] = units.get(check) ?? [];
  const fingerprint = unit?.target === "" ? unit.fingerprint : null;
  return {
    check,
    status,
    duration,
    cached,
    unitsRun: filesVerified,
    unitsStood: cacheHits,
    exitCode,
    retryCount,
    fingerprint,
  };
}

function recordInvalidations({ scope, store }: Assessment, { startedAt }: VerificationResult): void {
  const at = Date.parse(startedAt);
  const invalidations = [...scope.units.values()].flat().flatMap((each) => {
    if (each.decision !== "run" || each.replaces === null) return [];
    const { check, target, fingerprint } = each.replaces;
    const { reason } = each;
    const cause =
      "chain" in reason ? reason.chain.at(-1) : "changes" in reason ? reason.changes[0]?.path : undefined;
    return [
      {
        check,
        target,
        fingerprint,
        reason: explainReason(reason),
        triggeredBy: cause ?? (target === "" ? check : target),
        at,
      },
    ];
  });
  if (invalidations.length > 0) store.invalidations.record(invalidations);
}

/** Only a run that left nothing out can say that the tree is verified. */
function isComplete({ plan, scope }: Assessment): boolean {
  return plan.checks.every((planned) => {
    if (planned.decision === "skip")
      return (
        planned.reason.type !== "filtered" &&
        (planned.reason.type !== "no-files" || (scope.units.get(planned.check)?.length ?? 0) === 0)
      );
    return planned.decision !== "blocked" && planned.units.length === scope.units.get(planned.check)?.length;
  });
}

async function moveBaseline(
  { tree, changes, config }: Assessment,
  result: VerificationResult,
): Promise<void> {
  const { snapshot } = tree;
  const same =
    changes.complete && changes.added.length + changes.modified.length + changes.deleted.length === 0;
  if (same && changes.baseline?.commitHash === snapshot.commit) return;
  const exclude = config.incremental.excludePatterns;
  writeBaseline(config.root, await buildBaseline({ snapshot, exclude, timestamp: result.startedAt }));
}
