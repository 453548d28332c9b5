import picomatch from "picomatch";

/** A test for paths: one of the globs matches, and none of those that begin with `!`. */
export function matchGlobs(globs: readonly string[]): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const unwanted = globs.flatMap((glob) => (glob.startsWith("!") ? [glob.slice(1)] : []));
  const matches = picomatch(wanted, { dot: true, ignore: unwanted });
  return (path) => matches(path);
}
