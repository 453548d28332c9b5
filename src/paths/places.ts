import { join } from "node:path";
import type { Place } from "../vocabulary/tree/path-set.ts";

/** The roots of places: the repository, and the user's home. Absolute, with links resolved. */
export interface Landmarks {
  readonly root: string;
  readonly home: string | null;
}

/** The name of a place in a path set: the same in every checkout, and for every user. */
export function placeOf(absolute: string, { root, home }: Landmarks): Place {
  if (absolute === root) return ".";
  if (absolute.startsWith(`${root}/`)) return absolute.slice(root.length + 1);
  if (home !== null && absolute.startsWith(`${home}/`)) return `~/${absolute.slice(home.length + 1)}`;
  return absolute;
}

export function absoluteOf(place: Place, { root, home }: Landmarks): string {
  if (place.startsWith("/")) return place;
  if (place.startsWith("~/") && home !== null) return join(home, place.slice(2));
  return place === "." ? root : join(root, place);
}

/** Whether it is in the repository's directory. */
export function isInside(place: Place): boolean {
  return !place.startsWith("/") && !place.startsWith("~/");
}

/** Files of the system: the same for everybody, and not watched. Sources and data can be beside it. */
const SYSTEM =
  /^\/(?:proc|sys|dev(?!\/shm\/)|usr(?!\/(?:local\/)?src\/)|lib|lib32|lib64|libx32|bin|sbin|etc|run|var\/(?:cache|db|lib|lock|log|mail|run|spool)|nix|boot|snap)(?:\/|$)/;

export function isSystem(place: Place): boolean {
  return SYSTEM.test(place);
}

/** Where package managers and tools keep what they can make again, for all repositories. */
const SHARED_CACHE =
  /^~\/(?:\.npm|\.cache|\.yarn|\.pnpm-store|\.pnpm-state|\.bun|\.local\/share\/pnpm|\.local\/state|\.config\/configstore|Library\/Caches)(?:\/|$)/;

export function isSharedCache(place: Place): boolean {
  return SHARED_CACHE.test(place);
}

const PACKAGES = /(?:^|\/)node_modules(?:\/|$)/;

export function isInPackages(place: Place): boolean {
  return PACKAGES.test(place);
}
