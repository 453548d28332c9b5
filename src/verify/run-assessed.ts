import { existsSync } from "node:fs";
import { categoriesOf } from "../checks/finding-categories.ts";
import { blameFindings, openKnownFindings } from "../findings/known-findings.ts";
import { findUpstream } from "../graph/find-upstream.ts";
import { contradictResult } from "../run/doubt/contradict-result.ts";
import { NO_MARK } from "../run/doubt/watch-tree.ts";
import { createLocalExecutor } from "../run/executor.ts";
import { runPlan } from "../run/run-plan.ts";
import { summarize } from "../run/summarize.ts";
import { useIncrements } from "../run/use-increments.ts";
import { describeChanges, describeScope, narrowScope } from "../scope/describe-scope.ts";
import { createRedact } from "../secrets/redact.ts";
import type { Sending, SendOptions } from "./send/send-commands.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import { openSourceFiles } from "../system/files/source-files.ts";
import type { Failure } from "../vocabulary/failure.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type { Report } from "../vocabulary/run/report.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { Access } from "../vocabulary/tree/path-set.ts";
import type { Fingerprint } from "../vocabulary/tree/path.ts";
import type { CacheCheck, Contradiction } from "../vocabulary/verdict/cache-check.ts";
import type { CheckResult } from "../vocabulary/verdict/result.ts";
import type { Assessment } from "./assess.ts";
import type { AssessOptions } from "./assess/assess-options.ts";
import { createBuiltinExecutor } from "./builtin-executor.ts";
import { chooseIncrements } from "./choose-increments.ts";
import { chooseTracer, NOT_WATCHING } from "./choose-tracer.ts";
import type { VerifyOptions } from "./options.ts";
import { observeRun } from "./record/record-observed.ts";
import { createVerdictRecorder, standingVerdicts, watchAssessed } from "./record/record-verdicts.ts";

/** What only the program itself asks of a run, beside what the library offers. */
export interface RunOptions extends VerifyOptions, AssessOptions {
  /** Called after a run with what its verdicts were seen to depend on beside the tree, by absolute path. */
  readonly onSeenBeside?: (places: ReadonlyMap<string, Access>) => void;
  /** Called after a run with what it has reached, while its store is open. */
  readonly onReached?: (
    assessment: Assessment,
    reached: { readonly runId: string; readonly fingerprints: readonly Fingerprint[] },
  ) => void;
  /** Gets what goes on after the result is known, and ends soon: sharing it with other machines. Waited for unless given. */
  readonly inBackground?: (work: Promise<void>) => void;
  /** Who asks and how, as plain JSON: given, a run with nothing to do is kept as the last run. */
  readonly request?: unknown;
  /** Asked before anything runs, with the reports that the configuration wants: why there is no point in it. */
  readonly refuse?: (reports: readonly Report[]) => Failure | null;
}

export interface RunContext {
  readonly runId: string;
  readonly startedAt: Date;
  /** By the clock that only goes forward, in milliseconds. */
  readonly start: number;
  readonly emit: Emit;
  readonly warnings: readonly string[];
}

/** What came of a run. */
export interface AssessedRun {
  readonly result: VerificationResult;
  /** The verdicts that it stored. */
  readonly kept: ReadonlyMap<Fingerprint, StoredVerdict>;
  /** The mark under which nothing else has been found since; null where another run came in between. */
  readonly mark: string | null;
}

