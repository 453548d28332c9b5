import { decodePath } from "../../paths/encode-path.ts";
import { statPath } from "../../system/files/file-stat.ts";
import { indexChecksum, indexStamp } from "../../system/git/git-index-stamp.ts";
import { type GitFailure, runGit } from "../../system/git/git.ts";
import type { IndexListing } from "../../vocabulary/tree/snapshot.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createExclude, type PathTest } from "../exclude.ts";
import { forgetCommitTree, noteCommitTree } from "./commit-tree.ts";
import { expectsAttributes, findConvertible, isWithoutAttributes } from "./conversion.ts";
import { askGit, type GitAnswers } from "./git-questions.ts";
import { type GitSettings, parseGitSettings } from "./git-settings.ts";
import { headTree } from "./head-tree.ts";
import { type KnownIndex, parseIndexListing } from "./index-listing.ts";
import { listIndex } from "./list-index.ts";
import { below, type ListedChange, parseStatusListing } from "./status-listing.ts";

/**
 * What git knows about the tree below a directory, at one moment. Paths are relative to that directory; excluded ones
 * are left out.
 */
export interface GitScan {
  readonly root: string;
  readonly settings: GitSettings;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly answers: GitAnswers;
  readonly index: IndexListing;
  readonly changed: ReadonlyMap<RepoPath, ListedChange>;
  readonly untracked: readonly RepoPath[];
  /** Untracked repositories. */
  readonly nested: readonly RepoPath[];
  /** Files that git may convert. Null if that is unknown: then it may be any file. */
  readonly convertible: ReadonlySet<RepoPath> | null;
  /** Directories that git could not search for untracked files. */
  readonly unreadable: readonly RepoPath[];
  /** Git complained. It calls a file that it cannot read unchanged, so "unchanged" means nothing here. */
  readonly doubtful: boolean;
}

/** Why git cannot be used; `detail` completes the sentence "Git was not used: ...". */
export interface GitProblem {
  readonly ok: false;
  readonly detail: string;
}

/** The question that takes git longest, and which index was there when it was asked. */
export interface BegunScan {
  readonly before: ReturnType<typeof indexStamp>;
  readonly answers: ReturnType<typeof askGit>;
}

/** Asks git while others work. What changes from now on may not be in the scan. */
export function beginScan(root: string): BegunScan {
  return { before: indexStamp(root), answers: askGit(root) };
}

export interface ScanOptions {
  /** Which paths are left out. */
  readonly excluded: PathTest;
  /** What an earlier run knew of the index. */
  readonly known?: KnownIndex | undefined;
  /** What git was asked before. */
  readonly begun?: BegunScan | undefined;
}

const ATTEMPTS = 3;

/**
 * Asks git about the tree. If the index is written between the questions, all are asked again: a listing from before
 * and a status from after could together call an edited file clean.
 */
export async function scanGit(
  root: string,
  { excluded, known, begun }: ScanOptions,
): Promise<GitScan | GitProblem> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { before, answers } = (attempt === 0 ? begun : undefined) ?? beginScan(root);
    const scan = await scanOnce(root, answers, { excluded, known });
    if ("ok" in scan) forgetCommitTree();
    if ("ok" in scan || indexStamp(root) === before) return scan;
  }
  return { ok: false, detail: "another process kept writing its index" };
}

