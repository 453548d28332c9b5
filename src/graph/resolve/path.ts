import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Reference } from "../extraction.ts";
import type { Disk } from "./disk.ts";
import { merge, type Resolution, toExternal, toFiles, toOutside, UNRESOLVED } from "./resolution.ts";
import { directoryOf, joinPath, packageDirectory, type TreeIndex } from "./tree.ts";

const ENTRY_DOCUMENTS = ["README.md", "readme.md", "index.md"];

/** Resolves file names as documents, data files and programs write them. */
export type PathResolver = (from: RepoPath, reference: Reference) => Resolution;

export function createPathResolver(tree: TreeIndex, disk: Disk): PathResolver {
  const packages = new Map<string, string>();
  const packageOf = (directory: string): string => {
    const known = packages.get(directory);
    if (known !== undefined) return known;
    const found = packageDirectory(tree, directory);
    packages.set(directory, found);
    return found;
  };

  const inTree = (path: string, from: RepoPath, reference: Reference): Resolution => {
    if (tree.has(path)) return toFiles([path]);
    // Tools differ in which of several comes first.
    const ended = (reference.endings ?? []).map((ending) => path + ending).filter((one) => tree.has(one));
    if (ended.length > 0) return toFiles(ended as RepoPath[]);
    if (!tree.hasDirectory(path)) return behindLink(path);
    const inside = path === "." ? "" : `${path}/`;
    // A directory that contains the file is a place to start from and does not mean all files in it.
    if (reference.directory === true && !from.startsWith(inside)) return toFiles(tree.startingWith(inside));
    if (reference.strength === "weak") return UNRESOLVED;
    const entry = ENTRY_DOCUMENTS.map((name) => inside + name).find((one) => tree.has(one));
    return toFiles(entry === undefined ? [] : [entry as RepoPath]);
  };

  /** A path through a link to a directory resolves to the link, which leads to everything behind it. */
  const behindLink = (path: string): Resolution => {
    for (let at = directoryOf(path); at !== "."; at = directoryOf(at)) if (tree.has(at)) return toFiles([at]);
    return UNRESOLVED;
  };

  return (from, reference) => {
    const { specifier } = reference;
    if (specifier === "") return toFiles([from]);
    const beside = directoryOf(from);
    const rooted = specifier.startsWith("/") || reference.base === "root";
    const starts = rooted ? ["."] : reference.base === "any" ? [beside, packageOf(beside), "."] : [beside];
    const found = merge(
      [...new Set(starts)].map((start) => {
        const path = joinPath(start, specifier);
        return path === undefined ? UNRESOLVED : inTree(path, from, reference);
      }),
    );
    if (found.state === "resolved") return found;
    // Programs name many things that are not files; only a name that says where it starts is worth checking on disk.
    if (reference.base === "any" && !specifier.startsWith(".")) return UNRESOLVED;
    const path = joinPath(rooted ? "." : beside, specifier);
    if (path === undefined) return beyond(beside === "." ? specifier : `${beside}/${specifier}`, reference);
    const kind = disk.probe(path);
    if (kind === "file") {
      return path.includes("node_modules/") ? disk.locate(disk.absolute(path)) : toOutside(path as RepoPath);
    }
    if (kind === "directory" && reference.strength === "strong") return toFiles([]);
    return specifier.startsWith("/") ? disk.locateFile(specifier) : UNRESOLVED;
  };

  /** A document may link to something above the repository, such as its host's pages: only a real file counts. */
  function beyond(path: string, reference: Reference): Resolution {
    const found = disk.locateFile(disk.absolute(path));
    if (found.state === "resolved" || reference.strength === "weak") return found;
    return disk.probe(path) === undefined ? UNRESOLVED : toExternal(reference.specifier);
  }
}
