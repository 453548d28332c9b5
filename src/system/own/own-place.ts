import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { isWithin } from "../../paths/is-within.ts";

/**
 * The place of one of the tool's own files or directories. The base is trusted, however it is reached: the root of the
 * repository, or a directory that the user named. Nothing below it is: a repository can contain links.
 */
export interface OwnPlace {
  readonly base: string;
  /** Relative to the base, or absolute. */
  readonly path: string;
}

/** Why it is not used. One sentence without its full stop: what it is, and how to fix it. */
export interface Refused {
  readonly refused: string;
}

/** Why nothing was written. `refused` is present, with the same text, if it was possible but not allowed. */
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

/** For output: relative to the base. */
export function shown(place: OwnPlace, at: string = absolute(place)): string {
  return relative(resolve(place.base), at).split(sep).join("/");
}

/**
 * Checks every name from the base down to the place, and refuses a link among them. Null if there is none, even if
 * nothing exists yet. Throws what the file system throws.
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

/** What would be refused, for checking in advance. What cannot be read is reported when it is opened. */
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

/** Undefined if nothing is there. */
export function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(encodePath(path), { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * Refuses what belongs to neither the user nor the owner of the base. The owner of the base can put anything below it
 * anyway; in containers and on mounted disks, that is someone else.
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
