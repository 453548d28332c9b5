import { hash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isOwnFile } from "../paths/own-files.ts";
import { findGitDirectory, indexMark } from "../system/git/git-index-stamp.ts";
import { isStillSeen, see } from "../system/observed/sighting.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TreeSeal } from "../vocabulary/tree/snapshot.ts";
import { createContentReader, type Reading } from "./content-reader.ts";
import { askGit, type GitAnswers } from "./git/git-questions.ts";
import { withoutPaths } from "./git/status-listing.ts";
import type { GitTree } from "./tree-files.ts";

/**
 * Seals a tree as git has just described it, before anything else of it is read. Null where an equal
 * description would not mean equal files: something is hidden from git, nested, or could not be looked at.
 */
export function sealTree({ scan, read, convertible }: GitTree): TreeSeal | null {
  const { index, answers, settings } = scan;
  const plain =
    index.submodules.length + index.hidden.size + scan.nested.length + scan.unreadable.length === 0 &&
    !scan.doubtful &&
    !settings.linksAreFiles &&
    !settings.attributesElsewhere;
  if (!plain || answers.index === null || [...read.values()].includes("unreadable")) return null;
  const look = (path: string): readonly [string, string] => [path, see(path, "thing")];
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

/** Whether the tree is the one that was sealed. Asks git once, and reads only what git cannot vouch for. */
export async function holdsSeal(root: string, seal: TreeSeal): Promise<boolean> {
  if (!seal.seen.every(([path, sighting]) => isStillSeen(path, "thing", sighting))) return false;
  const answers = await askGit(root);
  if ("ok" in answers || answers.complaints !== "" || indexMark(root) !== seal.index) return false;
  const { index, status, settings } = describe(answers);
  if (index !== seal.index || status !== seal.status || settings !== seal.settings) return false;
  const reader = createContentReader({ root, algorithm: seal.algorithm, stats: null, now: Date.now });
  for (const [path, reading] of seal.read)
    if (describeReading(await reader(path as RepoPath)) !== reading) return false;
  return true;
}

function describe(answers: GitAnswers): Pick<TreeSeal, "index" | "status" | "settings"> {
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
