import { dirname, join } from "node:path";
import type { ToolConfiguration } from "../tools/configuration-of.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { InstalledPackage } from "./packages.ts";
import type { Tree } from "./tree.ts";
import { isManifest } from "../vocabulary/manifest-fields.ts";

export interface NamingOptions extends Pick<ToolConfiguration, "prefixes" | "readsField" | "autoloads"> {
  readonly tree: Tree;
  /** Where the tool is started. */
  readonly directory: string;
  /** Everything that is said where it is started. */
  readonly words: readonly string[];
  /** Whether types count that are taken without being named. */
  readonly types?: boolean;
}

const TOKEN = /[@\w][\w@./~:-]*/g;

/**
 * The installed packages that settings name, or that a tool takes without being told. Any word that is the name of one counts,
 * wherever it stands: that is cheap, and misses nothing that is said.
 */
export function namedPackages(
  paths: readonly RepoPath[],
  options: NamingOptions,
): readonly InstalledPackage[] {
  const { tree, directory, words, autoloads, types = false } = options;
  const { root } = tree.snapshot;
  const found = new Map<string, InstalledPackage>();
  const add = (name: string, from: string): void => {
    const one = tree.packages.find(name, from);
    if (one !== null) found.set(one.directory, one);
  };
  const addAll = (text: string, from: string): void => {
    const installed = tree.packages.installedFor(from);
    for (const name of candidates(text, options.prefixes)) if (installed.has(name)) add(name, from);
  };
  addAll(words.join("\n"), directory);
  for (const path of paths) addAll(settingsIn(path, options), dirname(join(root, path)));
  for (const name of tree.packages.installedFor(directory)) if (autoloads(name)) add(name, directory);
  const places = types ? new Set([directory, ...paths.map((path) => dirname(join(root, path)))]) : [];
  for (const place of places)
    for (const name of tree.packages.installedFor(place)) if (name.startsWith("@types/")) add(name, place);
  return [...found.values()];
}

/** Of a package.json, only what the tool reads of it. */
function settingsIn(path: RepoPath, { tree, readsField }: NamingOptions): string {
  const text = tree.textOf(path);
  if (!isManifest(path)) return text;
  try {
    const fields = Object.entries(JSON.parse(text) as object).filter(([key]) => readsField(key));
    return JSON.stringify(Object.fromEntries(fields));
  } catch {
    return text;
  }
}

/** The names of packages that words can stand for: `plugin:react/recommended`, `airbnb`, `@scope`, `ts-node/register`. */
function candidates(text: string, prefixes: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [token] of text.matchAll(TOKEN))
    for (const part of new Set([token, ...token.split(":")])) {
      const [first = "", second, ...rest] = part.split("/");
      const scoped = first.startsWith("@");
      const name = scoped && second !== undefined ? `${first}/${second}` : first;
      names.add(name);
      for (const prefix of prefixes) {
        if (!scoped) names.add(`${prefix}${name}`);
        else {
          names.add(`${first}/${prefix.replace(/-$/, "")}`);
          if (second !== undefined) names.add(`${first}/${prefix}${[second, ...rest][0]}`);
        }
      }
    }
  return names;
}
