// What the oracle sees of a commit.
import { posix } from "node:path";
import { createIsVerbatim } from "./compiler-options.mjs";
import { createResolver } from "./resolver.mjs";
import {
  findAmbient,
  findDeclarations,
  findSpecifiers,
  findTypeSpecifiers,
  hasSpecifiers,
} from "./specifiers.mjs";
import { readBlobs, readTree } from "./tree.mjs";

const AMBIENT = /^\s*declare\s+(?:global|module)\b/m;

/**
 * Gives the view of a commit: its files, its packages, and which files a file leads to, by `imports` when it runs, by
 * `declarations` in any way.
 */
export function createViews(root, { aliases = [] }) {
  const read = { imports: remember(findSpecifiers), declarations: remember(findTypeSpecifiers) };
  const declare = remember(findDeclarations);
  const speak = remember(findAmbient);
  return (commit) => {
    const tree = readTree(root, commit);
    const { files, links } = tree;
    const paths = [...files.keys()].filter((path) => hasSpecifiers(path) && !links.has(path));
    const isRead = new Set(paths);
    const texts = readBlobs(
      root,
      paths.map((path) => files.get(path)),
    );
    const isVerbatim = createIsVerbatim(root, files);
    const ask = (answer, path) =>
      answer(path, {
        blob: files.get(path),
        text: texts.get(files.get(path)),
        isVerbatim: isVerbatim(posix.dirname(path)),
      });
    const resolve = createResolver({ ...tree, aliases });
    const leads = { imports: new Map(), declarations: new Map() };
    const leadsOf = (path, kind) => {
      if (!leads[kind].has(path)) {
        const names = isRead.has(path) ? ask(read[kind], path) : [];
        const linked = links.has(path) ? [links.get(path)] : [];
        leads[kind].set(path, [
          ...new Set([...linked, ...names.flatMap((name) => resolve(name, path) ?? [])]),
        ]);
      }
      return leads[kind].get(path);
    };
    const declared = (path) => (isRead.has(path) ? ask(declare, path) : null) ?? files.get(path);
    const spoken = (path) => (isRead.has(path) ? ask(speak, path) : files.get(path));
    /** Files that declare something for files that do not import them. */
    const listAmbient = once(() =>
      paths.filter((path) => /\.[cm]?tsx?$/.test(path) && AMBIENT.test(texts.get(files.get(path)))),
    );
    const matches = new Map();
    const matching = (pattern) => {
      if (!matches.has(pattern))
        matches.set(
          pattern,
          [...files.keys()].filter((path) => pattern.test(path)),
        );
      return matches.get(pattern);
    };
    return { ...tree, leadsOf, declared, spoken, listAmbient, matching };
  };
}

function once(make) {
  let made;
  return () => (made ??= make());
}

/** Answers about a text of that kind are the same at every commit. */
function remember(answer) {
  const known = new Map();
  return (path, { blob, text, isVerbatim }) => {
    const key = `${blob}${posix.extname(path)}${isVerbatim}`;
    if (!known.has(key)) known.set(key, answer(path, text, { isVerbatim }));
    return known.get(key);
  };
}
