import { isArgument } from "../../paths/encode-path.ts";
import { runGit } from "../../system/git/git.ts";
import type { Blame } from "../../vocabulary/verdict/finding.ts";

/** How many lines to ask for at once: each is an argument. */
const BATCH = 500;

const UNCOMMITTED: Blame = { author: "", commit: null, date: null, summary: "" };

/** Who last changed the lines of a file in the working tree. A line that git knows nothing about is left out. */
export async function blameLines(
  root: string,
  file: string,
  lines: readonly number[],
): Promise<ReadonlyMap<number, Blame>> {
  const requested = [...new Set(lines)].filter((line) => line >= 1).sort((one, other) => one - other);
  if (requested.length === 0 || !isArgument(file)) return new Map();
  const blamed = new Map<number, Blame>();
  for (let at = 0; at < requested.length; at += BATCH) {
    const batch = requested.slice(at, at + BATCH);
    const ranges = batch.flatMap((line) => ["-L", `${line},${line}`]);
    const output = await runGit({ root, args: ["blame", "--porcelain", ...ranges, "--", file] });
    if (output.ok)
      for (const [line, blame] of parseBlame(output.stdout.toString("utf8"))) blamed.set(line, blame);
    else if (/no such path/.test(output.stderr)) for (const line of batch) blamed.set(line, UNCOMMITTED);
    // One line beyond the end of the file makes the whole question fail.
    else if (batch.length > 1)
      for (const line of batch) for (const each of await blameLines(root, file, [line])) blamed.set(...each);
  }
  return blamed;
}

/** Reads the porcelain format, which describes a commit only where it first appears. */
export function parseBlame(text: string): ReadonlyMap<number, Blame> {
  const commits = new Map<string, Map<string, string>>();
  const blamed = new Map<number, Blame>();
  let current: { readonly commit: string; readonly line: number } | null = null;
  for (const row of text.split("\n")) {
    const header: RegExpExecArray | null = current === null ? /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row) : null;
    if (header !== null) {
      current = { commit: header[1] as string, line: Number(header[2]) };
      if (!commits.has(current.commit)) commits.set(current.commit, new Map());
    } else if (current !== null && row.startsWith("\t")) {
      blamed.set(current.line, toBlame(current.commit, commits.get(current.commit) ?? new Map()));
      current = null;
    } else if (current !== null) {
      const space = row.indexOf(" ");
      if (space > 0) commits.get(current.commit)?.set(row.slice(0, space), row.slice(space + 1));
    }
  }
  return blamed;
}

function toBlame(commit: string, about: ReadonlyMap<string, string>): Blame {
  if (/^0+$/.test(commit)) return UNCOMMITTED;
  const seconds = Number(about.get("author-time"));
  return {
    author: about.get("author") ?? "",
    commit,
    date: Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : null,
    summary: about.get("summary") ?? "",
  };
}
