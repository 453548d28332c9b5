// The commits to walk: real ones, with the packages and the configuration of the newest throughout, as they are installed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../measure.mjs";

/** What decides which tools run and how; a commit that touches one of these is not compared. */
export const SETUP =
  /(?:^|\/)(?:package\.json|[^/]*lock(?:file)?\.(?:json|ya?ml)|yarn\.lock|bun\.lockb?|pnpm-workspace\.yaml|[jt]sconfig[^/]*\.json|[^/]+\.config\.[^/]+|\.[^/]*rc(?:\.[^/]+)?|\.(?:git|npm|prettier|eslint)ignore|\.editorconfig|\.gitattributes|babel\.[^/]+)$/;

const git = (root, args, more = {}) => run("git", args, { cwd: root, ...more }).stdout;

/** Of commits that touch no code, one in so many is taken: they are the most in many histories, and all alike. */
const QUIET_SHARE = 4;
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;

/**
 * The newest commits that touch neither packages nor configuration, oldest first, each rewritten to have those of the
 * newest. Between them are steps that are not compared, where commits that were left out touched code; the first is where
 * the walk starts. `skipped` counts what was left out because of packages and configuration.
 */
export function chooseCommits(root, count) {
  const head = git(root, ["rev-parse", "HEAD"]).trim();
  const { chosen, skipped } = choose(root, count);
  const steps = [];
  for (const { commit, parent } of chosen.toReversed()) {
    const last = steps.at(-1)?.tree ?? null;
    const before = rewrite(root, parent, { head, onto: last });
    const between = last === null ? [] : [...changedPaths(root, last, before)];
    const isGap = last === null || between.some((path) => CODE.test(path));
    if (isGap) steps.push({ commit: parent, tree: before, isCompared: false });
    const onto = isGap ? before : last;
    steps.push({ commit, tree: rewrite(root, commit, { head, onto }), isCompared: true });
  }
  return { steps, skipped };
}

function choose(root, count) {
  const commits = git(root, ["rev-list", "--first-parent", "HEAD"]).trim().split("\n");
  const chosen = [];
  let [skipped, quiet] = [0, 0];
  for (const [at, commit] of commits.slice(0, -1).entries()) {
    if (chosen.length === count) break;
    const parent = commits[at + 1];
    const touched = list(git(root, ["diff", "--name-only", "-z", parent, commit]));
    if (touched.some((path) => SETUP.test(path))) skipped++;
    else if (touched.some((path) => CODE.test(path)) || quiet++ % QUIET_SHARE === 0)
      chosen.push({ commit, parent });
  }
  return { chosen, skipped };
}

function rewrite(root, commit, { head, onto }) {
  const directory = mkdtempSync(join(tmpdir(), "verification-index-"));
  try {
    const name = { GIT_AUTHOR_NAME: "bench", GIT_COMMITTER_NAME: "bench" };
    const mail = { GIT_AUTHOR_EMAIL: "bench@localhost", GIT_COMMITTER_EMAIL: "bench@localhost" };
    const env = { ...name, ...mail, GIT_INDEX_FILE: join(directory, "index") };
    const entries = (of) => list(git(root, ["ls-tree", "-r", "-z", of]));
    const isSetup = (entry) => SETUP.test(entry.slice(entry.indexOf("\t") + 1));
    const kept = entries(commit).filter((entry) => !isSetup(entry));
    const input = [...kept, ...entries(head).filter(isSetup)].map((entry) => `${entry}\0`).join("");
    git(root, ["update-index", "-z", "--index-info"], { env, input });
    const tree = git(root, ["write-tree"], { env }).trim();
    const parents = onto === null ? [] : ["-p", onto];
    return git(root, ["commit-tree", tree, ...parents, "-m", commit], { env }).trim();
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function checkOut(root, tree) {
  git(root, ["checkout", "--quiet", "--force", "--detach", tree]);
}

/** The paths that differ between two trees; renamed files under both names. */
export function changedPaths(root, before, after) {
  return new Set(list(git(root, ["diff", "--name-only", "--no-renames", "-z", before, after])));
}

export function trackedPaths(root) {
  return list(git(root, ["ls-files", "-z"]));
}

function list(output) {
  return output.split("\0").filter(Boolean);
}
