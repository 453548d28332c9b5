import { existsSync } from "node:fs";
import { createClosures } from "../graph/closure/closure.ts";
import { createRedact, type Redact } from "../secrets/redact.ts";
import { findTracer, type Untraceable } from "../system/strace/tracer.ts";
import { findTraceWorld } from "../trace/trace-world.ts";
import { memo } from "../values/memo.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assess, type WholeAssessment } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import { explainSkip } from "../wording/explain.ts";
import { auditCheck, type AuditContext } from "./audit-check.ts";
import type { CheckAudit } from "./check-audit.ts";
import { createMakers } from "./run-makers.ts";
import { notAudited } from "./summarize-units.ts";
import { createTraceCommand } from "./trace-command.ts";
import { createTraceUnits, type TraceUnits } from "./trace-units.ts";

export type AuditOptions = Pick<
  PlanOptions,
  "cwd" | "env" | "config" | "configFile" | "profiles" | "paths" | "checks" | "timeout" | "concurrency"
> & {
  /** How many units of a check to trace, of those that no run has watched, spread over its targets. */
  readonly limit?: number;
  /** Write what is missing into the configuration. */
  readonly fix?: boolean;
  /** Abort it to stop: what is running is ended, and the audit says so. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: VerificationEvent) => void;
};

export interface Audit {
  readonly schemaVersion: 1;
  /** Whether every check was audited, and everything that it reads is predicted, or was declared now. */
  readonly success: boolean;
  readonly interrupted: boolean;
  readonly checks: readonly CheckAudit[];
}

const LIMIT = 20;

/**
 * Compares what the commands of checks were seen to read with what is predicted. Uses the stored reads of earlier runs;
 * units that none has watched run under a trace, and nothing is stored.
 */
export async function audit(options: AuditOptions = {}): Promise<Result<Audit>> {
  const { cwd = process.cwd(), env = process.env } = options;
  // Whatever calls for verifying everything: if nothing changed, the reads would be the same again.
  const assessed = await assess({ ...options, mode: "incremental" });
  if (!assessed.ok) return assessed;
  const assessment = assessed.value;
  try {
    const { config, tree } = assessment;
    const signal = options.signal ?? new AbortController().signal;
    const world = await findTraceWorld(config.root, env, config.incremental.storagePath);
    const closures = memo(() => createClosures(tree.graph, tree.isRead));
    const tracing = memo((): TraceUnits | Untraceable => {
      const tracer = findTracer(env);
      if ("why" in tracer) return tracer;
      const { lookAgain } = assessment;
      const { snapshot } = tree;
      const stop = signal;
      const trace = createTraceCommand({ root: config.root, env, tracer, world, snapshot, lookAgain, stop });
      const makers = createMakers(assessment, trace);
      const onStart = (check: string): void =>
        options.onEvent?.({ type: "check-started", check, at: Date.now() });
      return createTraceUnits({ assessment, closures, trace, makers, onStart });
    });
    const change = { config, cwd, profiles: options.profiles ?? [], isWriting: options.fix === true };
    const { limit = LIMIT } = options;
    const context: AuditContext = { assessment, world, closures, limit, tracing, change };
    const found = new Map<string, CheckAudit>();
    // Checks come after those whose products they use.
    const byName = new Map(config.checks.map((check) => [check.name, check]));
    for (const name of assessment.units.keys()) {
      if (signal.aborted || (options.checks !== undefined && isOther(name, options.checks))) continue;
      found.set(name, await auditCheck(byName.get(name) as Check, context));
    }
    const checks = config.checks.flatMap(({ name }) => found.get(name) ?? skipped(name, options, assessment));
    const untraceable = findUntraceable(checks, context);
    if (untraceable !== null) return fail(untraceable);
    const declared = new Set(config.checks.flatMap((check) => Object.keys(check.env)));
    const redact = createRedact({ env, declared, isPath: existsSync });
    return succeed({
      schemaVersion: 1,
      success: !signal.aborted && checks.every(isClean),
      interrupted: signal.aborted,
      checks: redactAll(checks, redact) as readonly CheckAudit[],
    });
  } finally {
    closeStore(assessment.store, options.onEvent);
  }
}

/** If no run has watched anything and nothing can be traced, there is nothing to report; null otherwise. */
function findUntraceable(checks: readonly CheckAudit[], { tracing }: AuditContext): Failure | null {
  if (checks.some(({ status }) => status === "audited")) return null;
  if (!checks.some(({ untraced }) => untraced !== null)) return null;
  const found = tracing();
  return "why" in found ? { kind: "cannot-trace", message: `${found.why} ${found.advice}` } : null;
}

function isOther(name: string, checks: readonly string[]): boolean {
  return checks.length > 0 && !checks.includes(name);
}

/** A requested check that does not take part says why. */
function skipped(name: string, options: AuditOptions, { selection }: WholeAssessment): readonly CheckAudit[] {
  const reason = selection.get(name) ?? null;
  return reason === null || options.checks?.includes(name) !== true
    ? []
    : [notAudited({ check: name, status: "not-run", why: explainSkip(reason), total: 0 })];
}

/** Whether nothing is left to declare. */
export function isClean({ status, undeclared, suggestion, hasUncoveredPackages }: CheckAudit): boolean {
  if (status === "not-run" || hasUncoveredPackages) return false;
  return undeclared.length === 0 || (suggestion?.written === true && suggestion.advice === null);
}

/** A path can contain a secret, like any text. */
function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactAll(each, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactAll(each, redact)]));
}
