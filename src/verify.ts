import { randomBytes } from "node:crypto";
import { loadConfig, type LoadOptions } from "./config/load.ts";
import { resolvePaths } from "./config/paths.ts";
import type { ResolvedConfig } from "./config/resolved-config.ts";
import { listFiles } from "./detect/list-files.ts";
import { buildPlan } from "./plan/build-plan.ts";
import type { Plan } from "./plan/plan.ts";
import { createLocalExecutor } from "./run/executor.ts";
import { runPlan } from "./run/run-plan.ts";
import { summarize } from "./run/summarize.ts";
import { selectChecks } from "./scope/select-checks.ts";
import type { VerificationEvent } from "./vocabulary/event.ts";
import { succeed, type Result } from "./vocabulary/failure.ts";
import type { RequestedMode, VerificationResult } from "./vocabulary/verification-result.ts";

export interface VerifyOptions extends Partial<LoadOptions> {
  /** Only what is at or below these paths, seen from `cwd`, is verified. */
  readonly paths?: readonly string[];
  readonly checks?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly mode?: RequestedMode;
  /** Why this run was asked for; kept in reports. */
  readonly reason?: string;
  /** Called for everything that happens while the run goes on. */
  readonly onEvent?: (event: VerificationEvent) => void;
  /** Abort it to stop the run: what is running is ended, and the result says so. */
  readonly signal?: AbortSignal;
}

/**
 * Verifies a repository. A check that fails is a result, and so is everything that can be wrong with what the
 * caller gave; an exception is a bug.
 */
export async function verify(options: VerifyOptions = {}): Promise<Result<VerificationResult>> {
  const startedAt = new Date();
  const start = performance.now();
  const warnings: string[] = [];
  const emit = (event: VerificationEvent): void => {
    if (event.type === "warning") warnings.push(event.message);
    options.onEvent?.(event);
  };
  const prepared = await prepare(options);
  if (!prepared.ok) return prepared;
  const { config, plan } = prepared.value;
  for (const message of config.warnings) emit({ type: "warning", message });
  const started = plan.checks.flatMap(({ check, decision }) => (decision === "skip" ? [] : [check]));
  emit({ type: "run-started", checks: started, report: config.report });
  const run = await runPlan({
    plan,
    checks: config.checks,
    execution: config.execution,
    executor: createLocalExecutor({ root: config.root, env: options.env ?? process.env }),
    emit,
    signal: options.signal ?? new AbortController().signal,
  });
  return succeed(
    summarize({
      run,
      runId: createRunId(startedAt),
      startedAt,
      duration: Math.round(performance.now() - start),
      requestedMode: options.mode ?? "auto",
      reason: options.reason ?? null,
      warnings,
    }),
  );
}

/** What `verify` would do, as plain data. Nothing is run. */
export async function plan(options: VerifyOptions = {}): Promise<Result<Plan>> {
  const prepared = await prepare(options);
  return prepared.ok ? succeed(prepared.value.plan) : prepared;
}

async function prepare(options: VerifyOptions): Promise<Result<{ config: ResolvedConfig; plan: Plan }>> {
  const cwd = options.cwd ?? process.cwd();
  const config = await loadConfig({ ...options, cwd, env: options.env ?? process.env });
  if (!config.ok) return config;
  const { root, git, checks, chosenBySkill } = config.value;
  const paths = resolvePaths(root, cwd, options.paths ?? []);
  if (!paths.ok) return paths;
  const selection = selectChecks(checks, {
    checks: options.checks ?? [],
    tags: options.tags ?? [],
    categories: options.categories ?? [],
    bySkill: chosenBySkill,
  });
  if (!selection.ok) return selection;
  const files = await listFiles(root, git);
  const built = buildPlan({ checks, selection: selection.value, files, paths: paths.value });
  return succeed({ config: config.value, plan: built });
}

/** Sorts by time, and is unique among runs that start in the same second. */
function createRunId(startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-${randomBytes(3).toString("hex")}`;
}
