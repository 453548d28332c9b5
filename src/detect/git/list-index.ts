import { indexChecksum } from "../../system/git/git-index-stamp.ts";
import { type GitOutput, runGit } from "../../system/git/git.ts";

let latest: { readonly root: string; readonly checksum: string; readonly output: GitOutput } | undefined;

/** What `parseIndexListing` reads. If the index has the same content as the last time, it is not listed again. */
export async function listIndex(root: string): Promise<GitOutput> {
  const checksum = indexChecksum(root);
  if (checksum !== null && latest?.root === root && latest.checksum === checksum) return latest.output;
  const output = await runGit({ root, args: ["ls-files", "-s", "-v", "-z"] });
  if (output.ok && checksum !== null && indexChecksum(root) === checksum) latest = { root, checksum, output };
  return output;
}
