import { join } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { describePathByTimes, type PathState } from "../../system/observed/path-state.ts";
import type { Tree } from "../../units/tree.ts";
import type { Unit } from "../../units/unit.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { NamedPathSet } from "../../vocabulary/tree/path-set.ts";
import { memoize } from "../../values/memo.ts";
import { keysThatMayDiffer } from "../../values/layered-map.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import { type DirectoryStamps, findMoved, stampDirectories } from "./watch-directories.ts";
import type { FileClock } from "../../system/files/file-clock.ts";
import { watchTimes } from "./watch-times.ts";

export type UnitLookup = (check: string, target: Target) => Unit | undefined;

/** What was found at one moment: the tree, what is outside of it, and the units. */
export interface State {
  readonly tree: Tree;
  readonly unit: UnitLookup;
  /** Whether a check has a unit for this file. */
  readonly isTarget: (check: string, path: RepoPath) => boolean;
  /** All assessed units of a check; if other checks use its outputs, all of its units. */
  readonly unitsOf: (check: string) => readonly Unit[];
  /** The unit with its fingerprint by a path set, in this tree. */
  readonly knownBy: (unit: Unit, set: NamedPathSet) => Promise<Unit>;
  /** Whether nothing outside the tree has changed. */
  readonly isStill: () => boolean;
}

/** The state of the repository when a command started. */
export interface CommandStart {
  readonly unit: UnitLookup;
  /** The tree at that moment; null if nothing will be stored. */
  readonly tree: Tree | null;
  /** The files of the tree that had been written by then. */
  readonly written: ReadonlyMap<RepoPath, string>;
  /** The files outside the tree, by absolute path. */
  readonly beside: ReadonlyMap<string, PathState>;
  /** The directories of the repository that lead to those. */
  readonly directories: DirectoryStamps;
  /** Whether the command's check writes this file, so that a change to it does not spoil its verdict. */
  readonly isOutput: (path: string) => boolean;
}

/** For a command whose verdict will not be stored. */
export const NO_START: CommandStart = {
  unit: () => undefined,
  tree: null,
  written: new Map(),
  beside: new Map(),
  directories: new Map(),
  isOutput: () => false,
};

/** Files of the tree that were written, even if their content is the same again. */
export interface Touched {
  readonly has: (path: RepoPath) => boolean;
  /** All of them. Looks at every file of the tree. */
  readonly list: () => readonly RepoPath[];
}

/** What happened to a tree since it was first read. */
export interface TreeNow {
  /** The current state. */
  readonly state: State;
  /** Files of the tree that were written since the command started. */
  readonly touchedSince: (start: CommandStart) => Touched;
  /** Files outside the tree that were written since the command started. */
  readonly besideSince: (start: CommandStart) => readonly string[];
}

interface Met {
  readonly state: State;
  readonly written: CommandStart["written"];
}

export interface TreeWatch {
  /**
   * Notes the state in which a command starts: the first one, or, if its check depends on others, the one that they had
   * left when the check began, because they may have built what it needs.
   */
  noteStart(check: Pick<Check, "name" | "dependsOn" | "outputs">): Promise<CommandStart>;
  look(): Promise<TreeNow>;
}

export interface WatchTreeOptions {
  readonly first: State;
  readonly clock: FileClock;
  readonly lookAgain: () => Promise<Snapshot>;
  /** Finds out what is outside a snapshot, and the units. */
  readonly observe: (snapshot: Snapshot) => Promise<State>;
}

/**
 * Notes the state of files now, and says later what happened to them. A file that was changed and changed back counts
 * as touched: a command may have seen it changed.
 */
