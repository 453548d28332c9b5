import { indexMark } from "../../system/git/git-index-stamp.ts";
import { type GitOutput, runGit } from "../../system/git/git.ts";

let latest: { readonly root: string; readonly mark: string; readonly output: GitOutput } | undefined;

/** What `parseIndexListing` reads. If the index has the same content as the last time, it is not listed again. */
export async function listIndex(root: string): Promise<GitOutput> {
  const mark = indexMark(root);
  if (mark !== null && latest?.root === root && latest.mark === mark) return latest.output;
  const output = await runGit({ root, args: ["ls-files", "-s", "-v", "-z"] });
  if (output.ok && mark !== null && indexMark(root) === mark) latest = { root, mark, output };
  return output;
}
