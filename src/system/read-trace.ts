import { createReadStream, readdirSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { decodePath, encodePath } from "../vocabulary/path.ts";
import { parseTraceLine, type TracedCall } from "./trace-line.ts";

/** Something that a command, or what it started, did with a file. Paths are absolute. */
export interface Access {
  /** Only names are taken from a directory that is listed; `missing` was looked for and not there. */
  readonly type: "read" | "write" | "list" | "missing";
  /** Links followed, where the file was there. */
  readonly path: string;
  /** As it was asked for, links not followed. */
  readonly named: string;
}

interface TimedAccess extends Access {
  readonly at: number;
}

/**
 * Reads all files of a trace, one for each process, and gives what was done in the order of time. Of the same thing
 * that a process did several times, only the first is told.
 */
export async function readTrace(directory: string, cwd: string): Promise<readonly Access[]> {
  const accesses: TimedAccess[] = [];
  for (const name of readdirSync(directory).sort())
    for (const access of await readProcess(join(directory, name), cwd)) accesses.push(access);
  return accesses.sort((one, other) => one.at - other.at);
}

async function readProcess(file: string, start: string): Promise<Iterable<TimedAccess>> {
  const found = new Map<string, TimedAccess>();
  const add = (access: TimedAccess): void => {
    const key = `${access.type} ${access.path}\0${access.named}`;
    if (!found.has(key)) found.set(key, access);
  };
  let cwd = start;
  let started: TracedCall[] = [];
  const lines = createInterface({ input: createReadStream(file, "latin1"), crlfDelay: Infinity });
  for await (const line of lines) {
    const call = parseTraceLine(line);
    if (call === null) continue;
    cwd = call.cwd ?? cwd;
    if (call.name === "execve") {
      started.push(call);
      continue;
    }
    // A program that was started shows where it works with the first file that it opens.
    for (const each of started) for (const access of describe(each, cwd)) add(access);
    started = [];
    for (const access of describe(call, cwd)) add(access);
  }
  for (const each of started) for (const access of describe(each, cwd)) add(access);
  return found.values();
}

function describe(call: TracedCall, cwd: string): readonly TimedAccess[] {
  const { at, name, result, handle, flags } = call;
  const last = call.paths.at(name.startsWith("exec") ? 0 : -1);
  const named = last === undefined ? null : resolve(last.directory ?? cwd, last.path);
  if (name.startsWith("getdents")) {
    const path = handle?.startsWith("/") ? handle : null;
    return path === null || result.type === "failed" ? [] : [{ type: "list", path, named: path, at }];
  }
  if (named === null) return [];
  if (result.type === "failed")
    return result.error === "ENOENT" && !flags.has("O_CREAT") && isOpening(name)
      ? [{ type: "missing", path: named, named, at }]
      : [];
  if (name.startsWith("exec")) return [{ type: "read", path: realPath(named), named, at }];
  // A file that gets its name by being renamed or linked was made here, as one that is written.
  if (!isOpening(name)) return [{ type: "write", path: named, named, at }];
  const path = result.path?.startsWith("/") ? result.path : null;
  if (path === null || flags.has("O_DIRECTORY") || flags.has("O_PATH")) return [];
  const written = { type: "write", path, named, at } as const;
  if (name === "creat" || flags.has("O_WRONLY")) return [written];
  const isNew = flags.has("O_TRUNC") || flags.has("O_EXCL");
  const read = { type: "read", path, named, at } as const;
  return flags.has("O_RDWR") ? (isNew ? [written] : [read, written]) : [read];
}

function isOpening(name: string): boolean {
  return name.startsWith("open") || name === "creat";
}

/** Of a program that was started, the trace has only the name. */
function realPath(path: string): string {
  try {
    return decodePath(realpathSync(encodePath(path), "buffer"));
  } catch {
    return path;
  }
}
