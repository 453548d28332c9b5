// Says which units a step from one commit to the next has to run, without anything of the engine.
import { createHash } from "node:crypto";
import { posix } from "node:path";

export function listUnits(view, { targets }) {
  return view.matching(targets);
}

/**
 * Gives for each step the units that have to run, each with the chain of files that makes it so, the changed one last. What
 * led somewhere before the step counts as what does after it: a file that is gone or is now found elsewhere is a change
 * too. Where all that a unit follows from is as it was at an earlier commit (a revert), its verdict is known.
 */
export function createOracle(check, first) {
  const met = new Map();
  const meet = (view) => {
    const isNew = new Set();
    const ambient = check.oracle === "declarations" ? view.listAmbient() : [];
    const beside = ambient.map((path) => [path, view.spoken(path)]);
    for (const unit of listUnits(view, check)) {
      const own = checkOf(unit, check);
      const valueOf = (path) => (isOwn(path, unit, own) ? view.files.get(path) : view.declared(path));
      const state = shortHash([
        [...follow(unit, own, view).keys()].sort().map((path) => [path, valueOf(path)]),
        own.oracle === "declarations" ? beside : [],
      ]);
      const states = met.get(unit) ?? new Set();
      if (!states.has(state)) isNew.add(unit);
      met.set(unit, states.add(state));
    }
    return isNew;
  };
  meet(first);
  let before = first;
  return (after, changed) => {
    const isNew = meet(after);
    const chains = findChains(check, { before, after, changed });
    before = after;
    return new Map([...chains].filter(([unit]) => isNew.has(unit)));
  };
}

/** Where only some files have rules that are given types, the others count by themselves. */
function checkOf(unit, check) {
  return check.typed === undefined || check.typed.test(unit) ? check : { ...check, oracle: "target" };
}

/** Of files that a unit only sees the declarations of, those count. */
function isOwn(path, unit, { oracle }) {
  return path === unit || oracle !== "declarations";
}

function findChains(check, { before, after, changed }) {
  const known = new Set(listUnits(before, check));
  const isVisible = (path) => before.declared(path) !== after.declared(path);
  const ambient = check.oracle === "declarations" ? [...before.listAmbient(), ...after.listAmbient()] : [];
  const speaksOtherwise = (path) =>
    !before.files.has(path) || !after.files.has(path) || before.spoken(path) !== after.spoken(path);
  const everywhere = ambient.find((path) => changed.has(path) && speaksOtherwise(path));
  const chains = new Map();
  for (const unit of listUnits(after, check)) {
    const own = checkOf(unit, check);
    const isCause = (path) => changed.has(path) && (isOwn(path, unit, own) || isVisible(path));
    const find = (view) => {
      const from = follow(unit, own, view);
      const cause = [...from.keys()].find(isCause);
      return cause === undefined ? null : chainTo(cause, from, unit);
    };
    const chain = known.has(unit) ? (find(after) ?? find(before)) : [unit];
    if (chain !== null) chains.set(unit, chain);
    else if (everywhere !== undefined && own.oracle === "declarations") chains.set(unit, [unit, everywhere]);
  }
  return chains;
}

/** All that a unit leads to, each with the file that leads there. */
function follow(unit, check, view) {
  const from = new Map(startsOf(unit, check, view).map((path) => [path, null]));
  const kind = check.oracle === "declarations" ? "declarations" : "imports";
  for (const path of from.keys())
    if (path !== unit || check.oracle !== "target" || view.links.has(unit))
      for (const next of view.leadsOf(path, kind)) if (!from.has(next)) from.set(next, path);
  return from;
}

/** A unit's own file, its snapshots, what its tool is set up with, and the configuration above it that is code. */
function startsOf(unit, { config, setup = [], oracle }, view) {
  const { dir, base } = posix.parse(unit);
  const snapshot = posix.join(dir, "__snapshots__", `${base}.snap`);
  const isAbove = (path) => posix.dirname(path) === "." || unit.startsWith(`${posix.dirname(path)}/`);
  const configs = view.matching(config).filter(isAbove);
  return [unit, ...(oracle === "imports" ? [snapshot] : []), ...setup, ...configs];
}

function chainTo(path, from, unit) {
  const chain = [];
  for (let at = path; at !== null; at = from.get(at)) chain.unshift(at);
  return chain[0] === unit ? chain : [unit, ...chain];
}

function shortHash(value) {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
