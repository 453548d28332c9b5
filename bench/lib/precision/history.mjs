// The commits to walk: real ones, with the packages and the configuration of the newest throughout, as they are installed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../measure.mjs";

/** What decides which tools run and how; a commit that touches one of these is not compared. */
const SETUP =
  /(?:^|\/)(?:package\.json|[^/]*lock(?:file)?\.(?:json|ya?ml)|yarn\.lock|pnpm-workspace\.yaml|[jt]sconfig[^/]*\.json|[^/]+\.config\.[^/]+|\.[^/]*rc(?:\.[^/]+)?|\.(?:git|npm|prettier|eslint)ignore|\.editorconfig|\.gitattributes|babel\.[^/]+)$/;

const git = (root, args, more = {}) => run("git", args, { cwd: root, ...more }).stdout;

/**
 * The newest commits that touch neither packages nor configuration, oldest first, each rewritten to have those of the
 * newest; the first is where the walk starts. `skipped` counts those that lay between.
 */
export function chooseCommits(root, count) {
  const head = git(root, ["rev-parse", "HEAD"]).trim();
  const all = git(root, ["rev-list", "--first-parent", "HEAD"]).trim().split("\n");
  const chosen = [];
  let skipped = 0;
  for (const [at, commit] of all.slice(0, -1).entries()) {
    if (chosen.length === count) break;
    const touched = list(git(root, ["diff", "--name-only", "-z", all[at + 1], commit]));
    if (touched.length === 0 || touched.some((path) => SETUP.test(path))) skipped++;
    else chosen.push({ commit, parent: all[at + 1] });
  }
  chosen.reverse();
  const steps = [];
  let last = null;
  for (const { commit, parent } of chosen) {
    // Where commits were skipped in between, what they did comes first, in a step that is not compared.
    if (steps.at(-1)?.commit !== parent) {
      last = rewrite(root, parent, { head, onto: last });
      steps.push({ commit: parent, tree: last, isCompared: false });
    }
    last = rewrite(root, commit, { head, onto: last });
    steps.push({ commit, tree: last, isCompared: true });
  }
  return { steps, skipped };
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
