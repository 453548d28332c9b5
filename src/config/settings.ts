import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { leadsOut } from "../paths/is-within.ts";
import { BASELINE_FILE, DEFAULT_STORAGE, isStoreFile } from "../paths/own-files.ts";
import { readdirSync } from "../system/observed/observed-files.ts";
import { parseShare } from "../values/share.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import { DEFAULT_TOKENS, type Report } from "../vocabulary/run/report.ts";
import type { WorkerSettings } from "../vocabulary/run/workers.ts";
import type { ConfigDocument } from "./document.ts";
import { formatOf, sharesOutput } from "./report-formats.ts";
import type {
  AgentSettings,
  BaselineFile,
  ExecutionSettings,
  FullTriggers,
  Incremental,
} from "./resolved-config.ts";
import type { ConfigInput } from "./schema/schema.ts";

/** Settings of the command line, which override the configuration. */
export interface ExecutionOverrides {
  readonly concurrency?: number;
  readonly failFast?: boolean;
  /** The address of a queue that workers take commands from. */
  readonly workers?: string;
}

export function resolveExecution(
  { execution = {} }: ConfigInput,
  options: ExecutionOverrides,
): ExecutionSettings {
  const slots = execution.parallel === false ? 1 : (execution.maxParallel ?? availableParallelism());
  return {
    slots: options.concurrency ?? slots,
    overallTimeout: execution.overallTimeout ?? 1_800_000,
    retryDelayMs: execution.retryDelayMs ?? 1000,
    failFast: options.failFast ?? execution.failFast ?? false,
    continueOnWarning: execution.continueOnWarning ?? true,
    workers: resolveWorkers(execution.workers, options.workers),
  };
}

type DeclaredWorkers = NonNullable<ConfigInput["execution"]>["workers"];

function resolveWorkers(declared: DeclaredWorkers, url: string | undefined): WorkerSettings | null {
  const settings = typeof declared === "object" ? declared : {};
  const place = url ?? (typeof declared === "string" ? declared : settings.url);
  if (place === undefined) return null;
  const { remote = "origin", local = [], labels = {} } = settings;
  return { url: place, remote, local, labels };
}

export function resolveIncremental({ incremental = {}, baseline }: ConfigInput): Incremental {
  const { change_detection: detection = {}, caching = {} } = incremental;
  return {
    enabled: (incremental.enabled ?? true) && (caching.enabled ?? true),
    primary: detection.primary ?? "git",
    fallback: detection.fallback ?? "hash",
    similarityThreshold: detection.similarity_threshold ?? 0.6,
    unusedDays: caching.unused_days ?? 30,
    maxSizeMb: caching.max_size_mb ?? 256,
    storagePath: caching.storage_path ?? `${DEFAULT_STORAGE}/`,
    excludePatterns: [
      ...(incremental.exclude_patterns ?? ["node_modules/**", ".git/**", "*.log"]),
      // The record of what is verified is not itself verified.
      ...(baseline?.path === undefined ? [] : [literalGlob(baseline.path)]),
    ],
    opaqueImports: incremental.opaque_imports ?? "project",
    verifyCache: incremental.verify_cache === undefined ? null : parseShare(String(incremental.verify_cache)),
    fullTriggers: resolveFullTriggers(incremental),
  };
}

export function resolveAgent({ agent = {} }: ConfigInput): AgentSettings {
  const { maxBlocks = 3, maxTokens = DEFAULT_TOKENS, newOnly = true } = agent;
  return { maxBlocks, maxTokens, newOnly };
}

const MANDATORY: readonly string[] = [
  "methods.csv",
  "**/*workflow*.md",
  "**/*schema*.json",
  "**/*verification*config*",
  "**/*config*verification*",
];

function resolveFullTriggers(incremental: NonNullable<ConfigInput["incremental"]>): FullTriggers {
  const thresholds = incremental.full_verification_triggers ?? {};
  return {
    mandatory: incremental.mandatory_full_triggers ?? MANDATORY,
    changedShare: thresholds.file_change_percentage ?? 0.5,
    depth: thresholds.dependency_depth ?? 5,
    cascade: thresholds.cascade_count ?? 20,
    affectedFiles: thresholds.affected_files ?? 50,
    staleDays: thresholds.stale_cache_days ?? 30,
  };
}

/** A glob that matches only this path. */
export function literalGlob(path: string): string {
  return path.replace(/[\\*?{}()[\]!+@|]/g, "\\$&");
}

/** The baseline that is a file of the repository: read if it exists, and written if that is requested. */
export function resolveBaseline(
  { baseline }: ConfigInput,
  root: string,
  document: ConfigDocument | null,
): Result<BaselineFile> {
  if (baseline?.path === undefined) return succeed({ path: BASELINE_FILE, isWrittenByRuns: false });
  const path = relative(root, resolve(root, baseline.path)).replaceAll("\\", "/");
  const isGits = path.split("/").some((name) => name.toLowerCase() === ".git");
  if (path !== "" && !leadsOut(path) && !isGits) return succeed({ path, isWrittenByRuns: true });
  return fail({
    kind: "config-invalid",
    message: "The baseline cannot be stored there.",
    ...(document === null ? {} : { at: document.locate(["baseline", "path"]) }),
    value: baseline.path,
    expected: "a file in the repository",
  });
}

/** The reports to write if the command line does not set any. */
export function resolveReports(
  { report = {} }: ConfigInput,
  root: string,
  document: ConfigDocument | null,
): Result<readonly Report[]> {
  const reports = [report].flat().map(({ format, path }): Report => ({
    format: format ?? (path === undefined ? undefined : formatOf(path)) ?? "text",
    path: path === undefined ? null : resolve(root, path),
  }));
  if (sharesOutput(reports)) return succeed(reports);
  return fail({
    kind: "config-invalid",
    message: "Several reports would go to standard output.",
    ...(document === null ? {} : { at: document.locate(["report"]) }),
    expected: "a path for all but one of them",
  });
}

/** The store's directory is not read as part of the tree, so it must contain nothing else. */
export function checkStoragePath(
  path: string | undefined,
  root: string,
  document: ConfigDocument | null,
): Failure | null {
  if (path === undefined) return null;
  const inside = relative(root, resolve(root, path));
  const others = listNames(join(root, inside)).filter((name) => !isStoreFile(name));
  const isGits = inside.split(/[\\/]/).some((name) => name.toLowerCase() === ".git");
  if (inside !== "" && !leadsOut(inside) && !isGits && others.length === 0) return null;
  return {
    kind: "config-invalid",
    message: "The store cannot be there.",
    ...(document === null ? {} : { at: document.locate(["incremental", "caching", "storage_path"]) }),
    value: path,
    expected:
      others.length > 0 && inside !== ""
        ? `a separate directory; ${inside} also contains ${others[0]}`
        : "a directory in the repository, used only for the store",
  };
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
