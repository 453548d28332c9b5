import { closeSync, openSync, readSync, statSync } from "node:fs";
import { decodePath, encodePath } from "../../paths/encode-path.ts";

/** What the system does when it executes a file, beside the file itself. */
export interface StartedProgram {
  /** What a script names in its first line; the system starts it without saying so. */
  readonly interpreter: string | null;
  /** It would have the rights of somebody else, were it not watched. */
  readonly changesRights: boolean;
}

/** As much of the first line as the system reads. */
const FIRST_LINE = 256;
const SET_USER = 0o4000;
/** The bit, and that the group may execute it. */
const SET_GROUP = 0o2010;

/** Looks at a file that was executed, as it is now. */
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

/** Nothing where it may be executed and not be read. */
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
