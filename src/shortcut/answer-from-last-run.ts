import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isTreeUnchanged } from "../detect/tree-stamp.ts";
import { DEFAULT_STORAGE } from "../paths/own-files.ts";
import { readLastRun } from "../store/kept/last-run.ts";
import { appendToJournal } from "../store/kept/run-journal.ts";
import { loadKey } from "../store/key.ts";
import type { RunRecord } from "../store/records/records.ts";
import { createRunId } from "../verify/run-id.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Report } from "../vocabulary/run/report.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { TreeStamp } from "../vocabulary/tree/snapshot.ts";
import { isSameSurroundings, type Surroundings } from "./same-surroundings.ts";

/** A run that had nothing to do, and everything that was looked at to find that out. */
export interface LastRun extends Omit<Surroundings, "mark"> {
  /** Who asked and how, as given to `verify`. */
  readonly request: unknown;
  readonly reports: readonly Report[];
  readonly result: VerificationResult;
  readonly record: RunRecord;
  readonly stamp: TreeStamp;
  /** Whether a check insists on being watched: where that cannot be, the run is refused. */
  readonly mustWatch: boolean;
}

export interface LastRunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a kept run was asked for in the same way. */
  readonly isSame: (request: unknown) => boolean;
  /** Asked only where a check insists on being watched. */
  readonly canTrace: () => Promise<boolean>;
}

export type LastRunAnswer = Pick<LastRun, "request" | "reports" | "result">;

/**
 * Answers a request from the last run that had nothing to do, if nothing that run looked at has changed since.
 * Null where that cannot be said: then the repository has to be assessed. Loads neither the configuration nor
 * the graph nor the database.
 */
export async function answerFromLastRun({
  cwd,
  env,
  isSame,
  canTrace,
}: LastRunOptions): Promise<LastRunAnswer | null> {
  const startedAt = Date.now();
  const start = performance.now();
  const root = findRepository(cwd);
  if (root === null) return null;
  // What is kept is found without reading the configuration, which may say that it is elsewhere.
  const dir = { base: root, path: DEFAULT_STORAGE };
  const key = loadKey(process.env, { create: false, root });
  if (key === "none yet" || "problem" in key) return null;
  const lastRun = readLastRun({ dir, key, engine: ENGINE }) as LastRun | undefined;
  if (lastRun === undefined || !isSame(lastRun.request)) return null;
  if (startedAt > lastRun.until || lastRun.node !== process.version) return null;
  // Git is asked while the rest is looked at.
  const isTreeSame = isTreeUnchanged(root, lastRun.stamp);
  const isUnchanged = isSameSurroundings(lastRun, env, startedAt);
  if (!(await isTreeSame) || !isUnchanged) return null;
  // Anything but a clear no: what an earlier version kept does not say.
  if (lastRun.mustWatch !== false && !(await canTrace())) return null;
  const again = { runId: createRunId(new Date(startedAt)), duration: Math.round(performance.now() - start) };
  const kept = appendToJournal(dir, key, { ...lastRun.record, ...again, startedAt });
  return kept ? { ...lastRun, result: renew(lastRun.result, { ...again, startedAt }) } : null;
}

function renew(
  result: VerificationResult,
  { runId, duration, startedAt }: { runId: string; duration: number; startedAt: number },
): VerificationResult {
  return {
    ...result,
    runId,
    duration,
    startedAt: new Date(startedAt).toISOString(),
    results: result.results.map((each) => ({ ...each, timestamp: startedAt })),
  };
}

export function findRepository(directory: string): string | null {
  if (existsSync(join(directory, ".git"))) return directory;
  const parent = dirname(directory);
  return parent === directory ? null : findRepository(parent);
}