async function scanOnce(
  root: string,
  asked: BegunScan["answers"],
  { excluded, known }: Omit<ScanOptions, "begun">,
): Promise<GitScan | GitProblem> {
  const [answers, index, expected] = await Promise.all([
    asked,
    openIndex(root, { excluded, known }),
    expectsAttributes(root) ? findConvertible(root, false) : undefined,
  ]);
  if ("ok" in index) return problemOf(index);
  if ("ok" in answers) return problemOf(answers);
  const settings = parseGitSettings(answers.config);
  const prefix = await findPrefix(root, settings);
  if (typeof prefix !== "string") return prefix;
  const findByAttributes = async (): Promise<ReadonlySet<RepoPath> | null> =>
    answers.isPlain && isWithoutAttributes(root, index) ? new Set() : findConvertible(root, false);
  const convertible = settings.convertsByDefault
    ? await findConvertible(root, true)
    : expected === undefined
      ? await findByAttributes()
      : expected;
  const status = parseStatusListing(answers.status);
  if (status.commit !== null)
    noteCommitTree({ root, commit: status.commit, excluded }, () =>
      headTree({
        index,
        status: answers.status,
        excluded,
        prefix,
        isThere: isThereIn(root),
      }),
    );
  const changed = below(status.changed, prefix, (file) => file.path);
  for (const path of changed.keys()) if (excluded(path)) changed.delete(path);
  const others = [...below(status.untracked, prefix, (path) => path).keys()];
  return {
    root,
    settings,
    commit: status.commit,
    branch: status.branch,
    answers,
    index,
    changed,
    untracked: others.filter((path) => !path.endsWith("/") && !excluded(path)),
    nested: others.flatMap((path) => nestedPath(path)).filter((path) => !excluded(path)),
    convertible,
    unreadable: [...below(closedDirectories(answers.complaints), prefix, (path) => path).keys()].filter(
      (path) => !excluded(path),
    ),
    doubtful: answers.complaints.replaceAll(CLOSED_DIRECTORY, "").trim() !== "",
  };
}

/** The index, from an earlier run if it is the same. It must not be written meanwhile, which the caller finds out. */
async function openIndex(
  root: string,
  { excluded, known }: Omit<ScanOptions, "begun">,
): Promise<IndexListing | GitFailure> {
  const isSame =
    known !== undefined &&
    createExclude(known.exclude) === excluded &&
    known.checksum === indexChecksum(root);
  const opened = isSame ? known.open() : undefined;
  if (opened !== undefined) return opened;
  const listed = await listIndex(root);
  return listed.ok ? parseIndexListing(listed.stdout, excluded) : listed;
}

/** An untracked repository is listed as a directory. */
function nestedPath(path: RepoPath): readonly RepoPath[] {
  return path.endsWith("/") ? [path.slice(0, -1) as RepoPath] : [];
}

/** The position of the root in git's tree: empty, or a directory with a trailing slash. */
async function findPrefix(root: string, settings: GitSettings): Promise<string | GitProblem> {
  if (statPath(`${root}/.git`) !== "absent" && !settings.treeElsewhere) return "";
  const output = await runGit({ root, args: ["rev-parse", "--show-prefix"] });
  if (!output.ok) return problemOf(output);
  const prefix = decodePath(output.stdout.subarray(0, -1));
  if (prefix === "") return prefix;
  const ignored = await runGit({ root, args: ["check-ignore", "-q", "--", "."] });
  return ignored.ok ? { ok: false, detail: "the repository around this directory ignores it" } : prefix;
}

const CLOSED_DIRECTORY = /^warning: could not open directory '(.*?)\/?': .*$/gm;

function closedDirectories(stderr: string): readonly string[] {
  return [...stderr.matchAll(CLOSED_DIRECTORY)].map((match) => match[1] ?? "");
}

function problemOf(failure: GitFailure): GitProblem {
  const reason = /^fatal: (.*)$/m.exec(failure.stderr)?.[1] ?? failure.stderr.trim();
  const detail = {
    missing: "it is not installed",
    "not-a-repository": "this directory is not in a repository",
    "dubious-ownership": "the repository belongs to another user (see safe.directory in git's manual)",
    failed: reason === "" ? "it failed" : `it said "${reason}"`,
  }[failure.reason];
  return { ok: false, detail };
}

function isThereIn(root: string): (path: RepoPath) => boolean {
  return (path) => statPath(`${root}/${path}`) !== "absent";
}
