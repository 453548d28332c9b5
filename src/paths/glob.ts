import picomatch from "picomatch";

/** A longer text is not a glob: no path is that long, and it cannot be compiled. */
export const LONGEST_GLOB = 65_536;

/** With `(`, also what `!`, `+` and `@` begin. A leading `!` is not part of the glob itself. */
const SPECIAL = /[*?[\]{}()\\]/;
const WILDCARD = /[*?[{]/;

/** Whether anything in it could be a wildcard; otherwise it is a path. */
export function isGlob(text: string): boolean {
  return SPECIAL.test(text);
}

/** Whether it is certainly a glob: parentheses also occur in file names, as in `app/(shop)/page.tsx`. */
export function hasWildcard(text: string): boolean {
  return WILDCARD.test(text);
}

/** The directories before the first glob; all of it if there is none. */
export function plainStart(glob: string): string {
  const parts = glob.split("/");
  const at = parts.findIndex(isGlob);
  return parts.slice(0, at === -1 ? parts.length : at).join("/");
}

/** Matches paths as package managers read the globs of workspaces: `*` does not match a leading dot. */
export function matchVisible(globs: readonly string[]): (path: string) => boolean {
  const matches = picomatch([...globs]);
  return (path) => matches(path);
}

/** Matches paths: one of the globs matches, and none of those with `!`. If all have `!`: everything else. */
export function matchGlobs(globs: readonly string[]): (path: string) => boolean {
  return compile(globs, false);
}

/** The same, ignoring letter case. */
export function matchGlobsInAnyCase(globs: readonly string[]): (path: string) => boolean {
  return compile(globs, true);
}

function compile(globs: readonly string[], ignoresCase: boolean): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.flatMap((glob) => (glob.startsWith("!") ? [glob.slice(1)] : []));
  const matches = picomatch(wanted.length === 0 && unwanted.length > 0 ? ["**"] : wanted, {
    dot: true,
    // A name can contain a newline.
    flags: ignoresCase ? "si" : "s",
    nocase: ignoresCase,
    ignore: unwanted,
  });
  return (path) => matches(path);
}

/** A test for names without a directory: one expression for all globs, because there can be many of both. */
export function matchNames(globs: readonly string[]): (name: string) => boolean {
  const sources = globs.map((glob) => picomatch.makeRe(glob, { dot: true }).source);
  const test = new RegExp(sources.map((source) => `(?:${source})`).join("|"), "s");
  return (name) => test.test(name);
}

/** The glob is matched as written: a leading `!` is part of a name. The s flag is for names that contain a newline. */
export function globExpression(glob: string): RegExp {
  const plain = plainGlob(glob);
  return plain === ""
    ? /(?!)/
    : new RegExp(picomatch.makeRe(plain, { dot: true, nonegate: true }).source, "s");
}

/** Without a meaningless leading `./` or `/`, or a trailing `/`. */
export function plainGlob(glob: string): string {
  return glob.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
}
