import {
  accessSync,
  appendFileSync,
  constants,
  mkdirSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, parse, relative, sep } from "node:path";
import { isWithin } from "../../paths/is-within.ts";
import { ensureOwnDirectory } from "../own/own-directory.ts";
import { appendOwn, overwriteOwn, type Unwritten } from "../own/own-file.ts";
import { above, foreseeRefusal, type OwnPlace } from "../own/own-place.ts";

/** A file that the user has named, to write something into it. */
export interface NamedFile {
  /** The repository of the command. */
  readonly root: string;
  /** Absolute. */
  readonly path: string;
}

export interface NameOptions {
  /** Whether to append; otherwise it is replaced. */
  readonly isAppended?: boolean;
  /** Whether to create its parent directories. */
  readonly makesDirectories?: boolean;
}

/**
 * Writes a file that the user has named. Inside the repository no link is followed, because the repository may contain
 * it; elsewhere the user decides, even for a terminal or a pipe.
 */
export function writeNamed(file: NamedFile, text: string, options: NameOptions = {}): "written" | Unwritten {
  const { isAppended = false, makesDirectories = false } = options;
  try {
    const place = placeOf(file);
    if (place === null) {
      if (makesDirectories) makeDirectory(dirname(file.path));
      (isAppended ? appendFileSync : writeFileSync)(file.path, text);
      return "written";
    }
    const ensured = makesDirectories ? ensureOwnDirectory(above(place)) : { made: [] };
    if ("reason" in ensured) return ensured;
    return isAppended ? appendOwn(place, text) : overwriteOwn(place, text);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** One by one: Node's own `recursive` never ends if a file system denies that the parent exists (/proc). */
function makeDirectory(path: string): void {
  if (statOf(path) !== undefined) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it by now.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Why a file, with its parent directories, could not be written; null if nothing prevents it. Writes nothing. */
export function whyNotWritten(path: string, root: string): string | null {
  const place = placeOf({ root, path });
  const refused = place === null ? null : foreseeRefusal(place);
  if (refused !== null) return refused;
  const there = statOf(path);
  if (there?.isDirectory() === true) return "it is a directory";
  let above = path;
  let found = there;
  while (found === undefined && dirname(above) !== above) {
    above = dirname(above);
    found = statOf(above);
  }
  if (above !== path && found?.isDirectory() !== true) return `${above} is not a directory`;
  try {
    accessSync(above, constants.W_OK);
    return null;
  } catch {
    return `${above} is not writable`;
  }
}

/** Undefined if nothing is there, or a file is where a directory should be. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Where the path of a file enters the repository, as a place below its root; null if it does not. On the way there,
 * links are the user's own and are followed, so that another name of the repository is no way around.
 */
function placeOf({ root, path }: NamedFile): OwnPlace | null {
  const base = real(root);
  let at = parse(path).root;
  const names = relative(at, path).split(sep);
  for (let count = 0; !isWithin(base, at); count++) {
    const name = names[count];
    // The last one is what is written, wherever it points.
    if (name === undefined || count === names.length - 1) return null;
    at = real(join(at, name));
    if (isWithin(base, at)) return { base, path: join(at, ...names.slice(count + 1)) };
  }
  return { base, path };
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
