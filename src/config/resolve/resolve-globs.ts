import { join } from "node:path";
import { leadsOut } from "../../paths/is-within.ts";
import { statIfSeen } from "../../system/observed/observed-files.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import type { DeclaredCheck } from "./declared-check.ts";

/** Globs from the repository root. A directory means everything in it; a glob outside the root can never match. */
export function resolveGlobs(
  declared: DeclaredCheck,
  field: "files" | "inputs" | "configuration",
  { root, failures }: { root: string; failures: Failure[] },
): readonly string[] {
  return readGlobs(declared, field, failures).map(
    ({ sign, glob }) =>
      sign + (isDirectory(join(root, glob)) ? (glob === "" || glob === "." ? "**" : `${glob}/**`) : glob),
  );
}

/** Each glob of a field without meaningless parts, with its `!` separate. */
export function readGlobs(
  declared: DeclaredCheck,
  field: "files" | "inputs" | "outputs" | "configuration",
  failures: Failure[],
): readonly { readonly sign: "!" | ""; readonly glob: string }[] {
  const globs = declared.fields[field];
  return (Array.isArray(globs) ? globs : []).map((written, index) => {
    const sign = written.startsWith("!") ? "!" : "";
    const glob = written
      .slice(sign.length)
      .replace(/^(\.?\/)+/, "")
      .replace(/\/+$/, "");
    if (leadsOut(glob)) {
      const message = `${field} of "${declared.fields.name}" names something outside the repository.`;
      failures.push({
        kind: "config-invalid",
        message,
        at: declared.locate(field, index),
        value: written,
        expected: "a glob from the repository root",
      });
    }
    return { sign, glob };
  });
}

export function isDirectory(path: string): boolean {
  return statIfSeen(path)?.isDirectory() ?? false;
}
