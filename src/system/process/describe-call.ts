import { dirname } from "node:path";
import type { RealNames } from "../files/real-names.ts";
import type { TracedCall } from "../strace/trace-line.ts";

/** What a command, or a program that it started, did with a file. */
export interface TracedAccess {
  /**
   * `read`: content; `write`: also by rename, link, truncate, mkdir, unlink and the like; `list`: names of a directory;
   * `missing`: looked for and not there; `found`: only asked for, and there; `asked`: its size, times or mode; `start`:
   * a program that was executed.
   */
  readonly type: "read" | "write" | "list" | "missing" | "found" | "asked" | "start";
  /** Absolute, with links resolved if it existed. */
  readonly path: string;
  /** Absolute, as asked for. */
  readonly named: string;
}

/** The same for a whole command. */
export interface GatheredAccess extends TracedAccess {
  /** When it was first and last done; later is greater. */
  readonly first: number;
  readonly last: number;
  /** How often it was done. A directory that is listed in several calls is listed once. */
  readonly times: number;
  /** The ids of the processes that did it; threads count as their process. */
  readonly by: ReadonlySet<number>;
}

/** Null if unknown: a directory is not known, or the trace does not contain the whole call. */
type Described = readonly TracedAccess[] | null;

interface Use {
  /** Which of the names in the call. */
  readonly index: number;
  readonly type: "read" | "write" | "found" | "asked" | "start";
  /** Whether a link at the end of the name is followed. */
  readonly last: "followed" | "itself";
  /** Only the parent directory must exist. */
  readonly makes?: boolean;
}

const FOUND: Use = { index: 0, type: "found", last: "followed" };
const WRITTEN: Use = { index: 0, type: "write", last: "itself" };
const MADE: Use = { ...WRITTEN, makes: true };

const USES: readonly (readonly [RegExp, readonly Use[]])[] = [
  [/^rename/, [{ ...MADE, index: 1 }, WRITTEN]],
  // The second name of a file gives access to its content.
  [
    /^link/,
    [
      { index: 0, type: "read", last: "itself" },
      { ...MADE, index: 1 },
    ],
  ],
  [/^symlink/, [{ ...MADE, index: 1 }]],
  [/^mk(?:dir|nod)/, [MADE]],
  [/^(?:unlink|rmdir)/, [WRITTEN]],
  [/^truncate/, [{ ...WRITTEN, last: "followed" }]],
  [/^exec/, [{ index: 0, type: "start", last: "followed" }]],
  [/^readlink/, [{ ...FOUND, last: "itself" }]],
  [/^l/, [{ ...FOUND, type: "asked", last: "itself" }]],
  [/^(?:f?access|chdir)/, [FOUND]],
  [/^(?:newfstat|f?stat|getx|listx|f?chmod|f?chown|f?utime)/, [{ ...FOUND, type: "asked" }]],
];

const ABSENT = new Set(["ENOENT", "ENOTDIR"]);
/** Errors caused by something that exists. */
const PRESENT = new Set(
  "EACCES EPERM EEXIST EISDIR ENOTEMPTY ELOOP ETXTBSY EROFS ENOEXEC EXDEV EBUSY ENXIO".split(" "),
);

/** Whether the result depends on what exists, and not on a closed handle, a lack of memory and so on. */
function isOfNames(result: TracedCall["result"]): boolean {
  return result.type !== "failed" || ABSENT.has(result.error) || PRESENT.has(result.error);
}

/** Says what a call did with files. Asks the file system only if the call does not show where a name leads. */
export function describeCall(call: TracedCall, cwd: string | null, names: RealNames): Described {
  if (call.name.startsWith("getdents")) return describeListing(call);
  if (call.name.startsWith("open") || call.name === "creat") return describeOpening(call, cwd, names);
  const uses = USES.find(([name]) => name.test(call.name))?.[1] ?? [];
  const described = uses.map((each) => describeUse(call, each, { cwd, names, isOne: uses.length === 1 }));
  return described.includes(null) ? null : described.flatMap((each) => each ?? []);
}

function describeListing({ handle, result }: TracedCall): Described {
  if (result.type !== "done") return [];
  if (handle === null) return null;
  return handle.startsWith("/") ? [{ type: "list", path: handle, named: handle }] : [];
}

