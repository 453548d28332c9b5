import { existsSync } from "node:fs";
import { categoriesOf } from "../checks/finding-categories.ts";
import { blameFindings, type KnownFindings, openKnownFindings } from "../findings/known-findings.ts";
import { findUpstream } from "../graph/find-upstream.ts";
import { contradictResult } from "../run/doubt/contradict-result.ts";
import { createLocalExecutor } from "../run/executor.ts";
import { type AnswerOptions, answerPlan } from "../run/answer-plan.ts";
import { runPlan, type RunResult } from "../run/run-plan.ts";
import { summarize } from "../run/summarize.ts";
import { useIncrements } from "../run/use-increments.ts";
import { describeChanges, describeScope } from "../scope/describe-scope.ts";
import { createRedact } from "../secrets/redact.ts";
import type { Sending, SendOptions } from "./send/send-commands.ts";
import type { StoredVerdict } from "../store/records/records.ts";
import { madeOf } from "../values/packed-list.ts";
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
import { type Recorded, recordNothing, startRecording } from "./record/record-verdicts.ts";
import { cachedVerdicts } from "./record/cached-verdicts.ts";

/** Options that only this program uses, besides those of the library. */
export interface RunOptions extends VerifyOptions, AssessOptions {
  /**
   * Called after a run with the files outside the tree that its verdicts were seen to depend on, by absolute
   * path.
   */
  readonly onSeenBeside?: (places: ReadonlyMap<string, Access>) => void;
  /** Called after a run with its verdicts, while its store is open. */
  readonly onReached?: (
    assessment: Assessment,
    reached: { readonly runId: string; readonly fingerprints: readonly Fingerprint[] },
  ) => void;
  /**
   * Takes the work that goes on after the result is known (sharing it with other machines). Without it, the
   * run waits for that work.
   */
  readonly inBackground?: (work: Promise<void>) => void;
  /** The request as plain JSON. If given, a run with nothing to do is kept as the last run. */
  readonly request?: unknown;
  /** Called before anything runs, with the configured reports: may return why the run is pointless. */
  readonly refuse?: (reports: readonly Report[]) => Failure | null;
}

export interface RunContext {
  readonly runId: string;
  readonly startedAt: Date;
  /** From the monotonic clock, in milliseconds. */
  readonly start: number;
  readonly emit: Emit;
  readonly warnings: readonly string[];
}

/** The outcome of a run. */
export interface AssessedRun extends Pick<Recorded, "kept" | "edition"> {
  readonly result: VerificationResult;
}

/** Runs the plan, stores its verdicts, and builds the result. */
export async function runAssessed(
  assessment: Assessment,
  options: RunOptions,
  context: RunContext,
): Promise<AssessedRun> {
  const { emit, runId } = context;
  const { config, plan, store, isKeeping } = assessment;
  const env = options.env ?? process.env;
  for (const message of [...assessment.warnings, ...(assessment.taken?.warnings ?? [])])
    emit({ type: "warning", message });
  const started = plan.checks.flatMap(({ check, decision }) => (decision === "skip" ? [] : [check]));
  emit({ type: "run-started", checks: started, reports: config.reports });

  const isRecording = isKeeping && plan.checks.some(({ decision }) => decision === "run");
  const recording = isRecording
    ? await startRecording(assessment, { runId, emit, env })
    : recordNothing(assessment);
  const watching = isRecording ? chooseTracer(assessment, env) : NOT_WATCHING;
  const parts = await openParts(assessment, options);
  const { declared, redact } = parts;
  const local = useIncrements(
    createLocalExecutor({ root: config.root, env, declared, tracer: watching.tracer }),
    store.increments,
    chooseIncrements(assessment),
  );
  const sending = await openSending({ assessment, local, runId, env, emit, redact }, options);
  const ran = await runPlan({
    ...parts,
    executor: sending?.executor ?? local,
    ...(sending === null ? {} : { width: sending.width }),
    verifyFile: createBuiltinExecutor(assessment),
    sources: openSourceFiles(config.root),
    emit,
    signal: options.signal ?? new AbortController().signal,
    noteStart: recording.noteStart,
    record: recording.record,
  }).finally(() => sending?.close());
  const recorded = await recording.finish();
  if (watching.missing !== null && store.history.countRuns() === 0)
    emit({ type: "unwatched", ...watching.missing });
  const result = await describeRun(assessment, { options, context, ran, recorded, parts });
  return { result, kept: recorded.kept, edition: recorded.edition };
}

