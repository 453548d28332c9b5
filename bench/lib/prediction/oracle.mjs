// Says which units a step from one commit to the next has to run, without anything of the engine.
import { posix } from "node:path";
import { createResolver } from "./resolver.mjs";
import { findDeclarations, findSpecifiers, findTypeSpecifiers, hasSpecifiers } from "./specifiers.mjs";
import { readBlobs, readTree } from "./tree.mjs";

/**
 * Gives the view of a commit: its files, its packages, and which files a file leads to, by `imports` when it runs, by
 * `declarations` in any way.
 */
export function createOracle(root, { aliases = [] }) {
  const read = { imports: remember(findSpecifiers), declarations: remember(findTypeSpecifiers) };
  const declare = remember(findDeclarations);
  return (commit) => {
    const tree = readTree(root, commit);
    const { files } = tree;
    const paths = [...files.keys()].filter(hasSpecifiers);
    const texts = readBlobs(
      root,
      paths.map((path) => files.get(path)),
    );
    const ask = (answer, path) => answer(path, { blob: files.get(path), text: texts.get(files.get(path)) });
    const resolve = createResolver({ ...tree, aliases });
    const leads = { imports: new Map(), declarations: new Map() };
    const leadsOf = (path, kind) => {
      if (!leads[kind].has(path)) {
        const names = files.has(path) && hasSpecifiers(path) ? ask(read[kind], path) : [];
        leads[kind].set(path, [...new Set(names.flatMap((name) => resolve(name, path) ?? []))]);
      }
      return leads[kind].get(path);
    };
    const declared = (path) =>
      (files.has(path) && hasSpecifiers(path) ? ask(declare, path) : null) ?? files.get(path);
    return { ...tree, leadsOf, declared };
  };
}

/** Answers about a text of that kind are the same at every commit. */
function remember(answer) {
  const known = new Map();
  return (path, { blob, text }) => {
    const key = `${blob}${posix.extname(path)}`;
    if (!known.has(key)) known.set(key, answer(path, text));
    return known.get(key);
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
  const isVisible = (path) => before.declared(path) !== after.declared(path);
  const everywhere = [...changed].find(
    (path) => check.oracle === "declarations" && isAmbient(path, { before, after }) && isVisible(path),
  );
  const must = new Map();
  for (const unit of listUnits(after, check)) {
    const isCause = (path) =>
      changed.has(path) && (path === unit || check.oracle !== "declarations" || isVisible(path));
    const chain = known.has(unit)
      ? (findChain(unit, { check, view: after, isCause }) ??
        findChain(unit, { check, view: before, isCause }))
      : [unit];
    if (chain !== null) must.set(unit, chain);
    else if (everywhere !== undefined) must.set(unit, [unit, everywhere]);
  }
  return must;
}

/** Whether a file declares something for files that do not import it. */
function isAmbient(path, { before, after }) {
  return [before, after].some((view) => {
    const text = view.declared(path);
    return /\.[cm]?tsx?$/.test(path) && text !== undefined && /^\s*declare\s+(?:global|module)\b/m.test(text);
  });
}

function findChain(unit, { check, view, isCause }) {
  const from = new Map(startsOf(unit, check, view).map((path) => [path, null]));
  for (const path of from.keys()) {
    if (isCause(path)) return chainTo(path, from, unit);
    const isFollowed = path !== unit || check.oracle !== "target";
    const kind = check.oracle === "declarations" ? "declarations" : "imports";
    if (isFollowed) for (const next of view.leadsOf(path, kind)) if (!from.has(next)) from.set(next, path);
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
