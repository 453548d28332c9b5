import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { leadsOut } from "../../paths/is-within.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

export interface FilePlace {
  readonly path: RepoPath;
  /** Whether it is a file of the repository; the text may only look like a path. */
  readonly exists: boolean;
}

/** Finds the file of the repository that a tool names, however it prints it. Null for files outside. */
export type Locate = (printed: string) => FilePlace | null;

export interface LocateOptions {
  /** Absolute, under all names of the root: as given, and with links resolved. */
  readonly roots: readonly string[];
  /** Where the command ran, relative to the root. */
  readonly cwd: string;
  readonly isFile: (path: RepoPath) => boolean;
}

/** No file name is longer than this. */
const LONGEST = 4096;

export function createLocate({ roots, cwd, isFile }: LocateOptions): Locate {
  const known = new Map<string, FilePlace | null>();
  const place = (path: string): FilePlace | null => {
    const normal = posix.normalize(path);
    if (normal === "." || leadsOut(normal)) return null;
    return { path: normal as RepoPath, exists: isFile(normal as RepoPath) };
  };
  const find = (printed: string): FilePlace | null => {
    // A file name can look like an address, or like a path of another system.
    const literal =
      printed.includes("\0") || printed.startsWith("/") ? null : place(posix.join(cwd, printed));
    if (literal?.exists === true) return literal;
    const path = asPath(printed);
    if (path === null) return null;
    if (path.startsWith("/") || /^[A-Za-z]:\//.test(path)) {
      const root = roots.find((each) => path.startsWith(each.endsWith("/") ? each : `${each}/`));
      return root === undefined ? null : place(path.slice(root.length).replace(/^\/+/, ""));
    }
    const fromCwd = place(posix.join(cwd, path));
    if (fromCwd?.exists === true || cwd === ".") return fromCwd;
    // Many tools print paths from the root of the repository, wherever they run.
    const fromRoot = place(path);
    return fromRoot?.exists === true ? fromRoot : fromCwd;
  };
  return (printed) => {
    if (printed === "" || printed.length > LONGEST) return null;
    const before = known.get(printed);
    if (before !== undefined) return before;
    const found = find(printed);
    known.set(printed, found);
    return found;
  };
}

function asPath(printed: string): string | null {
  if (printed.startsWith("file:")) {
    try {
      return fileURLToPath(printed);
    } catch {
      return null;
    }
  }
  if (printed.includes("\0") || /^[A-Za-z][A-Za-z+.-]+:/.test(printed)) return null;
  return /^[A-Za-z]:\\|^\.{0,2}\\/.test(printed) ? printed.replaceAll("\\", "/") : printed;
}
