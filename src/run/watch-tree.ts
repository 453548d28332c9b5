import { join } from "node:path";
import { statPath, type FileStat, type Unavailable } from "../system/file-stat.ts";
import { glance, type Sighting } from "../system/sighting.ts";
import { touchStamp } from "../system/touch-stamp.ts";
import type { Unit } from "../units/build-units.ts";
import type { Tree } from "../units/tree.ts";
import { directoriesOf } from "../vocabulary/directories.ts";
import type { Check } from "../vocabulary/check.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";
import type { Target } from "../vocabulary/unit.ts";

export type UnitLookup = (check: string, target: Target) => Unit | undefined;

/** What was found at one moment: a tree, what stands beside it, and the units of it all. */
export interface State {
  readonly tree: Tree;
  readonly unit: UnitLookup;
  /** Whether all that was looked at beside the tree still shows what it showed. */
  readonly isStill: () => boolean;
}

/** What a command met when it started. */
export interface Mark {
  readonly unit: UnitLookup;
  /** The files beside the tree, by absolute path. */
  readonly beside: ReadonlyMap<string, Sighting>;
}

/** Of a command after which nothing is kept. */
export const NO_MARK: Mark = { unit: () => undefined, beside: new Map() };

/** What happened to a tree since it was first looked at. */
export interface Look {
  /** Files of the tree that were written to, also those that are what they were before. */
  readonly touched: ReadonlySet<RepoPath>;
  /** What is there now. */
  readonly state: State;
  /** The files beside the tree that were written to since the mark. */
  readonly touchedSince: (mark: Mark) => readonly string[];
}

export interface TreeWatch {
  /**
   * Notes what a command meets that starts now: what was found at first, or, where its check comes after others, as they
   * had left it when the check began, because they may have made what it looks for.
   */
  mark(check: Pick<Check, "name" | "dependsOn">): Promise<Mark>;
  look(): Promise<Look>;
}

export interface WatchOptions {
  readonly first: State;
  readonly lookAgain: () => Promise<Snapshot>;
  /** Finds out what is there now, around a snapshot. */
  readonly observe: (snapshot: Snapshot) => Promise<State>;
}

/**
 * Notes how files are now, and tells later what happened to them since. A file that was changed and changed back
 * counts as touched: a command may have seen it changed.
 */
export function watchTree({ first, lookAgain, observe }: WatchOptions): TreeWatch {
  const { snapshot } = first.tree;
  const findTouched = watchFiles(snapshot);
  let latest = first;
  let observing: Promise<State> | undefined;
  /** What is beside the tree now. While others write there, it may be out of date as soon as it is known. */
  const current = async (): Promise<State> => {
    if (latest.isStill()) return latest;
    observing ??= observe(snapshot).finally(() => (observing = undefined));
    latest = await observing;
    return latest;
  };
  const begun = new Map<string, Promise<State>>();
  const metBy = async ({ name, dependsOn }: Pick<Check, "name" | "dependsOn">): Promise<State> => {
    if (dependsOn.length === 0) return first;
    const met = begun.get(name) ?? current();
    begun.set(name, met);
    return met;
  };
  return {
    mark: async (check) => {
      const { unit, tree } = await metBy(check);
      return { unit, beside: glanceAt(tree.beside) };
    },
    look: async () => {
      const now = await lookAgain();
      const touched = findTouched();
      const state = isSame(snapshot, now) ? await current() : await observe(now);
      const last = new Map<string, Sighting>();
      const isTouched = (path: string, before: Sighting): boolean => {
        const seen = last.get(path) ?? glance(path, "thing");
        last.set(path, seen);
        return seen !== before;
      };
      const touchedSince = ({ beside }: Mark): readonly string[] =>
        [...beside].flatMap(([path, before]) => (isTouched(path, before) ? [path] : []));
      return { touched, state, touchedSince };
    },
  };
}

/** Tells which files of a snapshot were written to, or were moved away and back, since this was called. */
function watchFiles({ root, files }: Snapshot): () => ReadonlySet<RepoPath> {
  const stampOf = (path: RepoPath): string =>
    (files.get(path)?.within?.map((inner) => `${path}/${inner}`) ?? [path])
      .map((each) => touchStamp(join(root, each)))
      .join("\n");
  const stamps = new Map([...files.keys()].map((path) => [path, stampOf(path)]));
  const directories = [...directoriesOf(files.keys())].map(
    (path) => [path, statPath(join(root, path))] as const,
  );
  return () => {
    const moved = directories.flatMap(([path, before]) =>
      isMoved(before, statPath(join(root, path))) ? [`${path}/`] : [],
    );
    const touched = [...stamps].filter(
      ([path, stamp]) => moved.some((directory) => path.startsWith(directory)) || stampOf(path) !== stamp,
    );
    return new Set(touched.map(([path]) => path));
  };
}

/** A directory that gets a name, or loses one, shows it by both of its times; one that was moved by the second alone. */
function isMoved(before: FileStat | Unavailable, now: FileStat | Unavailable): boolean {
  if (typeof before === "string" || typeof now === "string") return before !== now;
  return before.ino !== now.ino || (before.ctimeNs !== now.ctimeNs && now.ctimeNs !== now.mtimeNs);
}

function glanceAt(paths: Iterable<string>): ReadonlyMap<string, Sighting> {
  return new Map([...paths].map((path) => [path, glance(path, "thing")]));
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  if (one.files.size !== other.files.size || one.unreadable.size !== other.unreadable.size) return false;
  for (const [path, entry] of one.files) {
    const now = other.files.get(path);
    if (now?.id !== entry.id || now.kind !== entry.kind) return false;
  }
  return true;
}
