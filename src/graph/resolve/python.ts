import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Reference } from "../extraction.ts";
import { type Resolution, toExternal, toFiles, UNRESOLVED } from "./resolution.ts";
import { directoryOf, joinPath, type TreeIndex } from "./tree.ts";

export type PythonResolver = (from: RepoPath, reference: Reference) => Resolution;

const ENDINGS = [".py", ".pyi", ".pyx"];
const INITIAL = ["__init__.py", "__init__.pyi"];
const SOURCES = ["src", "lib", "python"];

/** Python's own modules that often have the same name as a project's module. */
const STANDARD: ReadonlySet<string> = new Set(
  `abc argparse array ast asyncio base64 bisect calendar cmd code codecs collections concurrent configparser contextlib
  copy csv ctypes curses dataclasses datetime decimal difflib email enum errno fcntl fnmatch functools gc getpass glob
  gzip hashlib heapq hmac html http inspect io ipaddress itertools json keyword locale logging math mimetypes
  multiprocessing numbers operator os parser pathlib pickle platform profile queue random re resource sched secrets select
  shlex shutil signal site socket sqlite3 ssl stat statistics string struct subprocess symbol sys tempfile test textwrap
  threading time timeit token tokenize trace traceback types typing unittest urllib uuid warnings weakref xml zipfile
  zlib __future__`.split(/\s+/),
);

/**
 * Resolves module names like Python, from each place that it may search: the directory of the file and those above it,
 * each with its `src`. A name that is in none of these leads to every module of the tree whose path ends with it,
 * because Python's search path is configurable. A module that is not in the tree is installed, or Python's own.
 */
export function createPythonResolver(tree: TreeIndex): PythonResolver {
  const modules = new Map<string, RepoPath[]>();
  let isIndexed = false;
  /** By the last part of their name. */
  const named = (name: string): readonly RepoPath[] => {
    if (!isIndexed) for (const path of tree.paths) indexModule(path, modules);
    isIndexed = true;
    return modules.get(name) ?? [];
  };
  const filesOf = (start: string, parts: readonly string[]): readonly RepoPath[] => {
    const files: RepoPath[] = [];
    let at = start;
    for (const [index, part] of parts.entries()) {
      const next = at === "." ? part : `${at}/${part}`;
      const own = [
        ...ENDINGS.map((ending) => next + ending),
        ...INITIAL.map((name) => `${next}/${name}`),
      ].filter(tree.has);
      files.push(...own);
      if (!tree.hasDirectory(next)) return index === parts.length - 1 && own.length > 0 ? files : [];
      at = next;
    }
    return files;
  };
  const startsOf = (from: RepoPath): readonly string[] => {
    const starts: string[] = [];
    for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
      starts.push(directory, ...SOURCES.map((name) => (directory === "." ? name : `${directory}/${name}`)));
      if (directory === ".") return starts;
    }
  };
  const resolveRelative = (from: RepoPath, specifier: string): Resolution => {
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    const start = joinPath(directoryOf(from), "../".repeat(dots - 1));
    if (start === undefined) return toFiles([]);
    const own = INITIAL.map((name) => (start === "." ? name : `${start}/${name}`)).filter(tree.has);
    const parts = specifier
      .slice(dots)
      .split(".")
      .filter((part) => part !== "");
    return toFiles([...own, ...filesOf(start, parts), ...filesOf(start, parts.slice(0, -1))]);
  };
  const resolveAbsolute = (from: RepoPath, specifier: string): Resolution => {
    const parts = specifier.split(".");
    // The last part may be a name in a module.
    for (const wanted of [parts, parts.slice(0, -1)]) {
      if (wanted.length === 0) continue;
      const found = startsOf(from).flatMap((start) => filesOf(start, wanted));
      if (found.length > 0) return toFiles([...new Set(found)]);
      if (STANDARD.has(wanted[0] ?? "")) continue;
      const elsewhere = named(wanted.at(-1) ?? "").filter((path) => endsWith(path, wanted));
      if (elsewhere.length > 0) return toFiles(elsewhere);
    }
    return UNRESOLVED;
  };

  return (from, { specifier, strength }) => {
    if (specifier === "(conftest)")
      return toFiles(
        startsOf(from)
          .map((start) => (start === "." ? "conftest.py" : `${start}/conftest.py`))
          .filter((path): path is RepoPath => tree.has(path) && path !== from),
      );
    if (specifier.startsWith(".")) return resolveRelative(from, specifier);
    const found = resolveAbsolute(from, specifier);
    if (found.state === "resolved" || strength === "weak") return found;
    return toExternal(specifier.split(".", 1)[0] ?? specifier);
  };
}

function indexModule(path: RepoPath, modules: Map<string, RepoPath[]>): void {
  const found = /([^/]+?)(?:\/__init__)?\.pyi?$/.exec(path)?.[1];
  if (found === undefined) return;
  const list = modules.get(found);
  if (list === undefined) modules.set(found, [path]);
  else list.push(path);
}

function endsWith(path: RepoPath, parts: readonly string[]): boolean {
  const stem = path.replace(/(?:\/__init__)?\.pyi?$/, "");
  return stem === parts.join("/") || stem.endsWith(`/${parts.join("/")}`);
}