/** Runs what was planned, keeps what came out, and puts it together. */
export async function runAssessed(
  assessment: Assessment,
  options: RunOptions,
  context: RunContext,
): Promise<AssessedRun> {
  const { startedAt, emit, runId } = context;
  const { config, plan, scope, store, changes, tree, judgement } = assessment;
  for (const message of [...assessment.warnings, ...(assessment.taken?.warnings ?? [])])
    emit({ type: "warning", message });
  const started = plan.checks.flatMap(({ check, decision }) => (decision === "skip" ? [] : [check]));
  emit({ type: "run-started", checks: started, reports: config.reports });

  const { isKeeping } = assessment;
  const kept = new Map<Fingerprint, StoredVerdict>();
  const onKept = (verdicts: readonly StoredVerdict[]): void =>
    verdicts.forEach((verdict) => kept.set(verdict.fingerprint, verdict));
  const isRecording = isKeeping && plan.checks.some(({ decision }) => decision === "run");
  // What was found before may be contradicted now.
  let mark: string | null = isRecording
    ? forgetLastRun(store, assessment.lastRunMark)
    : assessment.lastRunMark;
  const watch = isRecording ? watchAssessed(assessment) : null;
  const compared: (Contradiction | null)[] = [];
  const onCompared = (found: Contradiction | null): void => void compared.push(found);
  const env = options.env ?? process.env;
  const onWithdrawn = (fingerprints: readonly Fingerprint[]): void =>
    fingerprints.forEach((fingerprint) => kept.delete(fingerprint));
  const watching = isRecording ? chooseTracer(assessment, env) : NOT_WATCHING;
  const recorder =
    watch === null
      ? null
      : createVerdictRecorder(assessment, watch, {
          runId,
          emit,
          onKept,
          onWithdrawn,
          onCompared,
          observer: await observeRun(assessment, env),
        });
  const declared = new Set(config.checks.flatMap((check) => Object.keys(check.env)));
  const redact = createRedact({ env, declared, isPath: existsSync });
  const scales = await openKnownFindings(assessment, options);
  const local = useIncrements(
    createLocalExecutor({ root: config.root, env, declared, tracer: watching.tracer }),
    store.increments,
    chooseIncrements(assessment),
  );
  const sending = await openSending({ assessment, local, runId, env, emit, redact }, options);
  const ran = await runPlan({
    plan,
    checks: config.checks,
    execution: config.execution,
    executor: sending?.executor ?? local,
    ...(sending === null ? {} : { width: sending.width }),
    verifyFile: createBuiltinExecutor(assessment),
    sources: openSourceFiles(config.root),
    emit,
    signal: options.signal ?? new AbortController().signal,
    standing: (check) => standingVerdicts(assessment, check),
    ...(scales.tolerates === undefined ? {} : { tolerates: scales.tolerates }),
    redact,
    mark: async (check) => (watch === null ? NO_MARK : watch.mark(check)),
    record: (check, attempt) => recorder?.record(check, attempt),
  }).finally(() => sending?.close());
  await recorder?.flush();
  // Another run may have been remembered meanwhile that knows nothing of this failure.
  if (isRecording && ran.results.some(({ status }) => status === "failed")) mark = forgetLastRun(store, mark);
  if (watching.missing !== null && store.history.countRuns() === 0)
    emit({ type: "unwatched", ...watching.missing });
  const contradictions = compared.filter((found) => found !== null);
  const run = {
    ...ran,
    results: ran.results.map((result) =>
      contradict(assessment, countKinds(assessment, result, kept), contradictions),
    ),
  };
  for (const message of store.warnings) emit({ type: "warning", message });
  const { warnings: gaps, ...weighed } = scales.compare(run.results);
  for (const message of gaps) emit({ type: "warning", message });
  const { findings } = weighed;
  const result = summarize({
    run,
    runId,
    startedAt,
    duration: Math.round(performance.now() - context.start),
    mode: plan.mode,
    requestedMode: options.mode ?? "auto",
    reason: options.reason === undefined ? null : redact(options.reason),
    trigger: judgement.trigger,
    baseline: changes.baseline,
    changes: describeChanges(changes, judgement.modified),
    scope: describeScope(narrowScope(scope, plan), changes, tree.graph),
    impact: judgement.impact,
    cacheCheck: describeSamples(assessment, compared.length, contradictions),
    ...weighed,
    upstream: findUpstream(
      tree.graph,
      findings.flatMap(({ file }) => file ?? []),
    ),
    findings: options.blame === true ? await blameFindings(config.root, findings) : findings,
    warnings: context.warnings,
  });
  return { result, kept, mark };
}

/** Loads what sends commands only where some are sent. */
async function openSending(
  options: Omit<SendOptions, "settings" | "library" | "choice">,
  given: AssessOptions,
): Promise<Sending | null> {
  const { config, plan } = options.assessment;
  const { workers: settings } = config.execution;
  if (settings === null || !plan.checks.some(({ decision }) => decision === "run")) return null;
  const { loadQueueLibrary } = await import("../queue/queue-library.ts");
  const library = loadQueueLibrary(config.root);
  if (!library.ok) return null;
  const { sendCommands } = await import("./send/send-commands.ts");
  const { chooseConfig } = await import("./send/choose-config.ts");
  const choice = chooseConfig(options.assessment, given);
  return sendCommands({ ...options, settings, library: library.value, choice });
}

/** The mark that there is then; null where another run came in between, and so it is not the one that was there before. */
function forgetLastRun({ lastRun }: Store, before: string | null): string | null {
  const isAlone = lastRun.mark() === before;
  const mark = lastRun.forget();
  return isAlone ? mark : null;
}

/** A verdict that was not kept is known by nothing that was seen. */
function countKinds(
  assessment: Assessment,
  result: CheckResult,
  kept: ReadonlyMap<Fingerprint, StoredVerdict>,
): CheckResult {
  const fresh = [...kept.values()].filter(({ check }) => check === result.check);
  const verdicts = [...standingVerdicts(assessment, result.check), ...fresh];
  const observed = verdicts.filter(({ kind }) => kind === "observed").length;
  const all = result.status === "skipped" ? 0 : result.filesVerified + result.cacheHits;
  return { ...result, observed: Math.min(observed, all), predicted: Math.max(0, all - observed) };
}

/** What the samples say, as far as they are about a check. */
function contradict(
  { config }: Assessment,
  result: CheckResult,
  contradictions: readonly Contradiction[],
): CheckResult {
  const own = contradictions.filter(({ check }) => check === result.check);
  const check = config.checks.find(({ name }) => name === result.check);
  return contradictResult(result, categoriesOf({ type: result.type, category: check?.category ?? "" }), own);
}

/** Null where no verdict was to be put to the test, or where nobody asked and none was. */
function describeSamples(
  { sampling: { share, isDefault }, plan }: Assessment,
  compared: number,
  contradictions: readonly Contradiction[],
): CacheCheck | null {
  if (share === 0) return null;
  const units = plan.checks.flatMap((planned) => ("units" in planned ? planned.units : []));
  const { length: sampled } = units.filter(({ reason }) => reason.type === "sampled");
  if (isDefault && sampled === 0) return null;
  return { share, sampled, compared, contradictions };
}
