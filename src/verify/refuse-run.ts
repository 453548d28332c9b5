import type { Failure } from "../vocabulary/failure.ts";
import type { Assessment } from "./assess.ts";
import { refuseUnwatched } from "./choose-tracer.ts";
import type { RunOptions } from "./run-assessed.ts";

/** Why there is no run, although its input is valid. Called before anything runs. Null if it can go on. */
export async function refuseRun(assessment: Assessment, options: RunOptions): Promise<Failure | null> {
  return (
    refuseUnwatched(assessment, options.env ?? process.env) ??
    (await refuseWithoutQueue(assessment)) ??
    options.refuse?.(assessment.config.reports) ??
    null
  );
}

/**
 * Why workers cannot be used: their URL is wrong, or the library for their queue is not installed. Null if they can be
 * used, or if none are configured.
 */
async function refuseWithoutQueue({ config }: Assessment): Promise<Failure | null> {
  const { workers } = config.execution;
  if (workers === null) return null;
  const { loadQueueLibrary } = await import("../queue/queue-library.ts");
  const { checkQueueUrl } = await import("../queue/connect.ts");
  const [url, library] = [checkQueueUrl(workers.url), loadQueueLibrary(config.root)];
  if (!url.ok) return url.failures[0] ?? null;
  return library.ok ? null : (library.failures[0] ?? null);
}
