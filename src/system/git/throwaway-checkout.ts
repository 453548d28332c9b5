import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runGit, type GitOutput } from "./git.ts";

/** Two checkouts of one repository, which take turns at one place, so that both have the same path. */
export interface ThrowawayCheckouts {
  /** A directory beside the checkouts. Removed with them. */
  readonly directory: string;
  /** Puts a commit into the checkout. Null, or what git said. */
  checkOut(
    name: string,
    commit: string,
    options: { readonly clean: boolean; readonly keep: readonly string[] },
  ): Promise<string | null>;
  /** Does the work while the checkout is at the common place, which is passed in. One at a time. */
  use<T>(name: string, work: (place: string) => Promise<T>): Promise<T>;
  /** Removes everything. Returns the directory if that is impossible; otherwise null. */
  remove(): string | null;
}

/**
 * Creates empty checkouts in a temporary directory. They borrow the repository's objects, and nothing is written into
 * it: no worktree, no ref, no lock. They have no branches, tags, remotes or hooks.
 */
export async function createThrowawayCheckouts(
  root: string,
  names: readonly string[],
): Promise<ThrowawayCheckouts | { readonly problem: string }> {
  const ask = async (...args: readonly string[]): Promise<string> => said(await runGit({ root, args }));
  const [objects, shallow, format] = [
    resolve(root, await ask("rev-parse", "--git-path", "objects")),
    resolve(root, await ask("rev-parse", "--git-path", "shallow")),
    await ask("rev-parse", "--show-object-format"),
  ];
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-replay-")));
  const remove = (): string | null => {
    try {
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
      return null;
    } catch {
      return directory;
    }
  };
  const place = join(directory, "repository");
  for (const name of names) {
    const checkout = join(directory, name);
    mkdirSync(checkout);
    const made = await runGit({
      root: checkout,
      args: ["init", "--quiet", "--template=", `--object-format=${format}`],
    });
    if (!made.ok) {
      remove();
      return { problem: made.stderr.trim() };
    }
    const git = join(checkout, ".git");
    for (const each of ["objects/info", "info"]) mkdirSync(join(git, each), { recursive: true });
    writeFileSync(join(git, "objects/info/alternates"), `${quoted(objects)}\n`);
    // A link is not a directory, so `node_modules/` does not ignore it.
    writeFileSync(join(git, "info/exclude"), "node_modules\n");
    // Files that Git LFS would have to fetch stay as git has them.
    appendFileSync(join(git, "config"), '[filter "lfs"]\n\tsmudge =\n\tprocess =\n\trequired = false\n');
    if (existsSync(shallow)) copyFileSync(shallow, join(git, "shallow"));
  }
  return {
    directory,
    remove,
    checkOut: async (name, commit, { clean, keep }) => {
      const root = join(directory, name);
      const still = ["-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false"];
      const got = await runGit({
        root,
        args: [...still, "checkout", "--quiet", "--force", "--detach", commit],
      });
      if (!got.ok) return got.stderr.trim();
      const kept = keep.flatMap((pattern) => ["--exclude", pattern]);
      const cleaned = clean ? await runGit({ root, args: ["clean", "-ffdxq", ...kept] }) : got;
      return cleaned.ok ? null : cleaned.stderr.trim();
    },
    use: async (name, work) => {
      renameSync(join(directory, name), place);
      try {
        return await work(place);
      } finally {
        renameSync(place, join(directory, name));
      }
    },
  };
}

function said(output: GitOutput): string {
  return output.ok ? output.stdout.toString("utf8").trim() : "";
}

/** In the format of a line of `alternates`. */
function quoted(path: string): string {
  return /^["#]|[\n]/.test(path) ? JSON.stringify(path) : path;
}
