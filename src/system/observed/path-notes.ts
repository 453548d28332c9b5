/**
 * Notes which paths outside the tree a piece of work reads. `active` is a module-wide list on purpose. A path that is
 * read and not noted gives a stale answer later; a path that is noted and not needed only costs a look. Notes as an
 * argument would have to reach every read in configuration, detection, resolver and tool identity, and forgetting one
 * would go unnoticed. With a list that every observed read feeds, nothing can be forgotten: `test/house.test.ts` allows
 * no other reads in those rooms. Two pieces of work at the same time, as for two runs in one process, each get the
 * reads of both, which is more than they need and therefore safe.
 *
 * Tried instead: a list of each piece of work's own, in an `AsyncLocalStorage`. It notes too little where work is shared:
 * if one run waits for an answer that another has begun, only the other has the reads. And with Node.js 20 it cost 6 %
 * of the CPU time of a run after an edit, and 7 % where everything is assessed, because every promise is tracked.
 */
import { decodePath } from "../../paths/encode-path.ts";
import { describePath, NEVER, type PathAspect, type PathState } from "./path-state.ts";

/** The state of every path when it was first read, by aspect and path. */
export type NotedPaths = { readonly [A in PathAspect]: ReadonlyMap<string, PathState> };

type Notes = { readonly [A in PathAspect]: Map<string, PathState> };

type Way = (path: string, aspect: PathAspect) => PathState;

const active = new Map<Notes, Way>();

/**
 * Does the work, and notes every path outside the tree that is read until it is done: by `describePath` for later runs,
 * by `describePathByTimes` for the current run.
 */
export async function notePathsOf<T>(
  work: (paths: NotedPaths) => Promise<T>,
  way: Way = describePath,
): Promise<T> {
  const notes: Notes = { thing: new Map(), names: new Map(), others: new Map(), place: new Map() };
  active.set(notes, way);
  try {
    return await work(notes);
  } finally {
    active.delete(notes);
  }
}

/** Call it before the read itself, so that a change in between counts as a change. */
export function notePath(path: string | Buffer | URL, aspect: PathAspect): void {
  if (active.size === 0) return;
  const text = typeof path === "string" ? path : Buffer.isBuffer(path) ? decodePath(path) : path.pathname;
  for (const [notes, way] of active) if (!notes[aspect].has(text)) notes[aspect].set(text, way(text, aspect));
}

/** Notes that something was searched in unknown places, so that a later run cannot assume it is the same. */
export function noteUnknownPath(what: string): void {
  for (const notes of active.keys()) notes.thing.set(what, NEVER);
}

/** Everything noted, except things whose changes are detected in another way. */
export function listNotedPaths(
  paths: NotedPaths,
  isLeftOut: (path: string) => boolean,
): readonly (readonly [PathAspect, string, PathState])[] {
  return (Object.keys(paths) as PathAspect[]).flatMap((aspect) =>
    [...paths[aspect]].flatMap(([path, state]) =>
      aspect === "thing" && isLeftOut(path) ? [] : [[aspect, path, state] as const],
    ),
  );
}
