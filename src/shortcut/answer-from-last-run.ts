import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { askGit } from "../detect/git/git-questions.ts";
import type { BegunScan } from "../detect/git/git-scan.ts";
import { areReadAgain, isTreeUnchanged } from "../detect/tree-stamp.ts";
import { createSight } from "../paths/name-words.ts";
import { DEFAULT_STORAGE } from "../paths/own-files.ts";
import { readLastRun } from "../store/kept/last-run.ts";
import { appendToJournal } from "../store/kept/run-journal.ts";
import { loadKey } from "../store/key.ts";
import type { RunRecord } from "../store/records/records.ts";
import { lookAtDirectories, type StateOptions } from "../system/observed/directory-names.ts";
import { indexStamp } from "../system/git/git-index-stamp.ts";
import { describeSurroundings } from "../system/observed/surroundings.ts";
import { createRunId } from "../verify/run-id.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { Report } from "../vocabulary/run/report.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { TreeStamp } from "../vocabulary/tree/snapshot.ts";
import { isSameSurroundings, type Surroundings, unpackWords } from "./same-surroundings.ts";

/** A run that had nothing to do, and everything it looked at to find that out. */
export interface LastRun extends Omit<Surroundings, "edition"> {
  /** The caller's request, as given to `verify`. */
  readonly request: unknown;
  readonly reports: readonly Report[];
  readonly result: VerificationResult;
  readonly record: RunRecord;
  readonly stamp: TreeStamp;
  /** Words that can match a new name, in the form of `packWords`. */
  readonly words: string;
  /**
   * A digest of what is around the tree, if that decides which verdicts of other checkouts count; null if
   * there are none.
   */
  readonly around: { readonly digest: string; readonly setAside: readonly string[] } | null;
  /** Whether a check requires tracing: if that is impossible, the run is refused. */
  readonly mustWatch: boolean;
}

export interface LastRunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the kept run had the same request. */
  readonly isSame: (request: unknown) => boolean;
  /** Called only if a check requires tracing. */
  readonly canTrace: () => Promise<boolean>;
  /** A run follows if there is no answer. It needs git in any case, so git is started before anything else. */
  readonly isRun?: boolean;
  /** Called with what git was asked, which a run can use if there is no answer. */
  readonly onAsked?: (asked: AskedGit) => void;
}

/**
 * Who edits a file often edits it again. Up to this many files with edits are read before anything else is compared, so that
 * whatever comes next begins while git still works.
 */
const MOST_READ_FIRST = 20;

/** What git was asked about a tree, just now. */
export interface AskedGit {
  readonly root: string;
  readonly scan: BegunScan;
}

export type LastRunAnswer = Pick<LastRun, "request" | "reports" | "result">;

/**
 * Answers a request from the last run that had nothing to do, if nothing that run looked at has changed
 * since. Returns null if that is not certain: then the repository has to be assessed. Loads neither the
 * configuration nor the graph nor the database.
 */
export async function answerFromLastRun({
  cwd,
  env,
  isSame,
  canTrace,
  isRun = false,
  onAsked,
}: LastRunOptions): Promise<LastRunAnswer | null> {
  const startedAt = Date.now();
  const start = process.hrtime.bigint();
  const root = findRepository(cwd);
  if (root === null) return null;
  const begin = (): BegunScan => {
    const scan = { before: indexStamp(root), answers: askGit(root) };
    onAsked?.({ root, scan });
    return scan;
  };
  const begun = isRun ? begin() : undefined;
  // The kept run is found without reading the configuration, even though that may name another place.
  const dir = { base: root, path: DEFAULT_STORAGE };
  const key = loadKey(process.env, { create: false, root });
  if (key === "none yet" || "problem" in key) return null;
  const lastRun = readLastRun({ dir, key, engine: ENGINE }) as LastRun | undefined;
  if (lastRun === undefined || !isSame(lastRun.request)) return null;
  if (startedAt > lastRun.until || lastRun.node !== process.version) return null;
  // Git runs while the rest is compared.
  const { answers } = begun ?? begin();
  if (lastRun.stamp.read.length <= MOST_READ_FIRST && !(await areReadAgain(root, lastRun.stamp))) return null;
  const isTreeSame = isTreeUnchanged(root, lastRun.stamp, answers);
  const { around } = lastRun;
  const seenAround = around && describeSurroundings(root, around.setAside);
  const isUnchanged = isSameSurroundings(lastRun, env, startedAt) && areDirectoriesSame(root, lastRun);
  if (!(await isTreeSame) || !isUnchanged) return null;
  if ((await seenAround) !== (around?.digest ?? null)) return null;
  // Anything but `false` counts: earlier versions did not store this field.
  if (lastRun.mustWatch !== false && !(await canTrace())) return null;
  const again = { runId: createRunId(new Date(startedAt)), duration: millisecondsSince(start) };
  const kept = appendToJournal(dir, key, { ...lastRun.record, ...again, startedAt });
  return kept ? { ...lastRun, result: renew(lastRun.result, { ...again, startedAt }) } : null;
}

/** `performance` says the same, but Node loads ten modules for it. */
function millisecondsSince(start: bigint): number {
  return Math.round(Number(process.hrtime.bigint() - start) / 1e6);
}

/**
 * Whether no name was added or removed that a reference could resolve to. The tree is unchanged, so its names
 * count like any others.
 */
function areDirectoriesSame(root: string, { directories, listed, words }: LastRun): boolean {
  const find = (): StateOptions => ({
    sight: createSight(unpackWords(words), new Set(listed)),
    isInTree: () => false,
  });
  return lookAtDirectories(directories, { root, find }, "all") !== null;
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
