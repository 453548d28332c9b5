import { relative, resolve } from "node:path";
import { takesFiles } from "../checks/check-traits.ts";
import type { Assessment } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { FILE_DELETED, type RunReason, type StandReason } from "../vocabulary/verdict/unit.ts";

/** What is known about a deleted file. */
export interface DeletedFileReport {
  readonly verdicts: readonly {
    readonly check: string;
    readonly status: string;
    readonly runId: string;
    readonly at: string;
  }[];
  /** When a run first noticed the deletion; null if none has yet. */
  readonly foundAt: string | null;
}

/** What is known about a file that no longer exists; null if it was never known, or was renamed. */
export function findDeleted(
  subject: string,
  options: PlanOptions,
  { config, changes, store, earlierNames, tree }: Assessment,
): { readonly path: RepoPath; readonly deleted: DeletedFileReport } | null {
  const path = relative(config.root, resolve(options.cwd ?? config.root, subject)).replaceAll(
    "\\",
    "/",
  ) as RepoPath;
  if ([...tree.snapshot.files.keys()].some((each) => earlierNames(each).some(({ from }) => from === path)))
    return null;
  const noted = store.invalidations
    .list(LOOKED_BACK)
    .filter(({ reason, target }) => reason === FILE_DELETED && target === path);
  if (noted.length === 0 && !changes.deleted.some((each) => each.path === path)) return null;
  const foundAt = noted.at(-1)?.at;
  const verdicts = config.checks
    .filter(takesFiles)
    .flatMap(({ name }) => [...store.verdicts.latestMany(name, [path]).values()])
    .map(({ check, status, runId, createdAt }) => ({
      check,
      status,
      runId,
      at: new Date(createdAt).toISOString(),
    }));
  return {
    path,
    deleted: { verdicts, foundAt: foundAt === undefined ? null : new Date(foundAt).toISOString() },
  };
}

/** How far back to search for a deletion. */
const LOOKED_BACK = 1000;

/** Whether a unit runs because of the file. */
export function isAbout(reason: RunReason | StandReason, path: RepoPath): boolean {
  if ("chain" in reason && reason.chain.includes(path)) return true;
  if ("through" in reason && reason.through?.includes(path) === true) return true;
  return "changes" in reason && reason.changes.some((change) => change.path === path);
}