/** The result of a run in which nothing has to run; null if it depends on how the run goes. */
export async function answerAssessed(
  assessment: Assessment,
  options: RunOptions,
  context: RunContext,
): Promise<VerificationResult | null> {
  const parts = await openParts(assessment, options);
  const results = await answerPlan(parts);
  if (results === null) return null;
  const recorded = await recordNothing(assessment).finish();
  return describeRun(assessment, { options, context, ran: { results, stoppedBy: null }, recorded, parts });
}

/** What every result of a run is found from. */
interface ResultParts extends AnswerOptions {
  /** The variables that checks declare. */
  readonly declared: ReadonlySet<string>;
  readonly scales: KnownFindings;
}

async function openParts(assessment: Assessment, options: RunOptions): Promise<ResultParts> {
  const { checks, execution } = assessment.config;
  const declared = new Set(checks.flatMap((check) => Object.keys(check.env)));
  const scales = await openKnownFindings(assessment, options);
  return {
    plan: assessment.plan,
    checks,
    execution,
    cached: (check) => cachedVerdicts(assessment, check),
    ...(scales.tolerates === undefined ? {} : { tolerates: scales.tolerates }),
    redact: createRedact({ env: options.env ?? process.env, declared, isPath: existsSync }),
    declared,
    scales,
  };
}

interface Ran {
  readonly options: RunOptions;
  readonly context: RunContext;
  readonly ran: RunResult;
  readonly recorded: Recorded;
  readonly parts: ResultParts;
}

/** The result of the run, as reports show it. */
async function describeRun(
  assessment: Assessment,
  { options, context, ran, recorded, parts: { scales, redact } }: Ran,
): Promise<VerificationResult> {
  const { config, plan, store, changes, tree, judgement } = assessment;
  const contradictions = recorded.compared.filter((found) => found !== null);
  const results = ran.results.map((result) =>
    contradict(assessment, countKinds(assessment, result, recorded.kept), contradictions),
  );
  const { warnings: gaps, ...weighed } = scales.compare(results);
  for (const message of [...store.warnings, ...gaps]) context.emit({ type: "warning", message });
  const { findings } = weighed;
  return summarize({
    run: { ...ran, results },
    runId: context.runId,
    startedAt: context.startedAt,
    duration: Math.round(performance.now() - context.start),
    mode: plan.mode,
    requestedMode: options.mode ?? "auto",
    reason: options.reason === undefined ? null : redact(options.reason),
    trigger: judgement.trigger,
    baseline: changes.baseline,
    changes: describeChanges(changes, judgement.modified),
    scope: describeScope(assessment.meant, changes, tree.graph),
    impact: judgement.impact,
    cacheCheck: describeSamples(assessment, recorded.compared.length, contradictions),
    ...weighed,
    upstream: findUpstream(
      tree.graph,
      findings.flatMap(({ file }) => file ?? []),
    ),
    findings: options.blame === true ? await blameFindings(config.root, findings) : findings,
    warnings: context.warnings,
  });
}

/** Loads the code that sends commands only if some are sent. */
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

/** A verdict that was not stored does not count as observed. */
function countKinds(
  assessment: Assessment,
  result: CheckResult,
  kept: ReadonlyMap<Fingerprint, StoredVerdict>,
): CheckResult {
  const fresh = [...kept.values()].filter(({ check, kind }) => check === result.check && kind === "observed");
  const observed = cachedVerdicts(assessment, result.check).observed + fresh.length;
  const all = result.status === "skipped" ? 0 : result.filesVerified + result.cacheHits;
  return { ...result, observed: Math.min(observed, all), predicted: Math.max(0, all - observed) };
}

/** The contradictions that samples found in a check. */
function contradict(
  { config }: Assessment,
  result: CheckResult,
  contradictions: readonly Contradiction[],
): CheckResult {
  const own = contradictions.filter(({ check }) => check === result.check);
  const check = config.checks.find(({ name }) => name === result.check);
  return contradictResult(result, categoriesOf({ type: result.type, category: check?.category ?? "" }), own);
}

/** Null if sampling is off, or if it is only on by default and sampled nothing. */
function describeSamples(
  { sampling: { share, isDefault }, meant }: Assessment,
  compared: number,
  contradictions: readonly Contradiction[],
): CacheCheck | null {
  if (share === 0) return null;
  const units = [...meant.units.values()].flatMap(madeOf);
  const { length: sampled } = units.filter(({ reason }) => reason.type === "sampled");
  if (isDefault && sampled === 0) return null;
  return { share, sampled, compared, contradictions };
}
