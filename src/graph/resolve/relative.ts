import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { TreeIndex } from "./tree.ts";

/** Tried in this order after a specifier without extension. The resolver gets the same list. */
export const EXTENSIONS: readonly string[] = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".d.ts",
  ".d.mts",
  ".d.cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".json",
  ".node",
  // Only if a bundler is configured for them.
  ".vue",
  ".svelte",
];

/** What a specifier with a JavaScript extension may mean, in order. The resolver gets the same table. */
export const EXTENSION_ALIAS: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".jsx": [".tsx", ".d.ts", ".jsx"],
  ".mjs": [".mts", ".d.mts", ".mjs"],
  ".cjs": [".cts", ".d.cts", ".cjs"],
};

/**
 * Platforms that bundlers and runners can be configured for. They then prefer `a.ios.js` to `a.js`, which is what they take
 * for all others.
 */
const PLATFORMS: ReadonlySet<string> = new Set(["web", "native", "ios", "android", "macos", "windows"]);

const CODE = /\.(?:[mc]?[jt]s|[jt]sx)$/;

/**
 * The files of the tree that a module path can mean, without asking the file system; the resolver's choice first. A
 * compiler reads `a.d.ts` where a run reads `a.js`, so all existing files are returned.
 */
export function findModuleFiles(tree: TreeIndex, path: string): readonly RepoPath[] {
  const extension = /\.[^./]+$/.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - extension.length);
  const aliased = (EXTENSION_ALIAS[extension] ?? []).map((alias) => stem + alias).filter(tree.has);
  if (aliased.length > 0) return aliased;
  if (tree.has(path)) return [path, ...declarationsOf(tree, path)];
  return withExtensions(tree, path);
}

/** The entry file of a directory without a package.json that names it. */
export function findIndexFiles(tree: TreeIndex, directory: string): readonly RepoPath[] {
  return withExtensions(tree, directory === "." ? "index" : `${directory}/index`);
}

function withExtensions(tree: TreeIndex, stem: string): readonly RepoPath[] {
  const [first, ...others] = EXTENSIONS.map((extension) => stem + extension).filter(tree.has);
  if (first === undefined) return [];
  return [first, ...others.filter((other) => CODE.test(other)), ...forPlatforms(tree, first, stem)];
}

/** The files that take the place of one on some platform. */
function forPlatforms(tree: TreeIndex, file: RepoPath, stem: string): readonly RepoPath[] {
  if (!CODE.test(file)) return [];
  const beside = tree.startingWith(`${stem}.`);
  if (beside.length < 2) return [];
  return beside.filter((path) => {
    const [platform = "", ...ending] = path.slice(stem.length + 1).split(".");
    return PLATFORMS.has(platform) && ending.length === 1 && CODE.test(path);
  });
}

/** `a.d.json.ts` and `a.json.d.ts` declare the types of `a.json`. */
function declarationsOf(tree: TreeIndex, path: string): readonly RepoPath[] {
  const dot = path.lastIndexOf(".");
  if (CODE.test(path) || dot === -1) return [];
  return [`${path}.d.ts`, `${path.slice(0, dot)}.d${path.slice(dot)}.ts`].filter(tree.has);
}

/** Whether these only declare types, and the code is somewhere else. */
export function areDeclarations(files: readonly RepoPath[]): boolean {
  return files.every((file) => /\.d\.[mc]?ts$/.test(file));
}
