import { execFileSync } from "node:child_process";
import { openVerifiers } from "../../src/verify/observe/open-verifiers.ts";
import type { BuiltinName } from "../../src/vocabulary/check/builtin.ts";
import { graphOf, p } from "../graph/repository.ts";

type Files = Readonly<Record<string, string>>;

/** What a verifier finds in one file of a tree: `line code names`, and what it suggests. */
export async function faultsIn(
  builtin: BuiltinName,
  path: string,
  files: Files,
  ignored: Files = {},
): Promise<readonly string[]> {
  const { graph, snapshot, root } = await graphOf({ files, ignored });
  if (".gitignore" in files) execFileSync("git", ["init", "--quiet"], { cwd: root });
  const faults = await openVerifiers(snapshot, graph).verify(builtin, p(path));
  return faults.map(
    ({ line, code, names, suggestion }) =>
      `${line} ${code} ${names}${suggestion === undefined ? "" : ` (${suggestion})`}`,
  );
}