export function watchTree({ first, clock, lookAgain, observe }: WatchTreeOptions): TreeWatch {
  const { snapshot } = first.tree;
  const { root } = snapshot;
  const findWritten = watchTimes(snapshot, clock);
  let latest = first;
  let observing: Promise<State> | undefined;
  /** The current state outside the tree. If others write there, it may be outdated at once. */
  const current = async (): Promise<State> => {
    if (latest.isStill()) return latest;
    observing ??= observe(snapshot).finally(() => (observing = undefined));
    latest = await observing;
    return latest;
  };
  /** Commands that start at the same time share what was there before the first of them. */
  let stamped: { readonly tree: Tree; readonly stamps: ReturnType<typeof stampBeside> } | undefined;
  const stampFor = (tree: Tree): ReturnType<typeof stampBeside> => {
    if (stamped?.tree !== tree) {
      stamped = { tree, stamps: stampBeside(root, tree.beside) };
      setImmediate(() => (stamped = undefined));
    }
    return stamped.stamps;
  };
  const startStates = new Map<string, Promise<Met>>();
  const metBy = async ({ name, dependsOn }: Pick<Check, "name" | "dependsOn">): Promise<Met> => {
    if (dependsOn.length === 0) return { state: first, written: new Map() };
    const startState = startStates.get(name) ?? begin();
    startStates.set(name, startState);
    return startState;
  };
  const begin = async (): Promise<Met> => ({ written: findWritten().list(), state: await current() });
  return {
    noteStart: async (check) => {
      const { state, written } = await metBy(check);
      const { unit, tree } = state;
      // What the checks before it have just made was there when its command started.
      const stamps = check.dependsOn.length === 0 ? stampFor(tree) : stampBeside(root, tree.beside);
      const matches = matchGlobs(check.outputs);
      // A target is what the verdict is about, whoever writes it.
      const isOutput = (path: string): boolean =>
        matches(path) && !state.isTarget(check.name, path as RepoPath);
      return { unit, tree, written, isOutput, ...stamps };
    },
    look: async () => {
      const now = await lookAgain();
      const written = findWritten();
      const state = isSame(snapshot, now) ? await current() : await observe(now);
      const findMovedSince = memoize((directories: DirectoryStamps) =>
        [...findMoved(root, directories).keys()].map((path) => `${join(root, path)}/`),
      );
      const states = new Map<string, PathState>();
      const isTouched = (path: string, before: PathState): boolean => {
        const seen = states.get(path) ?? describePathByTimes(path, "thing");
        states.set(path, seen);
        return seen !== before;
      };
      return {
        state,
        touchedSince: (start) => {
          const isNew = (path: RepoPath, stamp: string | null): boolean =>
            stamp !== null && start.written.get(path) !== stamp && !start.isOutput(path);
          return {
            has: (path) => isNew(path, written.stampOf(path)),
            list: () => [...written.list()].flatMap(([path, stamp]) => (isNew(path, stamp) ? [path] : [])),
          };
        },
        besideSince: ({ beside, directories, isOutput }) => {
          const moved = findMovedSince(directories);
          const isOwn = (path: string): boolean =>
            path.startsWith(`${root}/`) && isOutput(path.slice(root.length + 1));
          return [...beside].flatMap(([path, before]) =>
            (isTouched(path, before) || moved.some((directory) => path.startsWith(directory))) && !isOwn(path)
              ? [path]
              : [],
          );
        },
      };
    },
  };
}

function stampBeside(root: string, paths: ReadonlySet<string>): Pick<CommandStart, "beside" | "directories"> {
  const inside = [...paths].flatMap((path) =>
    path.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [],
  );
  return {
    beside: new Map([...paths].map((path) => [path, describePathByTimes(path, "thing")])),
    directories: stampDirectories(root, inside),
  };
}

function isSame(one: Snapshot, other: Snapshot): boolean {
  if (one === other) return true;
  if (one.files.size !== other.files.size || one.unreadable.size !== other.unreadable.size) return false;
  for (const path of keysThatMayDiffer(one.files, other.files) ?? one.files.keys()) {
    const [before, now] = [one.files.get(path), other.files.get(path)];
    if (now?.id !== before?.id || now?.kind !== before?.kind) return false;
  }
  return true;
}
