import { hash } from "node:crypto";
import type { PathChange } from "../../vocabulary/verdict/unit.ts";

/** One directory of a set of files: names with a value, or with the hash of a subdirectory. Plain JSON. */
export interface ManifestNode {
  readonly files: Readonly<Record<string, string>>;
  readonly directories: Readonly<Record<string, string>>;
}

/** Stores the node of a hash, so that two versions can be compared later. */
export type KeepNode = (hash: string, node: ManifestNode) => void;

interface Directory {
  readonly files: Map<string, string>;
  readonly directories: Map<string, Directory>;
}

/**
 * One hash for a set of files and their values. It is a tree of directories like git's: sets that differ in one file share
 * all nodes except those above that file.
 */
export function buildManifest(
  entries: Iterable<readonly [path: string, value: string]>,
  keep: KeepNode,
): string {
  const root: Directory = { files: new Map(), directories: new Map() };
  for (const [path, value] of entries) {
    const parts = path.split("/");
    const name = parts.pop() as string;
    let directory = root;
    for (const part of parts) {
      let below = directory.directories.get(part);
      if (below === undefined)
        directory.directories.set(part, (below = { files: new Map(), directories: new Map() }));
      directory = below;
    }
    directory.files.set(name, value);
  }
  return hashDirectory(root, keep);
}

function hashDirectory(directory: Directory, keep: KeepNode): string {
  const below = sorted(directory.directories).map(
    ([name, each]) => [name, hashDirectory(each, keep)] as const,
  );
  const node: ManifestNode = {
    files: Object.fromEntries(sorted(directory.files)),
    directories: Object.fromEntries(below),
  };
  // Lists, not objects: an object would put names that look like numbers first, and two different sets could look the same.
  const digest = hash("sha256", JSON.stringify([sorted(directory.files), below]));
  keep(digest, node);
  return digest;
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What differs between two manifests, up to `limit` files; null if a required node is no longer stored. */
export function diffManifests(
  hashes: { readonly before: string; readonly after: string },
  lookup: (hash: string) => ManifestNode | undefined,
  limit: number,
): readonly PathChange[] | null {
  const changes: PathChange[] = [];
  const walk = (before: string | undefined, after: string | undefined, prefix: string): boolean => {
    if (before === after || changes.length >= limit) return true;
    const one = before === undefined ? EMPTY : lookup(before);
    const other = after === undefined ? EMPTY : lookup(after);
    if (one === undefined || other === undefined) return false;
    for (const name of names(one.files, other.files)) {
      const [from, to] = [own(one.files, name) ?? null, own(other.files, name) ?? null];
      if (from !== to && changes.length < limit)
        changes.push({ path: `${prefix}${name}`, before: from, after: to });
    }
    return names(one.directories, other.directories).every((name) =>
      walk(own(one.directories, name), own(other.directories, name), `${prefix}${name}/`),
    );
  };
  return walk(hashes.before, hashes.after, "") ? changes : null;
}

/** The files of a manifest, as far as its nodes are stored. */
export function listManifestFiles(
  hashed: string,
  lookup: (hash: string) => ManifestNode | undefined,
  prefix = "",
): readonly string[] {
  const { files, directories } = lookup(hashed) ?? EMPTY;
  return [
    ...Object.keys(files).map((name) => `${prefix}${name}`),
    ...Object.entries(directories).flatMap(([name, below]) =>
      listManifestFiles(below, lookup, `${prefix}${name}/`),
    ),
  ];
}

/** A file may be named `constructor`. */
function own(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const EMPTY: ManifestNode = { files: {}, directories: {} };

function names(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}
