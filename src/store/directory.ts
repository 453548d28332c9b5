import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { SCHEMA_VERSION } from "./schema.ts";

const DATABASE = /^store-(\d+)\.(\d+)\.db$/;
const OURS =
  /^(store-\d+\.\d+\.db(-wal|-shm|-journal)?|last-run\.json(\..+)?|runs\.jsonl(\..+)?|findings\.json(\..+)?|\.gitignore|CACHEDIR\.TAG)$/;
const TAG = `Signature: 8a477f597d28d172789f06886806bc55
# A cache of the verification command. It can be deleted at any time.
`;

export interface CacheDirectory {
  readonly dir: string;
  /** The newest database of this schema; 0 also where there is none yet. */
  readonly generation: number;
  /** A database of another schema version is here, and none of this one. */
  readonly otherVersion: boolean;
}

/**
 * Makes the cache directory, for the user alone, with marks that keep it out of git and of backups. One that
 * is there already keeps its permissions, which someone has chosen; and one that also holds anything else
 * gets no marks, because they would hide that too. Throws what the file system throws.
 */
export function prepareDirectory(dir: string): CacheDirectory {
  makeDirectory(dir);
  const names = readdirSync(dir);
  if (names.every((name) => OURS.test(name))) {
    mark(join(dir, ".gitignore"), "*\n");
    mark(join(dir, "CACHEDIR.TAG"), TAG);
  }
  return { dir, ...inspectDatabases(names) };
}

/** What is in a directory that may not be written to. Throws what the file system throws. */
export function inspectDirectory(dir: string): CacheDirectory {
  return { dir, ...inspectDatabases(readdirSync(dir)) };
}

function inspectDatabases(names: readonly string[]): Omit<CacheDirectory, "dir"> {
  const found = names.flatMap((name) => {
    const match = DATABASE.exec(name);
    return match === null ? [] : [{ version: Number(match[1]), generation: Number(match[2]) }];
  });
  const current = found.filter(({ version }) => version === SCHEMA_VERSION);
  return {
    generation: Math.max(0, ...current.map(({ generation }) => generation)),
    otherVersion: current.length === 0 && found.length > 0,
  };
}

/**
 * A damaged database is not repaired or moved: the next generation takes its place under a name of its own.
 * Processes that still use the old one, or find the damage at the same time, cannot get in each other's way.
 */
export function databaseFile(dir: string, generation: number): string {
  return join(dir, `store-${SCHEMA_VERSION}.${generation}.db`);
}

/**
 * Removes databases of earlier generations than the given one, those of other versions that nobody wrote to
 * since `before`, and the litter of writers that were killed. What cannot be removed stays.
 */
export function removeLeftovers(current: string, before: number): void {
  const dir = dirname(current);
  const generation = Number(DATABASE.exec(basename(current))?.[2]);
  for (const name of list(dir)) {
    const file = join(dir, name);
    const match = DATABASE.exec(name);
    const ours = match !== null && Number(match[1]) === SCHEMA_VERSION;
    const superseded = ours && Number(match[2]) < generation;
    const abandoned =
      !ours && (match !== null || name.startsWith("last-run.json.")) && lastWritten(file) < before;
    if (superseded || abandoned) removeDatabase(file);
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) {
    try {
      rmSync(file + suffix, { force: true });
    } catch {
      // Another process has it open where that protects a file, or we may not: it is only space.
    }
  }
}

/** Whether the file and its directory can be written to, found out by trying. */
export function isWritable(file: string): boolean {
  const probe = join(dirname(file), `last-run.json.${randomUUID()}`);
  try {
    closeSync(openSync(file, "r+"));
    writeFileSync(probe, "", { flag: "wx" });
    rmSync(probe);
    return true;
  } catch {
    return false;
  }
}

/** Bytes on disk of one database. */
export function measureDatabase(file: string): number {
  return ["", "-wal", "-shm"].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function lastWritten(file: string): number {
  const latest = ["", "-wal"].map(
    (suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...latest);
}

/** Not Node's own way to make parents too: that never returns where a parent takes no directories, as in /proc. */
function makeDirectory(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || existsSync(dirname(dir))) throw error;
    makeDirectory(dirname(dir));
    makeDirectory(dir);
  }
}

/** A damaged mark is no mark: git would take the cache along. Two processes that do this at once write the same. */
function mark(file: string, text: string): void {
  try {
    if (readFileSync(file, "utf8") === text) return;
  } catch {
    // It is made below, or the failure of that says more.
  }
  writeFileSync(file, text);
}
