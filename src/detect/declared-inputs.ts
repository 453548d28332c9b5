import { realpathSync } from "../system/observed/observed-files.ts";
import { notePath } from "../system/observed/path-notes.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { createContentReader } from "./content-reader.ts";
import { findDeclaredFiles } from "./declared-files.ts";
import { createExclude } from "./exclude.ts";
import type { StatIndex } from "./stat-index.ts";

export interface DeclaredInputsOptions {
  readonly root: string;
  readonly globs: readonly string[];
  readonly exclude: readonly string[];
  readonly stats: StatIndex;
}

/**
 * The files that the globs match and that a snapshot may lack because git ignores them, with the content id of each;
 * null if it cannot be read.
 */
export async function readDeclaredInputs(
  options: DeclaredInputsOptions,
): Promise<ReadonlyMap<RepoPath, string | null>> {
  const { root, globs, exclude, stats } = options;
  const read = createContentReader({ root, algorithm: "sha1", stats, now: Date.now });
  const hash = createFileHasher(stats);
  const found = new Map<RepoPath, string | null>();
  for (const path of findDeclaredFiles({ root, globs, excluded: createExclude(exclude) })) {
    const reading = await read(path);
    const isLink = typeof reading !== "string" && reading.kind === "symlink";
    const target = isLink ? await hash(`${root}/${path}`) : "";
    const isKnown = typeof reading !== "string" && target !== null;
    found.set(path, isKnown ? `${reading.kind} ${reading.id} ${target}` : null);
  }
  return found;
}

/** Reads the content id of any file, through links; null if it cannot be read. */
export function createFileHasher(stats: StatIndex): (absolute: string) => Promise<string | null> {
  // Paths outside the repository stay absolute, so that they cannot be mistaken for paths inside.
  const absoluteStats: StatIndex = {
    get: (path) => stats.get(`/${path}` as RepoPath),
    set: (path, record) => stats.set(`/${path}` as RepoPath, record),
  };
  const read = createContentReader({ root: "", algorithm: "sha1", stats: absoluteStats, now: Date.now });
  return async (absolute) => {
    const real = realPath(absolute);
    if (real !== null) notePath(real, "thing");
    const reading = real === null ? "absent" : await read(real.replace(/^\/+/, "") as RepoPath);
    return typeof reading === "string" ? null : reading.id;
  };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
