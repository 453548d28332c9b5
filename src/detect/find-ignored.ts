import { encodePath } from "../paths/encode-path.ts";
import { runGit } from "../system/git/git.ts";

/** Git's message about a path that it does not check. */
const ABOUT_A_PATH = /beyond a symbolic link|in submodule|outside repository/;

/** Above this number, paths are not asked for one by one. */
const SINGLY = 200;

/**
 * Those of the paths that git ignores, whether they exist or not. If git cannot tell, as behind a link, a path counts
 * as ignored; if git does not answer at all, none does.
 */
export async function findIgnored(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const ignored = await ask(root, paths);
  if (ignored !== null) return ignored;
  const found = new Set<string>();
  for (const path of paths.slice(0, SINGLY)) {
    if ((await ask(root, [path]))?.size !== 0) found.add(path);
  }
  return found;
}

async function ask(root: string, paths: readonly string[]): Promise<ReadonlySet<string> | null> {
  const input = Buffer.concat(paths.flatMap((path) => [Buffer.from(encodePath(path)), Buffer.from("\0")]));
  const args = ["check-ignore", "-z", "--stdin"];
  const output = await runGit({ root, args, input });
  if (output.ok)
    return new Set(
      output.stdout
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== ""),
    );
  // Status 1 means that none is ignored. If git does not answer, nothing must be hidden either.
  return ABOUT_A_PATH.test(output.stderr) ? null : new Set();
}
