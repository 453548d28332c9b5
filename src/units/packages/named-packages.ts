import { dirname, join } from "node:path";
import { isManifest } from "../../paths/manifest-fields.ts";
import type { ToolConfiguration } from "../../tools/configuration-of.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createMayLoad } from "../configuration/may-load.ts";
import { linkedDirectory } from "../inputs/linked-directory.ts";
import type { Tree } from "../tree.ts";
import type { InstalledPackage } from "./packages.ts";

export interface NamingOptions extends Pick<
  ToolConfiguration,
  "prefixes" | "readsField" | "autoloads" | "loads"
> {
  readonly tree: Tree;
  /** The directory in which the tool is started. */
  readonly directory: string;
  /** Everything on the command line that starts it. */
  readonly words: readonly string[];
  /** Whether types count that are included without being named. */
  readonly types?: boolean;
}

const TOKEN = /[@\w][\w@./~:-]*/g;

/** A package, and what of it was named: its entry is empty, and `null` is the program that the command line starts. */
export interface NamedPackage extends InstalledPackage {
  readonly parts: ReadonlySet<string | null>;
}

/**
 * The packages that settings name, or that a tool loads by itself. Every word that is the name of an installed package
 * counts, wherever it is: that is cheap, and misses no name. A linked package counts only where the tool may load it.
 */
export function namedPackages(paths: readonly RepoPath[], options: NamingOptions): readonly NamedPackage[] {
  const { tree, directory, words, autoloads, types = false } = options;
  const { root } = tree.snapshot;
  const found = new Map<string, NamedPackage>();
  const add = (name: string, from: string, parts: Iterable<string | null> = []): void => {
    const one = tree.packages.find(name, from);
    const known = one === null ? undefined : found.get(one.directory)?.parts;
    if (one !== null) found.set(one.directory, { ...one, parts: new Set([...(known ?? []), ...parts]) });
  };
  const isLinked = (name: string, from: string): boolean => {
    const one = tree.packages.find(name, from);
    return one !== null && linkedDirectory(one.directory, root) !== null;
  };
  const addAll = (text: string, from: string, { mayLoad, partOf }: Reading): void => {
    const installed = tree.packages.installedFor(from);
    for (const [name, places] of candidates(text, options.prefixes))
      if (installed.has(name) && (!isLinked(name, from) || places.some(([word, at]) => mayLoad(word, at))))
        add(
          name,
          from,
          places.flatMap(([word, at]) => partOf(name, word, at)),
        );
  };
  addAll(words.join("\n"), directory, { mayLoad: () => true, partOf: () => [null] });
  for (const path of paths) {
    const text = settingsIn(path, options);
    const partOf: Reading["partOf"] = (name, word, at) =>
      CODE.test(path) && !/["'`]/.test(text[at - 1] ?? "") ? [] : [partIn(word, name)];
    addAll(text, dirname(join(root, path)), { mayLoad: createMayLoad(path, text, options), partOf });
  }
  for (const name of tree.packages.installedFor(directory)) if (autoloads(name)) add(name, directory);
  const places = types ? new Set([directory, ...paths.map((path) => dirname(join(root, path)))]) : [];
  for (const place of places)
    for (const name of tree.packages.installedFor(place)) if (name.startsWith("@types/")) add(name, place);
  return [...found.values()];
}

/** How the words of a text are understood. */
interface Reading {
  readonly mayLoad: (word: string, offset: number) => boolean;
  /** What a word names of a package that has this name. */
  readonly partOf: (name: string, word: string, offset: number) => readonly (string | null)[];
}

const CODE = /\.[cm]?[jt]sx?$/;

/** `jest` in `any-scripts/jest`, or in a path to that package. */
function partIn(word: string, name: string): string {
  const path = word.replace(INSTALLED, "");
  return path.startsWith(`${name}/`) ? path.slice(name.length + 1) : "";
}

const INSTALLED = /^.*node_modules\//;

/** For a package.json, only what the tool reads of it. */
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

type Place = readonly [word: string, offset: number];

/**
 * The package names that words can mean, each with the words and their offsets: `plugin:react/recommended`, `airbnb`,
 * `@scope`, `ts-node/register`.
 */
function candidates(text: string, prefixes: readonly string[]): ReadonlyMap<string, readonly Place[]> {
  const names = new Map<string, Place[]>();
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const add = (name: string): void => {
      const places = names.get(name);
      if (places === undefined) names.set(name, [[token, index]]);
      else if (places.at(-1)?.[1] !== index) places.push([token, index]);
    };
    for (const part of new Set([token, ...token.split(":"), token.replace(INSTALLED, "")])) {
      const [first = "", second, ...rest] = part.split("/");
      const scoped = first.startsWith("@");
      const name = scoped && second !== undefined ? `${first}/${second}` : first;
      add(name);
      for (const prefix of prefixes) {
        if (!scoped) add(`${prefix}${name}`);
        else {
          add(`${first}/${prefix.replace(/-$/, "")}`);
          if (second !== undefined) add(`${first}/${prefix}${[second, ...rest][0]}`);
        }
      }
    }
  }
  return names;
}
