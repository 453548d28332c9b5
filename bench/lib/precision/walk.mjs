// Walks a history with the engine, and holds what ran against what had to.
import { run } from "../measure.mjs";
import { bin } from "../package.mjs";
import { changedPaths, checkOut, trackedPaths } from "./history.mjs";
import { createOracle } from "./oracle.mjs";
import { local } from "./reads.mjs";

/** At so many commits of a walk the verdicts are held against those of the bare commands. */
const FRESH = 4;

export function walk(root, repository, { steps, traced, log }) {
  const checks = repository.checks.map((about) => ({
    ...about,
    name: about.check.name,
    kind: about.oracle,
    oracle: createOracle(root, about, { traced }),
    tally: { units: 0, must: 0, ran: 0, needless: 0, missed: 0, failedBefore: 0, fresh: 0, stale: 0 },
    failed: new Set(),
  }));
  const every = Math.ceil(steps.filter(({ isCompared }) => isCompared).length / FRESH);
  let before = null;
  let compared = 0;
  for (const { commit, tree, isCompared } of steps) {
    checkOut(root, tree);
    const changed = before === null ? new Set() : changedPaths(root, before, tree);
    const { result, ms, warnings } = verify(root);
    log({ commit, isCompared, changed: [...changed], ms: Math.round(ms), warnings, ran: countRan(result) });
    const isSampled = isCompared && ++compared % every === 0;
    for (const check of checks) {
      const differences = compare(check, { changed, result, isCompared });
      for (const difference of differences) log({ commit, check: check.name, ...difference });
      log({ commit, check: check.name, soFar: { ...check.tally } });
      if (isSampled)
        compareFresh(root, check, { result, log: (line) => log({ commit, check: check.name, ...line }) });
    }
    before = tree;
  }
  return checks;
}

function verify(root) {
  const args = [bin(), "--json", "--incremental", "--trace", "on"];
  const { ms, stdout, stderr } = run(process.execPath, args, { cwd: root, fails: true });
  try {
    const result = JSON.parse(stdout);
    return { result, ms, warnings: result.warnings };
  } catch {
    throw new Error(`verification printed no JSON:\n${stderr}${stdout}`.slice(0, 2000));
  }
}

function countRan({ results }) {
  return Object.fromEntries(
    results.map(({ check, status, filesVerified }) => [check, `${filesVerified} ${status}`]),
  );
}

function compare(check, { changed, result, isCompared }) {
  const { tally, failed } = check;
  const { must, units } = check.oracle(changed);
  const own = result.scope.scopeRationale.filter((each) => each.check === check.name);
  const reasons = new Map(own.map((each) => [each.file, each]));
  noteFailures(check, { result, ran: [...reasons.keys()] });
  if (!isCompared) return [];
  const differences = [];
  tally.units += units.length;
  tally.must += must.size;
  for (const unit of units) {
    const why = reasons.get(unit);
    const isNeeded = must.has(unit);
    if (why === undefined && isNeeded) differences.push({ missed: unit, changed: must.get(unit) });
    if (why === undefined) continue;
    // A test that failed runs again, whatever changed.
    if (!isNeeded && failed.has(unit)) tally.failedBefore++;
    else tally.ran++;
    if (!isNeeded && !failed.has(unit))
      differences.push({ needless: unit, reason: why.reason, detail: why.detail });
  }
  tally.missed += differences.filter(({ missed }) => missed !== undefined).length;
  tally.needless += differences.filter(({ needless }) => needless !== undefined).length;
  return differences;
}

/** A failure that names no target may be that of any unit that ran. Stored failures of linters count as passes do. */
function noteFailures(check, { result, ran }) {
  const { status } = result.results.find((each) => each.check === check.name);
  const isReplayed = check.kind !== "imports";
  const found = result.findings.flatMap((each) => (each.check === check.name ? (each.file ?? []) : []));
  const named = found.filter((file) => check.targets?.test(file));
  check.failed = new Set(status !== "failed" || isReplayed ? [] : named.length > 0 ? named : ran);
}

/** The bare command over all targets says whether the check may be green. */
function compareFresh(root, check, { result, log }) {
  const { targets, tally } = check;
  const files = targets === undefined ? [] : trackedPaths(root).filter((path) => targets.test(path));
  const [command, ...args] = local(root, [...check.alone, ...files]);
  const ours = result.results.find((each) => each.check === check.name).status;
  const isSame = ({ status }) => (status === 0) === (ours === "passed");
  const runOnce = () => run(command, args, { cwd: root, fails: true });
  tally.fresh++;
  // One that says something else the next time says nothing about us.
  if (isSame(runOnce())) return;
  const { status, stdout } = runOnce();
  if (isSame({ status })) return;
  tally.stale++;
  log({ ours, fresh: status, output: stdout.slice(-500) });
}
