import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { assess, type AssessOptions, type Assessment } from "../assess.ts";
import type { PlannedCommand } from "../plan/plan.ts";
import { statPath } from "../system/file-stat.ts";
import { runGit } from "../system/git.ts";
import { findTracer } from "../system/tracer.ts";
import type { Check } from "../vocabulary/check.ts";
import type { VerificationEvent } from "../vocabulary/event.ts";
import { explainSkip } from "../vocabulary/explain.ts";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import { isOwnFile } from "../vocabulary/own-files.ts";
import { decodePath } from "../vocabulary/path.ts";
import { createRedact, type Redact } from "../vocabulary/redact.ts";
import { auditCheck, type AuditContext } from "./audit-check.ts";
import type { CheckAudit } from "./check-audit.ts";
import { notAudited } from "./summarize-units.ts";
import { createTracedExecutor } from "./trace-command.ts";
import { createProducts } from "./trace-products.ts";

export type AuditOptions = Pick<
  AssessOptions,
  "cwd" | "env" | "config" | "configFile" | "profiles" | "paths" | "checks" | "timeout" | "concurrency"
> & {
  /** How many units of a check are traced, spread over its targets. */
  readonly limit?: number;
  /** Write what is missing into the configuration. */
  readonly fix?: boolean;
  /** Abort it to stop: what is running is ended, and the audit says so. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: VerificationEvent) => void;
};

export interface Audit {
  readonly schemaVersion: 1;
  /** Whether every check was looked at and none reads anything that is not declared, or that is not declared now. */
  readonly success: boolean;
  readonly interrupted: boolean;
  readonly checks: readonly CheckAudit[];
}

const LIMIT = 20;

/**
 * Runs the commands of checks under a trace and says which files of the repository they read that the fingerprints do
 * not cover. Reads and stores no verdict.
 */
export async function audit(options: AuditOptions = {}): Promise<Result<Audit>> {
  const { cwd = process.cwd(), env = process.env } = options;
  const tracer = findTracer(env);
  if ("why" in tracer) return fail({ kind: "cannot-trace", message: `${tracer.why} ${tracer.advice}` });
  const assessed = await assess({ ...options, kinds: "predicted" });
  if (!assessed.ok) return assessed;
  const assessment = assessed.value;
  assessment.store.close();
  const { config } = assessment;
  const signal = options.signal ?? new AbortController().signal;
  const run = createTracedExecutor({ root: config.root, env, tracer });
  const execute = (command: PlannedCommand): ReturnType<typeof run> => run(command, signal);
  const trace = await traceContext(assessment);
  const context: AuditContext = {
    assessment,
    trace,
    limit: options.limit ?? LIMIT,
    execute,
    products: createProducts(assessment, trace, execute),
    change: { config, cwd, profiles: options.profiles ?? [], isWriting: options.fix === true },
  };
  const found = new Map<string, CheckAudit>();
  // Checks come after those whose products they use.
  const byName = new Map(config.checks.map((check) => [check.name, check]));
  for (const name of assessment.units.keys()) {
    if (signal.aborted || (options.checks !== undefined && isOther(name, options.checks))) continue;
    options.onEvent?.({ type: "check-started", check: name, at: Date.now() });
    found.set(name, await auditCheck(byName.get(name) as Check, context));
  }
  const checks = config.checks.flatMap(({ name }) => found.get(name) ?? skipped(name, options, assessment));
  const declared = new Set(config.checks.flatMap((check) => Object.keys(check.env)));
  const redact = createRedact({ env, declared, isPath: existsSync });
  return succeed({
    schemaVersion: 1,
    success: !signal.aborted && checks.every(isClean),
    interrupted: signal.aborted,
    checks: redactAll(checks, redact) as readonly CheckAudit[],
  });
}

function isOther(name: string, checks: readonly string[]): boolean {
  return checks.length > 0 && !checks.includes(name);
}

/** A check that was asked for by its name and takes no part says why. */
function skipped(name: string, options: AuditOptions, { selection }: Assessment): readonly CheckAudit[] {
  const reason = selection.get(name) ?? null;
  return reason === null || options.checks?.includes(name) !== true
    ? []
    : [notAudited({ check: name, status: "not-run", why: explainSkip(reason), total: 0 })];
}

async function traceContext({ config, tree }: Assessment): Promise<AuditContext["trace"]> {
  const root = realpathSync(config.root);
  const asked = await runGit({ root, args: ["rev-parse", "--path-format=absolute", "--git-common-dir"] });
  const storage = `${config.incremental.storagePath.replace(/\/+$/, "")}/`;
  return {
    root,
    gitDirectory: asked.ok ? decodePath(asked.stdout).replace(/\n$/, "") : null,
    snapshot: tree.snapshot,
    isOwn: (path) => isOwnFile(path) || path.startsWith(storage),
    isFile: (path) => ["file", "executable", "symlink"].includes(kindOf(join(root, path))),
    isDirectory: (path) => kindOf(join(root, path)) === "directory",
  };
}

function kindOf(path: string): string {
  const stat = statPath(path);
  return typeof stat === "string" ? stat : stat.kind;
}

/** Whether nothing is left to declare. */
export function isClean({ status, undeclared, suggestion, hasUncoveredPackages }: CheckAudit): boolean {
  if (status === "not-run" || hasUncoveredPackages) return false;
  return undeclared.length === 0 || (suggestion?.written === true && suggestion.advice === null);
}

/** A path can hold a secret as any text can. */
function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((each) => redactAll(each, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactAll(each, redact)]));
}