interface Context {
  readonly cwd: string | null;
  readonly names: RealNames;
  readonly isOne: boolean;
}

function describeUse(call: TracedCall, { index, type, last, makes }: Use, context: Context): Described {
  const { result, flags, handle } = call;
  const { names } = context;
  const given = call.paths[index];
  if (given === undefined) return result.type === "failed" || call.args.includes("NULL") ? [] : null;
  if (given.path === "") return type === "start" && handle ? [{ type, path: handle, named: handle }] : [];
  const named = nameOf(given, context);
  if (named === null) return isOfNames(result) ? null : [];
  if (named === "") return [];
  const end = flags.has("AT_SYMLINK_NOFOLLOW")
    ? "itself"
    : flags.has("AT_SYMLINK_FOLLOW")
      ? "followed"
      : last;
  const tell = (as: TracedAccess["type"]): Described => [{ type: as, path: names.real(named, end), named }];
  if (result.type === "unknown") return type === "write" ? tell("write") : [];
  // Whether it may be executed is a question about its mode.
  if (result.type === "done") return tell(type === "found" && flags.has("X_OK") ? "asked" : type);
  // With two names, the call does not say for which of them it failed.
  if (PRESENT.has(result.error) || (result.error === "EINVAL" && call.name.startsWith("readlink")))
    return context.isOne || names.isThere(named) ? tell(flags.has("X_OK") ? "asked" : "found") : [];
  if (!ABSENT.has(result.error)) return [];
  const needed = makes === true ? dirname(named) : named;
  if (!context.isOne && names.isThere(needed)) return [];
  return makes === true ? [missing(needed, names)] : lookedFor(given, named, context);
}

function describeOpening(call: TracedCall, cwd: string | null, names: RealNames): Described {
  const { name, flags, result } = call;
  const given = call.paths[0];
  const named = given === undefined ? null : nameOf(given, { cwd, names });
  if (result.type === "unknown") return [];
  if (result.type === "failed") {
    if (given === undefined || named === "" || !isOfNames(result)) return [];
    if (named === null) return null;
    // A link that must not be followed is refused, wherever it points.
    const end = flags.has("O_NOFOLLOW") ? "itself" : "followed";
    if (PRESENT.has(result.error)) return [{ type: "found", path: names.real(named, end), named }];
    if (!ABSENT.has(result.error)) return [];
    if (name === "creat" || flags.has("O_CREAT")) return [missing(dirname(named), names)];
    return lookedFor(given, named, { cwd, names });
  }
  const { path } = result;
  if (path === null) return null;
  if (!path.startsWith("/") || flags.has("O_TMPFILE")) return [];
  const tell = (...types: readonly TracedAccess["type"][]): Described =>
    types.map((type) => ({ type, path, named: named ?? path }));
  if (named === null && name !== "open_by_handle_at") return null;
  if (flags.has("O_DIRECTORY") || flags.has("O_PATH")) return tell("found");
  if (name === "creat" || flags.has("O_WRONLY")) return tell("write");
  if (!flags.has("O_RDWR")) return tell("read");
  return flags.has("O_TRUNC") || flags.has("O_EXCL") ? tell("write") : tell("read", "write");
}

type Given = TracedCall["paths"][number];

/** Null if the directory is unknown; empty if it is not one, so that the name cannot lead anywhere. */
function nameOf({ path, directory }: Given, { cwd, names }: Omit<Context, "isOne">): string | null {
  if (path.startsWith("/")) return names.absolute("/", path);
  const from = directory ?? cwd ?? "";
  if (from === "") return null;
  return from.startsWith("/") ? names.absolute(from, path) : "";
}

/** A name that leads nowhere: because it is missing, or something before a `..` is. */
function lookedFor(given: Given, named: string, { cwd, names }: Omit<Context, "isOne">): Described {
  const gap = given.path.includes("..") ? names.gapIn(given.directory ?? cwd ?? "/", given.path) : null;
  return [missing(gap ?? named, names)];
}

function missing(named: string, names: RealNames): TracedAccess {
  const real = names.real(named, "followed");
  // A link that leads somewhere now was made after it was looked for.
  return { type: "missing", path: names.isThere(real) ? names.real(named, "itself") : real, named };
}
