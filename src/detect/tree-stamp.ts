import { hash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isOwnFile } from "../paths/own-files.ts";
import { findGitDirectory, indexMark } from "../system/git/git-index-stamp.ts";
import { describePath, isPathUnchanged } from "../system/observed/path-state.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TreeStamp } from "../vocabulary/tree/snapshot.ts";
import { createContentReader, type Reading } from "./content-reader.ts";
import { askGit, type GitAnswers } from "./git/git-questions.ts";
import { withoutPaths } from "./git/status-listing.ts";
import type { GitTree } from "./tree-files.ts";

/**
 * Stamps a tree as git has just described it, before anything else of it is read. Null where an equal
 * description would not mean equal files: something is hidden from git, nested, or could not be looked at.
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

/** Whether the tree is the one that was stamped. Asks git once, and reads only what git cannot vouch for. */
export async function isTreeUnchanged(root: string, stamp: TreeStamp): Promise<boolean> {
  if (!stamp.seen.every(([path, state]) => isPathUnchanged(path, "thing", state))) return false;
  const answers = await askGit(root);
  if ("ok" in answers || answers.complaints !== "" || indexMark(root) !== stamp.index) return false;
  const { index, status, settings } = describe(answers);
  if (index !== stamp.index || status !== stamp.status || settings !== stamp.settings) return false;
  const reader = createContentReader({ root, algorithm: stamp.algorithm, stats: null, now: Date.now });
  for (const [path, reading] of stamp.read)
    if (describeReading(await reader(path as RepoPath)) !== reading) return false;
  return true;
}

function describe(answers: GitAnswers): Pick<TreeStamp, "index" | "status" | "settings"> {
  return {
    index: answers.index ?? "",
    // What this tool writes is no part of the tree, and it changes whenever the tool runs.
    status: hash("sha256", withoutPaths(answers.status, isOwnFile), "hex"),
    settings: answers.config.toString("latin1"),
  };
}

function describeReading(reading: Reading): string {
  return typeof reading === "string" ? reading : `${reading.kind} ${reading.id}`;
}

/** Where attributes, and what is ignored, can come from that is no file of the tree. */
function ruleFiles(root: string, excludesFile: string | null): readonly string[] {
  const repository = findGitDirectory(root);
  // To git, empty is unset.
  const home = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  const own = repository === null ? [] : [repository, join(repository, "../..")];
  return [
    ...own.flatMap((directory) => [join(directory, "info/attributes"), join(directory, "info/exclude")]),
    join(home, "git/attributes"),
    excludesFile === null ? join(home, "git/ignore") : resolve(root, excludesFile.replace(/^~/, homedir())),
    "/etc/gitattributes",
  ];
}
