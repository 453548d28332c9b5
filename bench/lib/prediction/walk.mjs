// Walks a history with the engine, and holds the units that ran against those that had to.
import { checkOut } from "../precision/history.mjs";
import { createOracle, listUnits } from "./oracle.mjs";
import { turboUnits } from "./turbo.mjs";
import { createViews } from "./view.mjs";

/**
 * `verify` runs the engine over the tree that is checked out and gives its result. Steps that touch packages or
 * configuration are only counted, in `apart`; so are, in `triggered`, those on which a trigger asks for everything, which
 * is a rule and no prediction.
 */
export function walk(root, repository, { first, steps, verify, log }) {
  const look = createViews(root, repository);
  const start = look(first);
  const checks = repository.checks.map((about) => ({
    ...about,
    name: about.check.name,
    mustRun: createOracle(about, start),
    compared: { units: 0, must: 0, ran: 0, needless: 0, missed: 0, turbo: 0 },
    apart: { commits: 0, units: 0, ran: 0, turbo: 0 },
    triggered: { commits: 0, units: 0, ran: 0, turbo: 0 },
  }));
  checkOut(root, first);
  const fresh = verify(root);
  for (const check of checks)
    readRun(check, { result: fresh, units: listUnits(start, check), isFirst: true });
  for (const { commit, changed, touched, isSetup } of steps) {
    checkOut(root, commit);
    const after = look(commit);
    const result = verify(root);
    log({
      commit,
      changed: [...changed],
      touched,
      mode: result.mode,
      trigger: result.trigger,
      warnings: result.warnings,
    });
    for (const check of checks) {
      const units = listUnits(after, check);
      const ran = readRun(check, { result, units });
      const turbo = turboUnits(units, { changed, packages: after.packages }).length;
      const must = check.mustRun(after, changed);
      const isTriggered = result.trigger?.triggered === true;
      if (isSetup || isTriggered)
        add(isSetup ? check.apart : check.triggered, {
          commits: 1,
          units: units.length,
          ran: ran.size,
          turbo,
        });
      else {
        const differences = compare(units, { must, ran });
        add(check.compared, {
          ...count(differences),
          units: units.length,
          must: must.size,
          ran: ran.size,
          turbo,
        });
        for (const difference of differences) log({ commit, check: check.name, ...difference });
      }
      log({ commit, check: check.name, isSetup, isTriggered, ran: ran.size, units: units.length });
    }
  }
  return checks;
}

/** The units that ran, each with what was said about why. */
function readRun({ name }, { result, units, isFirst = false }) {
  const { status, filesVerified, cacheHits, why } = result.results.find(({ check }) => check === name);
  if (status !== "passed") throw new Error(`${name} ${status}, where every command passes: ${why}`);
  const own = result.scope.scopeRationale.filter(({ check }) => check === name);
  const ran = new Map(own.map((each) => [each.file, each]));
  const known = new Set(units);
  const strange = [...ran.keys()].filter((unit) => !known.has(unit));
  const lost = isFirst ? units.filter((unit) => !ran.has(unit)) : [];
  if (
    filesVerified !== ran.size ||
    filesVerified + cacheHits !== units.length ||
    strange.length + lost.length > 0
  )
    throw new Error(
      `${name}: ${filesVerified} ran and ${cacheHits} were cached of ${units.length} units; ${JSON.stringify({ strange, lost }).slice(0, 500)}`,
    );
  return ran;
}

function compare(units, { must, ran }) {
  return units.flatMap((unit) => {
    const [chain, why] = [must.get(unit), ran.get(unit)];
    if (chain !== undefined && why === undefined) return [{ missed: unit, chain }];
    if (chain === undefined && why !== undefined)
      return [{ needless: unit, reason: why.reason, detail: why.detail }];
    return [];
  });
}

function count(differences) {
  const missed = differences.filter((each) => "missed" in each).length;
  return { missed, needless: differences.length - missed };
}

function add(tally, more) {
  for (const [name, value] of Object.entries(more)) tally[name] += value;
}
