import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { isWithin } from "../../paths/is-within.ts";

/**
 * Where a file or directory of the tool's own is. The base is trusted, however it is reached: the root of the
 * repository, or a directory that the user has named. Nothing below it is: a repository can bring links along.
 */
export interface OwnPlace {
  readonly base: string;
  /** From the base, or absolute. */
  readonly path: string;
}

/** What is there is not used. One sentence without its full stop: what it is, and the way out. */
export interface Refused {
  readonly refused: string;
}

/** Why nothing was written. `refused` is there, with the same text, where it could have been and must not be. */
export interface Unwritten {
  readonly reason: string;
  readonly refused?: string;
}

export function unwritten({ refused }: Refused): Unwritten {
  return { reason: refused, refused };
}

export function absolute({ base, path }: OwnPlace): string {
  return resolve(base, path);
}

/** As it is shown: from the base. */
export function shown(place: OwnPlace, at: string = absolute(place)): string {
  return relative(resolve(place.base), at).split(sep).join("/");
}

/**
 * Looks at every name from the base down to the place, and refuses a link among them. Null where there is none, also
 * where nothing is there yet. Throws what the file system throws.
 */
export function refuseLinks(place: OwnPlace): Refused | null {
  const target = absolute(place);
  const base = resolve(place.base);
  if (!isWithin(base, target)) return { refused: `${target} is outside ${base}: choose a place inside` };
  let at = base;
  for (const name of relative(base, target).split(sep).filter(Boolean)) {
    at = join(at, name);
    const stats = lstat(at);
    if (stats === undefined) return null;
    if (stats.isSymbolicLink()) return linkAt(place, at);
  }
  return null;
}

/** What would be refused, for who wants to know beforehand. What cannot be looked at is left to who opens it. */
export function foreseeRefusal(place: OwnPlace): string | null {
  try {
    return refuseLinks(place)?.refused ?? null;
  } catch {
    return null;
  }
}

export function linkAt(place: OwnPlace, at: string = absolute(place)): Refused {
  const name = shown(place, at);
  return {
    refused: `${name} is a link, which is not followed: remove it, or put a copy of what it leads to in its place`,
  };
}

/** Undefined where nothing is there. */
export function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(encodePath(path), { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Refuses what belongs to neither the user nor the owner of the base. Who owns the base can put anything below it
 * anyway; it is someone else in containers and on mounted disks.
 */
export function refuseStranger(place: OwnPlace, { uid }: Pick<Stats, "uid">): Refused | null {
  const self = process.geteuid?.();
  if (self === undefined || uid === self || uid === statSync(encodePath(place.base)).uid) return null;
  return {
    refused: `${shown(place)} belongs to another user (${uid}) and is not used: remove it, or change its owner`,
  };
}

/** The directory that a place is in. */
export function above(place: OwnPlace): OwnPlace {
  return { base: place.base, path: dirname(absolute(place)) };
}
