// The newest commits as they are, oldest first. The packages that are installed stay those of the newest.
import { run } from "../measure.mjs";
import { changedPaths, SETUP } from "../precision/history.mjs";

const git = (root, args, more = {}) => run("git", args, { cwd: root, ...more }).stdout;

/** Fields of a package.json that no tool reads to come to a verdict on a file. */
const IDLE_FIELDS = new Set(
  [
    "version description keywords author authors contributors maintainers repository bugs homepage funding license",
    "files scripts publishConfig",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Steps from one commit to the next. `isSetup` says that one touches packages or configuration: what then has to run
 * cannot be told from imports. Commits that change nothing are passed over. The first step is where the walk starts.
 */
export function listSteps(root, count) {
  const commits = git(root, ["rev-list", "--first-parent", "HEAD"]).trim().split("\n");
  const steps = [];
  for (const [at, commit] of commits.slice(0, -1).entries()) {
    if (steps.length === count) break;
    const parent = commits[at + 1];
    const changed = changedPaths(root, parent, commit);
    if (changed.size === 0) continue;
    const touched = [...changed].filter((path) => isSetup(root, path, { parent, commit }));
    steps.push({ commit, parent, changed, touched, isSetup: touched.length > 0 });
  }
  const first = steps.at(-1)?.parent;
  return { first, steps: steps.toReversed() };
}

function isSetup(root, path, { parent, commit }) {
  if (!/(?:^|\/)package\.json$/.test(path))
    return SETUP.test(path) || /(?:^|\/)(?:vitest\.workspace\.\w+|\.borp\.yaml)$/.test(path);
  const [before, after] = [parent, commit].map((each) => readFields(root, `${each}:${path}`));
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !IDLE_FIELDS.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

function readFields(root, object) {
  try {
    return JSON.parse(git(root, ["show", object], { fails: true })) ?? {};
  } catch {
    return {};
  }
}
