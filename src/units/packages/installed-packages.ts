import { join } from "node:path";
import { lstatSync, readFileSync, statIfSeen } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { createPackageRecords } from "./package-records.ts";

/** A file that came with a package. */
export interface InstalledFile {
  /** The package.json of that package; absolute. */
  readonly manifest: string;
  /** What else tells it from the same file of another package with the same package.json. */
  readonly told: string;
}

/** What installers write when they are done, in the directory of packages. */
const RECORDS = [".package-lock.json", ".modules.yaml", ".yarn-integrity", ".yarn-state.yml"] as const;

/**
 * Tells which files below a `node_modules` came with a package: its installer's record owns the package, and the file is no
 * newer than the record. All others (generated clients, patches, edits by hand, packages that are linked in place of those
 * that were installed) are files like any other. A copy can keep its times, so the size counts too.
 */
export function createInstalledPackages(): (absolute: string) => InstalledFile | "file" | "absent" {
  const recordOf = memoize(readRecord);
  const isLinked = memoize((directory: string) => lstatSync(directory).isSymbolicLink());
  const recorded = createPackageRecords();
  return (absolute) => {
    const stats = statIfSeen(absolute);
    if (stats === undefined) return "absent";
    const place = locate(absolute);
    const record = place === null ? null : recordOf(place.base);
    if (place === null || record === null || stats.mtimeMs > record.mtimeMs) return "file";
    const { base, name } = place;
    if (!record.owns(name) || isLinked(join(base, name))) return "file";
    return {
      manifest: join(base, name, "package.json"),
      told: `${stats.size} ${recorded(base, name, name.replace(/^.*node_modules\//, ""))}`,
    };
  };
}

interface Record {
  readonly mtimeMs: number;
  /** Whether it speaks of the package in this directory, seen from the directory of packages. */
  readonly owns: (name: string) => boolean;
}

/** The outermost directory of packages, and the package in it; null for what belongs to none. */
function locate(absolute: string): { readonly base: string; readonly name: string } | null {
  const first = absolute.indexOf("/node_modules/");
  const last = absolute.lastIndexOf("/node_modules/");
  if (first === -1) return null;
  const base = absolute.slice(0, first + "/node_modules".length);
  const inner = absolute.slice(last + "/node_modules/".length).split("/");
  const own = inner.slice(0, inner[0]?.startsWith("@") ? 2 : 1);
  if (inner.length <= own.length || own.some((part) => part.startsWith("."))) return null;
  const prefix =
    last === first ? "" : `${absolute.slice(first + "/node_modules/".length, last)}/node_modules/`;
  // Of what begins with a dot, only the place where pnpm keeps packages holds any. It does not say what a local one is made of.
  if (prefix.startsWith(".") && !(prefix.startsWith(".pnpm/") && !prefix.includes("@file+"))) return null;
  return { base, name: `${prefix}${own.join("/")}` };
}

function readRecord(base: string): Record | null {
  const found = RECORDS.flatMap((name) => {
    const stats = statIfSeen(join(base, name));
    return stats === undefined ? [] : [{ name, mtimeMs: stats.mtimeMs }];
  });
  if (found.length === 0) return null;
  const mtimeMs = Math.max(...found.map((each) => each.mtimeMs));
  const isListed = found.some(({ name }) => name === RECORDS[0]);
  const listed = isListed ? listPackages(join(base, RECORDS[0])) : null;
  return { mtimeMs, owns: (name) => listed === null || listed.has(`node_modules/${name}`) };
}

/** The directories that npm's record names; an unreadable one owns nothing. */
function listPackages(path: string): ReadonlySet<string> {
  try {
    const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages?: object };
    return new Set(Object.keys(packages ?? {}));
  } catch {
    return new Set();
  }
}
