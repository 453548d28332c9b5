import { closeSync, openSync, readSync, statSync } from "node:fs";
import { decodePath, encodePath } from "../../paths/encode-path.ts";

/** What the system does when it executes a file, besides the file itself. */
export interface StartedProgram {
  /** The interpreter in the first line of a script; the system starts it without a visible call. */
  readonly interpreter: string | null;
  /** It would have the rights of another user if it were not watched. */
  readonly changesRights: boolean;
}

/** As much of the first line as the system reads. */
const FIRST_LINE = 256;
const SET_USER = 0o4000;
/** The bit, and that the group may execute it. */
const SET_GROUP = 0o2010;

/** Inspects a file that was executed, in its current state. */
export function inspectProgram(path: string): StartedProgram {
  const interpreter = interpreterIn(firstBytes(path));
  return { interpreter, changesRights: interpreter === null && changesRights(path) };
}

function changesRights(path: string): boolean {
  try {
    const { mode, uid, gid } = statSync(encodePath(path));
    if ((mode & SET_USER) !== 0 && uid !== process.geteuid?.()) return true;
    return (mode & SET_GROUP) === SET_GROUP && gid !== process.getegid?.();
  } catch {
    return false;
  }
}

/** Empty if it may be executed but not read. */
function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(FIRST_LINE);
  try {
    if (!statSync(encodePath(path)).isFile()) return bytes;
    const file = openSync(encodePath(path), "r");
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, FIRST_LINE, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return bytes;
  }
}

function interpreterIn(bytes: Buffer): string | null {
  const [, word = ""] = /^#![ \t]*([^ \t\n]+)/.exec(bytes.toString("latin1")) ?? [];
  return word === "" ? null : decodePath(Buffer.from(word, "latin1"));
}
