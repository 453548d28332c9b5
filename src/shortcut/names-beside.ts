import { readFileSync } from "node:fs";
import type { FileGraph } from "../graph/file-graph.ts";
import { listEntryWords } from "../graph/kept/entry-words.ts";
import { directoriesOfFiles } from "../paths/directories.ts";
import { createSight, type NameWord } from "../paths/name-words.ts";
import {
  describeListing,
  type DirectoryStates,
  listDirectories,
  type Listing,
  lookAtDirectories,
  type StateOptions,
} from "../system/observed/directory-names.ts";
import { memo } from "../values/memo.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import type { Surroundings } from "./same-surroundings.ts";

/** Names outside the tree that a reference could resolve to, as they were before any was looked for. */
export interface NamesBeside {
  /** Whether there are too many directories to look at. */
  readonly isTooMany: boolean;
  /** Words from the entries of package.json files and compiler settings. */
  readonly entries: () => readonly NameWord[];
  /** All words that could match a name. */
  readonly words: () => ReadonlySet<NameWord>;
  /** Whether all names of a directory are known, not only those that something refers to. */
  readonly hasListed: (directory: string) => boolean;
  /**
   * The current state of the directories. Null if a name was added or removed that a reference could resolve
   * to, or if that is unknown. In `listed` directories, every name counts.
   */
  readonly look: (listed?: ReadonlySet<string>) => DirectoryStates | null;
}

interface Observed {
  readonly graph: Pick<FileGraph, "words">;
  readonly snapshot: Snapshot;
  /** Read from the tree if not given. */
  readonly entries?: readonly NameWord[];
}

/** Call this before references are followed; call its result with the graph built from them. */
export function watchNames(root: string): (observed: Observed) => NamesBeside {
  const listing = listDirectories(root);
  return ({ graph, snapshot, entries: known }) => {
    const entries = memo(() => known ?? entriesIn(root, listing));
    const names = createNames(entries, { graph, snapshot });
    return {
      ...names,
      isTooMany: listing === null,
      hasListed: (directory) => listing?.has(directory) === true,
      look: (listed = NONE) => {
        const options = names.optionsFor(listed);
        return listing && names.lookAt(describeListing(listing, options), options);
      },
    };
  };
}

/** The same, from the kept state of the directories. */
export function takeOverNames(
  { directories, listed: kept }: Pick<Surroundings, "directories" | "listed">,
  observed: Required<Observed>,
): NamesBeside {
  const names = createNames(() => observed.entries, observed);
  const listed = new Set(kept);
  return {
    ...names,
    isTooMany: false,
    hasListed: (directory) => listed.has(directory),
    look: () => names.lookAt(directories, names.optionsFor(listed)),
  };
}

const NONE: ReadonlySet<string> = new Set();

function createNames(
  entries: () => readonly NameWord[],
  { graph, snapshot }: Omit<Observed, "entries">,
): Pick<NamesBeside, "entries" | "words"> & {
  readonly optionsFor: (listed: ReadonlySet<string>) => StateOptions;
  readonly lookAt: (before: DirectoryStates, options: StateOptions) => DirectoryStates | null;
} {
  const words = memo(() => new Set([...graph.words(), ...entries()]));
  const isInTree = createIsInTree(snapshot);
  const optionsFor = (listed: ReadonlySet<string>): StateOptions => {
    const sight = memo(() => createSight(words(), listed));
    return { sight: (directory, name) => sight()(directory, name), isInTree };
  };
  const lookAt = (before: DirectoryStates, options: StateOptions): DirectoryStates | null =>
    lookAtDirectories(before, { root: snapshot.root, find: () => options }, "beside");
  return { entries, words, optionsFor, lookAt };
}

function createIsInTree({ files }: Snapshot): (path: string) => boolean {
  const directories = () => directoriesOfFiles(files);
  return (path) => files.has(path as RepoPath) || directories().has(path);
}

function entriesIn(root: string, listing: Listing | null): readonly NameWord[] {
  const paths = [...(listing ?? [])].flatMap(([directory, { names }]) =>
    names.map((name) => (directory === "" ? name : `${directory}/${name}`)),
  );
  return listEntryWords({ root, paths, read: tryRead });
}

function tryRead(absolute: string): string | undefined {
  try {
    return readFileSync(absolute, "utf8");
  } catch {
    return undefined;
  }
}
