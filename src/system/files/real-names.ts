import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { decodePath, encodePath } from "../../paths/encode-path.ts";

/** Says what absolute names mean, as the file system is now. What was asked once is remembered. */
export interface RealNames {
  /** The absolute form of a name. `..` after a link leads to where the system goes: above what the link leads to. */
  absolute(directory: string, name: string): string;
  /** The first part of a name with `..` behind it that is not there: then the name leads nowhere. */
  gapIn(directory: string, name: string): string | null;
  isThere(path: string): boolean;
  /** Where a name leads. What is not there stays as it is named; a link at the end can count itself. */
  real(path: string, last: "followed" | "itself"): string;
}

/** As many links as the system follows. */
const MOST_LINKS = 40;

/** Has parts that mean nothing. */
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
  /** Calls back with what is before each `..`. */
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
