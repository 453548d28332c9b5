import { hash } from "node:crypto";
import { join } from "node:path";
import { isTreeUnchanged } from "../detect/tree-stamp.ts";
import type { KeptRecords } from "../store/store.ts";
import { findGitDirectory } from "../system/git/git-index-stamp.ts";
import { noteDirectories } from "../system/observed/note-directories.ts";
import { listNotedPaths, notePath, notePathsOf } from "../system/observed/path-notes.ts";
import { isPathUnchanged, type PathAspect, type PathState } from "../system/observed/path-state.ts";
import { isInSnapshot } from "../verify/observe/observe-tree.ts";
import type { StalenessReport } from "../vocabulary/flow/workflow.ts";
import type { Snapshot, TreeStamp } from "../vocabulary/tree/snapshot.ts";

type Reports = readonly StalenessReport[];

/** Reports, and everything that they were computed from. Sealed, so this tool wrote it. */
interface Kept {
  readonly stamp: TreeStamp;
  readonly paths: readonly (readonly [PathAspect, string, PathState])[];
  readonly node: string;
  readonly answers: Readonly<Record<string, Reports>>;
}

export interface KeepReportOptions {
  readonly root: string;
  /** Where they are stored; null if there is no place. */
  readonly records: KeptRecords | null;
  /** The question, with everything that is known about the commits. */
  readonly question: unknown;
}

/**
 * The stored reports for the same question in the same tree and surroundings; otherwise those of `measure`, which are
 * then stored. `measure` reports the tree that it reads before it reads anything else.
 */
export async function reuseReports(
  { root, records, question }: KeepReportOptions,
  measure: (onLooked: (snapshot: Snapshot) => void) => Promise<Reports>,
): Promise<Reports> {
  if (records === null) return measure(() => {});
  const digest = hash(
    "sha256",
    JSON.stringify([question, process.env["HOME"], process.env["XDG_CONFIG_HOME"]]),
    "hex",
  );
  const kept = records.read() as Kept | undefined;
  const isSame = kept !== undefined && (await isUnchanged(root, kept));
  const known = isSame ? kept.answers[digest] : undefined;
  if (known !== undefined) return known;
  const { snapshot, reports, noted } = await notePathsOf(async (paths) => {
    let looked: Snapshot | undefined;
    noteDirectories(root);
    for (const path of cutHistory(root)) notePath(path, "thing");
    const measured = await measure((seen) => (looked = seen));
    return { snapshot: looked as Snapshot | undefined, reports: measured, noted: paths };
  });
  if (snapshot?.stamp === undefined || snapshot.stamp === null) return reports;
  const { stamp } = snapshot;
  const paths = listNotedPaths(noted, (path) => isInSnapshot(path, snapshot));
  const now: Kept = { stamp, paths, node: process.version, answers: { [digest]: reports } };
  // What changed while it was read may have been seen before or after the change.
  if (await isUnchanged(root, now))
    records.write(isSame ? { ...now, answers: { ...kept.answers, ...now.answers } } : now);
  return reports;
}

async function isUnchanged(root: string, { stamp, paths, node }: Kept): Promise<boolean> {
  return (
    node === process.version &&
    paths.every(([aspect, path, state]) => isPathUnchanged(path, aspect, state)) &&
    (await isTreeUnchanged(root, stamp))
  );
}

/** Where git records that a history is cut off. */
function cutHistory(root: string): readonly string[] {
  const repository = findGitDirectory(root);
  const directories = repository === null ? [] : [repository, join(repository, "../..")];
  return directories.flatMap((directory) => [join(directory, "shallow"), join(directory, "info/grafts")]);
}
