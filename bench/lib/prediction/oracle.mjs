// Says which units a step from one commit to the next has to run, without anything of the engine.
import { posix } from "node:path";
import { createResolver } from "./resolver.mjs";
import { findSpecifiers, hasSpecifiers } from "./specifiers.mjs";
import { readBlobs, readTree } from "./tree.mjs";

/** Gives the view of a commit: its files, its packages, and which files a file loads when it runs. */
export function createOracle(root, { aliases = [] }) {
  const specifiers = new Map();
  const keyOf = (files, path) => `${files.get(path)}${posix.extname(path)}`;
  return (commit) => {
    const tree = readTree(root, commit);
    const { files } = tree;
    const unread = [...files.keys()].filter(
      (path) => hasSpecifiers(path) && !specifiers.has(keyOf(files, path)),
    );
    const texts = readBlobs(
      root,
      unread.map((path) => files.get(path)),
    );
    for (const path of unread)
      specifiers.set(keyOf(files, path), findSpecifiers(path, texts.get(files.get(path))));
    const resolve = createResolver({ ...tree, aliases });
    const leads = new Map();
    const leadsOf = (path) => {
      if (!leads.has(path)) {
        const names = specifiers.get(keyOf(files, path)) ?? [];
        leads.set(path, [...new Set(names.flatMap((name) => resolve(name, path) ?? []))]);
      }
      return leads.get(path);
    };
    return { ...tree, leadsOf };
  };
}

export function listUnits({ files }, { targets }) {
  return [...files.keys()].filter((path) => targets.test(path));
}

/**
 * The units that have to run after a step, each with the chain of files that makes it so, the changed one last. What led
 * somewhere before the step counts as what does after it: a file that is gone or is now found elsewhere is a change too.
 */
export function mustRun(check, { before, after, changed }) {
  const known = new Set(listUnits(before, check));
  const must = new Map();
  for (const unit of listUnits(after, check)) {
    const chain = known.has(unit)
      ? (findChain(unit, { check, view: after, changed }) ??
        findChain(unit, { check, view: before, changed }))
      : [unit];
    if (chain !== null) must.set(unit, chain);
  }
  return must;
}

function findChain(unit, { check, view, changed }) {
  const from = new Map(startsOf(unit, check, view).map((path) => [path, null]));
  for (const path of from.keys()) {
    if (changed.has(path)) return chainTo(path, from, unit);
    const isFollowed = path !== unit || check.oracle === "imports";
    if (isFollowed) for (const next of view.leadsOf(path)) if (!from.has(next)) from.set(next, path);
  }
  return null;
}

/** A unit's own file, its snapshots, what its tool is set up with, and the configuration above it that is code. */
function startsOf(unit, { config, setup = [], oracle }, { files }) {
  const { dir, base } = posix.parse(unit);
  const snapshot = posix.join(dir, "__snapshots__", `${base}.snap`);
  const isAbove = (path) => posix.dirname(path) === "." || unit.startsWith(`${posix.dirname(path)}/`);
  const configs = [...files.keys()].filter((path) => config.test(path) && isAbove(path));
  return [unit, ...(oracle === "imports" ? [snapshot] : []), ...setup, ...configs];
}

function chainTo(path, from, unit) {
  const chain = [];
  for (let at = path; at !== null; at = from.get(at)) chain.unshift(at);
  return chain[0] === unit ? chain : [unit, ...chain];
}
