import { join } from "node:path";
import { lstatSync, readFileSync, statIfSeen } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { createPackageRecords } from "./package-records.ts";

/** A file that belongs to an installed package. */
export interface InstalledFile {
  /** The package.json of that package; absolute. */
  readonly manifest: string;
  /** What else distinguishes it from the same file of another package with the same package.json. */
  readonly told: string;
}

/** What installers write into the directory of packages when they finish. */
const RECORDS = [".package-lock.json", ".modules.yaml", ".yarn-integrity", ".yarn-state.yml"] as const;

/**
 * Tells which files below a `node_modules` belong to an installed package: the installer's record lists the package, and
 * the file is not newer than the record. All others (generated clients, patches, manual edits, packages linked instead of
 * installed) are ordinary files. A copy can keep its times, so the size counts too.
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
  /** Whether it lists the package in this directory, relative to the directory of packages. */
  readonly owns: (name: string) => boolean;
}

/** The outermost directory of packages, and the package in it; null if the file belongs to none. */
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
  // Of the directories that begin with a dot, only pnpm's store contains packages. Its names do not tell the content of a
  // local one.
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

/** The directories that npm's record names; an unreadable record lists nothing. */
function listPackages(path: string): ReadonlySet<string> {
  try {
    const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages?: object };
    return new Set(Object.keys(packages ?? {}));
  } catch {
    return new Set();
  }
}
