import type { TracedAccess } from "../system/read-trace.ts";
import { matchGlobs } from "../vocabulary/glob.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Snapshot } from "../vocabulary/snapshot.ts";

/** What a trace is seen against. */
export interface TraceContext {
  /** The repository's root, links followed. */
  readonly root: string;
  /** Where git keeps what it knows of the repository; it can be elsewhere. Null without git. */
  readonly gitDirectory: string | null;
  readonly snapshot: Pick<Snapshot, "files">;
  /** Files that this tool keeps for itself. */
  readonly isOwn: (path: RepoPath) => boolean;
  /** What checks have made that this one depends on. */
  readonly isProduct: (path: RepoPath) => boolean;
  /** Whether something beside the snapshot is a file, and still there. */
  readonly isFile: (path: RepoPath) => boolean;
  readonly isDirectory: (path: RepoPath) => boolean;
}

/** What a command did with files, told apart by what it means for its verdict. */
export interface SortedAccesses {
  /** Files of the repository that it took something from and did not make itself; each with what else stands for it. */
  readonly reads: ReadonlyMap<RepoPath, ReadonlySet<RepoPath>>;
  readonly writes: ReadonlySet<RepoPath>;
  /** What it kept for itself in an earlier run: with it, it may read less than without. */
  readonly caches: ReadonlySet<RepoPath>;
  readonly listed: ReadonlySet<RepoPath>;
  readonly missing: ReadonlySet<RepoPath>;
  /** Files of installed packages. */
  readonly packages: ReadonlySet<string>;
  /** Files of git itself. */
  readonly git: ReadonlySet<string>;
  /** Files outside the repository; absolute. */
  readonly outside: ReadonlySet<string>;
}

/** Where tools keep what they found, beside the tree; they write it only where it changed. */
const CACHES = matchGlobs(["**/*.tsbuildinfo", "**/.*cache", "**/.{cache,*_cache,*-cache}/**"]);

type Kind = "file" | "package" | "git" | "own" | "outside";

/** Sorts what a trace tells, which must be in the order of time: what is written before it is read is no input. */
export function sortAccesses(accesses: readonly TracedAccess[], context: TraceContext): SortedAccesses {
  const { snapshot, isFile, isProduct } = context;
  const writes = new Set<RepoPath>();
  const firstWrites = new Map<RepoPath, number>();
  for (const [index, { type, path }] of accesses.entries()) {
    const inside = insideOf(path, context.root);
    if (type !== "write" || kindOf(path, context) !== "file" || inside === null) continue;
    if (context.isDirectory(inside)) continue;
    writes.add(inside);
    if (!firstWrites.has(inside)) firstWrites.set(inside, index);
  }
  const reads = new Map<RepoPath, Set<RepoPath>>();
  const sets = {
    caches: new Set<RepoPath>(),
    listed: new Set<RepoPath>(),
    missing: new Set<RepoPath>(),
  };
  const beyond = { package: new Set<string>(), git: new Set<string>(), outside: new Set<string>() };
  const isMade = (path: RepoPath, index: number): boolean =>
    snapshot.files.has(path)
      ? (firstWrites.get(path) ?? Infinity) < index
      : writes.has(path) || isProduct(path);
  const isCache = (path: RepoPath, index: number): boolean =>
    !snapshot.files.has(path) &&
    !isProduct(path) &&
    (writes.has(path) ? index < (firstWrites.get(path) ?? 0) : CACHES(path));
  for (const [index, { type: how, path, named }] of accesses.entries()) {
    if (how === "write" || how === "found" || how === "asked") continue;
    const type = how === "start" ? "read" : how;
    const links = linksOf(named, path, context);
    const place = links.length === 0 && insideOf(path, context.root) === null ? named : path;
    const kind = kindOf(path, context) === "git" ? "git" : kindOf(place, context);
    const inside = insideOf(place, context.root);
    if (kind === "file" && inside !== null) {
      if (type === "list") sets.listed.add(inside);
      else if (type === "read" && isCache(inside, index)) sets.caches.add(inside);
      else if (isMade(inside, index)) continue;
      else if (type === "missing") sets.missing.add(inside);
      else if (snapshot.files.has(inside) || isFile(inside)) addTo(reads, inside, links);
    } else if (type === "read" && kind !== "own" && kind !== "file")
      beyond[kind].add(inside ?? (kind === "package" ? named : path));
    if (type === "read") for (const link of links) addTo(reads, link, []);
  }
  return { reads, writes, ...sets, packages: beyond.package, git: beyond.git, outside: beyond.outside };
}

function addTo(reads: Map<RepoPath, Set<RepoPath>>, path: RepoPath, links: readonly RepoPath[]): void {
  const known = reads.get(path) ?? new Set();
  for (const link of links) known.add(link);
  reads.set(path, known);
}

function kindOf(path: string, { root, isOwn, gitDirectory }: TraceContext): Kind {
  if (gitDirectory !== null && insideOf(path, gitDirectory) !== null) return "git";
  const inside = insideOf(path, root);
  if (inside === null) return "outside";
  const parts = inside.split("/");
  if (parts.includes(".git")) return "git";
  if (parts.includes("node_modules")) return "package";
  return isOwn(inside) ? "own" : "file";
}

/** Links of the tree that lead from the name that was asked for to the file that was found. */
function linksOf(named: string, path: string, { root, snapshot }: TraceContext): readonly RepoPath[] {
  const inside = named === path ? null : insideOf(named, root);
  if (inside === null) return [];
  const links: RepoPath[] = [];
  for (let at = inside.indexOf("/"); ; at = inside.indexOf("/", at + 1)) {
    const part = (at === -1 ? inside : inside.slice(0, at)) as RepoPath;
    if (snapshot.files.get(part)?.kind === "symlink") links.push(part);
    if (at === -1) return links;
  }
}

function insideOf(path: string, root: string): RepoPath | null {
  if (path === root) return "." as RepoPath;
  return path.startsWith(`${root}/`) ? (path.slice(root.length + 1) as RepoPath) : null;
}
