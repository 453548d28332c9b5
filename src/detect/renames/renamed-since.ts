import { splitPaths } from "../../system/files/path-list.ts";
import { runGit } from "../../system/git/git.ts";

/** The current paths of files that were renamed since a commit according to git, by their paths in it. */
export async function renamedSince(root: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const args = [
    "diff",
    "--no-ext-diff",
    "--name-status",
    "-z",
    "--find-renames",
    "--diff-filter=R",
    "--relative",
  ];
  const output = await runGit({ root, args: [...args, "--end-of-options", commit, "--"] });
  if (!output.ok) return new Map();
  const fields = splitPaths(output.stdout);
  const renamed = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3)
    renamed.set(fields[at + 1] as string, fields[at + 2] as string);
  return renamed;
}
