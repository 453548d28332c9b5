import { decodePath } from "../../paths/encode-path.ts";
import { describePath, NEVER, type PathAspect, type PathState } from "./path-state.ts";

/** What was seen where it was first looked at, by way of looking and path. */
export type NotedPaths = { readonly [A in PathAspect]: ReadonlyMap<string, PathState> };

export interface PathNotes {
  readonly paths: NotedPaths;
  /** Ends the noting. */
  end(): void;
}

type Notes = { readonly [A in PathAspect]: Map<string, PathState> };

type Way = (path: string, aspect: PathAspect) => PathState;

const active = new Map<Notes, Way>();

/**
 * From now on, until its end, notes everything that is looked at beside the tree that git knows: by `describePath` for later
 * runs, by `describePathByTimes` for the run that is under way.
 */
export function startNotingPaths(way: Way = describePath): PathNotes {
  const notes: Notes = { thing: new Map(), names: new Map(), others: new Map(), place: new Map() };
  active.set(notes, way);
  return { paths: notes, end: () => void active.delete(notes) };
}

/** To be called before the look itself: what changes in between is then seen as a change. */
export function notePath(path: string | Buffer | URL, aspect: PathAspect): void {
  if (active.size === 0) return;
  const text = typeof path === "string" ? path : Buffer.isBuffer(path) ? decodePath(path) : path.pathname;
  for (const [notes, way] of active) if (!notes[aspect].has(text)) notes[aspect].set(text, way(text, aspect));
}

/** Notes that something was looked for in places that are not known: nobody can tell later that it is the same. */
export function noteUnknownPath(what: string): void {
  for (const notes of active.keys()) notes.thing.set(what, NEVER);
}

/** All that was seen, but for things that are left out because something else tells whether they have changed. */
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
