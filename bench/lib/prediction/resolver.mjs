// Where a name leads to among the tracked files. A resolver of the oracle's own, that shares nothing with the engine's.
import { posix } from "node:path";

const { dirname, join, normalize } = posix;
const EXTENSIONS = "ts tsx mts cts js jsx mjs cjs json vue svelte astro".split(" ");
/** A compiled name in a source that is not compiled. */
const SOURCES = { js: ["ts", "tsx"], jsx: ["tsx"], mjs: ["mts"], cjs: ["cts"] };
const CONDITIONS = new Set("import require node development module svelte default".split(" "));

/** `aliases` are pairs of a pattern and what takes its place, as the repository's own configuration has them. */
export function createResolver({ files, packages, readManifest, aliases = [] }) {
  const isThere = (path) => files.has(path);
  const tryFile = (path) => {
    if (isThere(path)) return path;
    const [, stem, extension] = /^(.*)\.([cm]?jsx?)$/.exec(path) ?? [];
    const compiled = (SOURCES[extension] ?? []).map((each) => `${stem}.${each}`);
    return [...compiled, ...EXTENSIONS.map((each) => `${path}.${each}`)].find(isThere);
  };
  const tryPath = (path) => tryFile(path) ?? tryDirectory(path === "." ? "" : path);
  const tryDirectory = (path) => {
    const main = readManifest(path)?.main;
    const index = tryFile(join(path, "index"));
    return typeof main === "string"
      ? (tryFile(join(path, main)) ?? tryFile(join(path, main, "index")) ?? index)
      : index;
  };
  const tryPackage = (name) => {
    const own = packages.find((each) => name === each.name || name.startsWith(`${each.name}/`));
    if (own === undefined) return undefined;
    const subpath = `.${name.slice(own.name.length)}`;
    const { exports } = readManifest(own.directory) ?? {};
    if (exports === undefined || exports === null) return tryPath(join(own.directory, subpath));
    const target = matchEntry(typeof exports === "string" ? { ".": exports } : exports, subpath);
    return target === undefined ? undefined : tryFile(join(own.directory, target));
  };
  const tryImports = (name, from) => {
    for (let at = dirname(from); ; at = dirname(at)) {
      const directory = at === "." ? "" : at;
      const manifest = readManifest(directory);
      if (manifest !== null) {
        const target = matchEntry(manifest.imports ?? {}, name);
        return target === undefined ? undefined : tryPath(join(directory, target));
      }
      if (at === ".") return undefined;
    }
  };
  return (written, from) => {
    const name = written.replace(/[?].*$/, "");
    const alias = aliases.find(([pattern]) => pattern.test(name));
    if (alias !== undefined) return tryPath(normalize(name.replace(...alias)));
    if (/^\.\.?(?:\/|$)/.test(name)) {
      const path = join(dirname(from), name).replace(/\/$/, "");
      return path.startsWith("..") ? undefined : tryPath(path);
    }
    return name.startsWith("#") ? tryImports(name, from) : tryPackage(name);
  };
}

/** What a map of entries says to a subpath, also by a pattern with one star. */
function matchEntry(entries, subpath) {
  const isMap = Object.keys(entries).some((key) => /^[.#]/.test(key));
  if (!isMap) return subpath === "." ? choose(entries) : undefined;
  if (entries[subpath] !== undefined) return choose(entries[subpath]);
  for (const [key, value] of Object.entries(entries)) {
    const [start, end] = key.split("*");
    if (end === undefined || !subpath.startsWith(start) || !subpath.endsWith(end)) continue;
    return choose(value)?.replaceAll("*", subpath.slice(start.length, subpath.length - end.length));
  }
  return undefined;
}

function choose(target) {
  if (typeof target === "string") return target;
  if (Array.isArray(target)) return target.map(choose).find((each) => each !== undefined);
  if (target === null || typeof target !== "object") return undefined;
  for (const [condition, value] of Object.entries(target))
    if (CONDITIONS.has(condition)) {
      const chosen = choose(value);
      if (chosen !== undefined) return chosen;
    }
  return undefined;
}
