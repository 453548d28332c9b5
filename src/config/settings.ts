import { availableParallelism } from "node:os";
import type { Execution, Incremental } from "./resolved-config.ts";
import type { ConfigInput } from "./schema.ts";

/** Settings of the command line, put over those of the configuration. */
export interface ExecutionOverrides {
  readonly concurrency?: number;
  readonly failFast?: boolean;
}

export function resolveExecution({ execution = {} }: ConfigInput, options: ExecutionOverrides): Execution {
  const slots = execution.parallel === false ? 1 : (execution.maxParallel ?? availableParallelism());
  return {
    slots: options.concurrency ?? slots,
    overallTimeout: execution.overallTimeout ?? 1_800_000,
    retryDelayMs: execution.retryDelayMs ?? 1000,
    failFast: options.failFast ?? execution.failFast ?? false,
    continueOnWarning: execution.continueOnWarning ?? true,
  };
}

export function resolveIncremental({ incremental = {} }: ConfigInput): Incremental {
  const { change_detection: detection = {}, caching = {} } = incremental;
  return {
    enabled: (incremental.enabled ?? true) && (caching.enabled ?? true),
    primary: detection.primary ?? "git",
    fallback: detection.fallback ?? "hash",
    similarityThreshold: detection.similarity_threshold ?? 0.6,
    ttlDays: caching.ttl_days ?? 30,
    maxSizeMb: caching.max_size_mb ?? 256,
    storagePath: caching.storage_path ?? ".verification-cache/",
    excludePatterns: incremental.exclude_patterns ?? ["node_modules/**", ".git/**", "*.log"],
    opaqueImports: incremental.opaque_imports ?? "project",
  };
}
