import { basename, dirname, join, relative, resolve } from "node:path";
import { leadsOut } from "../paths/is-within.ts";
import { lstatSync, realpathSync } from "../system/observed/observed-files.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { formatCommand } from "../wording/format-command.ts";

/** Turns the paths of a command line, relative to `cwd`, into paths of the repository. */
export function resolvePaths(
  root: string,
  cwd: string,
  given: readonly string[],
): Result<readonly RepoPath[]> {
  const paths: RepoPath[] = [];
  for (const path of given) {
    const absolute = resolve(cwd, path);
    const inside = insideOf(root, absolute);
    if (leadsOut(inside)) {
      const expected = `a path in ${root}`;
      return fail({
        kind: "path-missing",
        message: `${path} is outside the repository.`,
        value: path,
        expected,
      });
    }
    if (!isThere(absolute)) {
      const expected = "a file or directory that exists";
      return fail({
        kind: "path-missing",
        message: `The path ${path} does not exist.`,
        value: path,
        expected,
      });
    }
    paths.push((inside === "" ? "." : inside) as RepoPath);
  }
  return succeed(paths);
}

/** A path that does not exist may be the name of a check. */
export function suggestCheck<R extends { readonly ok: false; readonly failures: readonly Failure[] }>(
  { failures }: R,
  checks: readonly { readonly name: string }[],
): { readonly ok: false; readonly failures: readonly Failure[] } {
  return fail(
    ...failures.map((failure) => {
      const named = failure.kind === "path-missing" && checks.some(({ name }) => name === failure.value);
      return named
        ? {
            ...failure,
            hint: `To run that check: \`${formatCommand(["verification", "--check", failure.value ?? ""])}\`.`,
          }
        : failure;
    }),
  );
}

/** A user who got here through a link names files through it. The link itself is not followed. */
function insideOf(root: string, absolute: string): string {
  const inside = relative(root, absolute);
  if (!leadsOut(inside)) return inside.replaceAll("\\", "/");
  try {
    const real = join(realpathSync(dirname(absolute)), basename(absolute));
    return relative(realpathSync(root), real).replaceAll("\\", "/");
  } catch {
    return inside.replaceAll("\\", "/");
  }
}

/** A link counts even if it is broken. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
