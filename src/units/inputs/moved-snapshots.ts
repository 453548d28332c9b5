import { join, posix } from "node:path";
import { encodePath } from "../../paths/encode-path.ts";
import { matchGlobs } from "../../paths/glob.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import { existsSync, readFileSync } from "../../system/observed/observed-files.ts";
import type { BesideTests, Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Tree } from "../tree.ts";
import { listReadFiles } from "./target-inputs.ts";

/** What counts beside the tests of a check, in this tree. */
export interface PresumedInputs {
  /** For every test. */
  readonly files: readonly RepoPath[];
  /** Globs for what counts for a single test only. */
  readonly targetInputs: readonly string[];
}

/** If a setting may move snapshots elsewhere, it is unknown which test they belong to. */
export function presumeInputs(check: Check, beside: BesideTests, tree: Tree): PresumedInputs {
  const all = listReadFiles(tree).filter(matchGlobs(beside.all));
  const files = all.filter(matchGlobs(beside.inputs));
  return files.length < all.length && mayMove(check, beside, tree)
    ? { files: all, targetInputs: [] }
    : { files, targetInputs: beside.targetInputs };
}

/** Files that configure test runners, in any directory: projects of a repository have their own. */
const SETTINGS = /(?:^|\/)(?:package\.json|(?:vite|vitest|jest|ava)[\w.-]*\.(?:[cm]?[jt]sx?|json))$/;
const WORDS = /[^\s"'`=,;()]+/g;
const PRESET = /\bpreset["']?\s*:\s*["']([^"']+)["']/g;
const PRESET_FILES = ["jest-preset.json", "jest-preset.js", "jest-preset.cjs", "jest-preset.mjs"];
/** Packages whose names suggest that they contain settings. */
const SHARED = /(?:config|preset|shared|base)/;
const OWN_MODULES = /^(?:vite|vitest|jest|@jest\/[\w-]+)(?:\/|$)|-config$/;

function mayMove(check: Check, { movedBy }: BesideTests, tree: Tree): boolean {
  const { files, root } = tree.snapshot;
  const names = (text: string): boolean => movedBy.some((setting) => text.includes(setting));
  const inTree = (directory: string, word: string): readonly RepoPath[] => {
    const path = posix.join(directory, word) as RepoPath;
    return files.has(path) ? [path] : [];
  };
  const words = check.args.join(" ");
  if (names(words)) return true;
  const pending = new Set<RepoPath>([...words.matchAll(WORDS)].flatMap(([word]) => inTree(check.cwd, word)));
  for (const path of files.keys()) if (SETTINGS.test(path)) pending.add(path);
  for (const path of pending) {
    const text = readText(join(root, path));
    if (text === null || names(text)) return true;
    if ([...text.matchAll(PRESET)].some(([, preset = ""]) => presetMoves(preset, path, { root, names })))
      return true;
    const directory = posix.dirname(path);
    // Scripts name the settings that they use; the entry points of a package say nothing about tests.
    if (isManifest(path)) {
      for (const [word] of text.matchAll(WORDS))
        for (const named of inTree(directory, word))
          if (/\.(?:[cm]?[jt]s|json)$/.test(named)) pending.add(named);
      continue;
    }
    if (tree.graph.external(path).some((name) => SHARED.test(name) && !OWN_MODULES.test(name))) return true;
    for (const { resolution } of tree.graph.references(path))
      for (const file of resolution.files) pending.add(file);
  }
  return false;
}

/** A preset that is not found may do anything. */
function presetMoves(
  preset: string,
  from: RepoPath,
  { root, names }: { readonly root: string; readonly names: (text: string) => boolean },
): boolean {
  const above = preset.startsWith(".") ? [posix.dirname(from)] : directoriesAbove(from);
  const places = above.map((directory) =>
    preset.startsWith(".") ? join(root, directory, preset) : join(root, directory, "node_modules", preset),
  );
  const found = places
    .flatMap((place) => [place, ...PRESET_FILES.map((name) => join(place, name))])
    .flatMap((file) => (existsSync(file) ? (readText(file) ?? []) : []));
  return found.length === 0 || found.some(names);
}

function directoriesAbove(path: string): readonly string[] {
  const directory = posix.dirname(path);
  return directory === "." ? ["."] : [directory, ...directoriesAbove(directory)];
}

function readText(absolute: string): string | null {
  try {
    return readFileSync(encodePath(absolute), "utf8");
  } catch {
    return null;
  }
}
