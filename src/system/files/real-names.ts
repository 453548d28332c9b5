import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decodePath, encodePath } from "../../paths/encode-path.ts";

/** Resolves absolute names in the current file system. Remembers the answers. */
export interface RealNames {
  /** The absolute form of a name. `..` after a link leads where the system goes: above the destination of the link. */
  absolute(directory: string, name: string): string;
  /** The first missing part before a `..` in a name: then the name leads nowhere. */
  gapIn(directory: string, name: string): string | null;
  isThere(path: string): boolean;
  /** Where a name leads. A missing path stays as named; a link at the end can count itself. */
  real(path: string, last: "followed" | "itself"): string;
}

/** As many links as the system follows. */
const MOST_LINKS = 40;

/** Contains parts without meaning. */
const UNTIDY = /\/(?:\.?\/|\.?$)/;

export function createRealNames(): RealNames {
  const known = new Map<string, string>();

  const itself = (path: string, links: number): string => {
    const directory = dirname(path);
    const above = directory === "/" ? directory : followed(directory, links);
    return above === directory ? path : join(above, basename(path));
  };
  const followed = (path: string, links: number): string => {
    const earlier = known.get(path);
    if (earlier !== undefined) return earlier;
    const plain = itself(path, links);
    const target = links === MOST_LINKS ? null : readLink(plain);
    const real = target === null ? plain : followed(walk(dirname(plain), target), links + 1);
    known.set(path, real);
    return real;
  };
  /** Calls back with what precedes each `..`. */
  const walk = (directory: string, name: string, visit?: (before: string) => void): string => {
    const path = name.startsWith("/") ? name : `${directory}/${name}`;
    if (!path.includes("..")) return UNTIDY.test(path) ? resolve("/", path) : path;
    let at = "/";
    for (const part of path.split("/")) {
      if (part === "..") {
        visit?.(at);
        at = dirname(followed(at, 0));
      } else if (part !== "" && part !== ".") at = join(at, part);
    }
    return at;
  };
  return {
    absolute: walk,
    gapIn: (directory, name) => {
      const gaps: string[] = [];
      walk(directory, name, (before) => {
        if (kindOf(followed(before, 0)) === null) gaps.push(before);
      });
      return gaps[0] ?? null;
    },
    isThere: (path) => kindOf(path) !== null,
    real: (path, last) => (last === "followed" ? followed(path, 0) : itself(path, 0)),
  };
}

function kindOf(path: string): "link" | "other" | null {
  try {
    const stat = lstatSync(encodePath(path), { throwIfNoEntry: false });
    return stat === undefined ? null : stat.isSymbolicLink() ? "link" : "other";
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return kindOf(path) === "link" ? decodePath(readlinkSync(encodePath(path), "buffer")) : null;
  } catch {
    return null;
  }
}
