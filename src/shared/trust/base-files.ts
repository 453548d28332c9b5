import { runGit } from "../../system/git/git.ts";

/** Files of a commit in git, independent of the working tree. */
export interface BaseFiles {
  /** The commit. */
  readonly commit: string;
  /** Those that exist, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

const MOST_BYTES = 1024 * 1024;

/**
 * Reads files of a revision. Null if it is not a commit that the clone has.
 *
 * @param revision a full reference or a commit: never user input
 */
export async function readBaseFiles(
  root: string,
  revision: string,
  paths: readonly string[],
): Promise<BaseFiles | null> {
  // A name that contains a line break would become two.
  const requested = paths.filter((path) => !path.includes("\n"));
  const lines = [`${revision}^{commit}`, ...requested.map((path) => `${revision}:${path}`)];
  const answer = await runGit({
    root,
    args: ["cat-file", "--batch"],
    input: Buffer.from(`${lines.join("\n")}\n`),
  });
  if (!answer.ok) return null;
  const [commit, ...files] = readBatch(answer.stdout, lines.length);
  if (commit?.type !== "commit") return null;
  const texts = new Map<string, string>();
  files.forEach((file, index) => {
    const path = requested[index];
    if (file?.type === "blob" && path !== undefined && file.bytes.length <= MOST_BYTES)
      texts.set(path, file.bytes.toString("utf8"));
  });
  return { commit: commit.id, texts };
}

interface BatchEntry {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** One entry for each requested name; null for one that does not exist. */
function readBatch(output: Buffer, count: number): readonly (BatchEntry | null)[] {
  const entries: (BatchEntry | null)[] = [];
  let at = 0;
  while (entries.length < count && at < output.length) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) break;
    const [, id = "", type = "", size = ""] =
      /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(output.toString("latin1", at, end)) ?? [];
    at = end + 1;
    if (id === "") {
      entries.push(null);
      continue;
    }
    entries.push({ id, type, bytes: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return entries;
}
