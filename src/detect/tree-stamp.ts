import { hash } from "node:crypto";
import { join, resolve } from "node:path";
import { isOwnFile } from "../paths/own-files.ts";
import { findGitDirectory, indexChecksum } from "../system/git/git-index-stamp.ts";
import { describePath, isPathUnchanged } from "../system/observed/path-state.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TreeStamp } from "../vocabulary/tree/snapshot.ts";
import { createContentReader, type Reading } from "./content-reader.ts";
import { askGit, type GitAnswers } from "./git/git-questions.ts";
import { withoutPaths } from "./git/status-listing.ts";
import type { GitTree } from "./tree-files.ts";

/**
 * Stamps a tree as git has just described it, before anything else of it is read. Null if an equal description would
 * not mean equal files: something is hidden from git, nested, or unreadable.
 */
export function stampTree({ scan, read, convertible }: GitTree): TreeStamp | null {
  const { index, answers, settings } = scan;
  const plain =
    index.submodules.length + index.hidden.size + scan.nested.length + scan.unreadable.length === 0 &&
    !scan.doubtful &&
    !settings.linksAreFiles &&
    !settings.attributesElsewhere;
  if (!plain || answers.index === null || [...read.values()].includes("unreadable")) return null;
  const look = (path: string): readonly [string, string] => [path, describePath(path, "thing")];
  return {
    ...describe(answers),
    algorithm: settings.algorithm,
    read: [...read].map(([path, reading]) => [path, describeReading(reading)]),
    seen: [
      ...ruleFiles(scan.root, settings.excludesFile),
      ...convertible.map((path) => `${scan.root}/${path}`),
    ].map(look),
  };
}

/** Whether the tree is the stamped one. Asks git once, if nobody has, and reads only what git cannot tell. */
export async function isTreeUnchanged(
  root: string,
  stamp: TreeStamp,
  asked?: ReturnType<typeof askGit>,
): Promise<boolean> {
  if (!stamp.seen.every(([path, state]) => isPathUnchanged(path, "thing", state))) return false;
  const answers = await (asked ?? askGit(root));
  if ("ok" in answers || answers.complaints !== "" || indexChecksum(root) !== stamp.index) return false;
  const { index, status, settings } = describe(answers);
  if (index !== stamp.index || status !== stamp.status || settings !== stamp.settings) return false;
  return areReadAgain(root, stamp);
}

/** Whether the files that git could not tell about, such as those with edits, are what they were. Does not ask git. */
export async function areReadAgain(
  root: string,
  { read, algorithm }: Pick<TreeStamp, "read" | "algorithm">,
): Promise<boolean> {
  const reader = createContentReader({ root, algorithm, stats: null, now: Date.now });
  for (const [path, reading] of read)
    if (describeReading(await reader(path as RepoPath)) !== reading) return false;
  return true;
}

function describe(answers: GitAnswers): Pick<TreeStamp, "index" | "status" | "settings"> {
  return {
    index: answers.index ?? "",
    // What this tool writes is not part of the tree, and changes whenever the tool runs.
    status: hash("sha256", withoutPaths(answers.status, isOwnFile), "hex"),
    settings: answers.config.toString("latin1"),
  };
}

function describeReading(reading: Reading): string {
  return typeof reading === "string" ? reading : `${reading.kind} ${reading.id}`;
}

/** Files outside the tree that can define attributes or ignored files. */
function ruleFiles(root: string, excludesFile: string | null): readonly string[] {
  const repository = findGitDirectory(root);
  // Git treats empty as unset.
  // Loaded only here, because an answer from the last run does not need it.
  const home = process.getBuiltinModule("node:os").homedir();
  const settings = process.env["XDG_CONFIG_HOME"] || join(home, ".config");
  const gitDirectories = repository === null ? [] : [repository, join(repository, "../..")];
  return [
    ...gitDirectories.flatMap((directory) => [
      join(directory, "info/attributes"),
      join(directory, "info/exclude"),
    ]),
    join(settings, "git/attributes"),
    excludesFile === null ? join(settings, "git/ignore") : resolve(root, excludesFile.replace(/^~/, home)),
    "/etc/gitattributes",
  ];
}
