import { memoize } from "../../../values/memo.ts";
import type { RepoPath } from "../../../vocabulary/tree/path.ts";
import { findDataAliases } from "../../aliases/data-aliases.ts";
import { parseJson } from "../../data/parse-json.ts";
import type { AliasRule, Extraction } from "../../extraction.ts";
import { GIVEN } from "../../javascript/places.ts";
import { directoryOf, joinPath, packageDirectory, type TreeIndex } from "../tree.ts";
import { replaceByPattern } from "./alias-pattern.ts";

/** What an import can mean by the rules of configurations. */
export interface Aliased {
  /** Paths of the repository, without the extension if the import has none. */
  readonly paths: readonly string[];
  /** Other names that it may mean. */
  readonly names: readonly string[];
  /** A rule applies to this name, but only running the configuration can tell where it leads. */
  readonly isUnknown: boolean;
}

export interface Aliases {
  /** By the configurations in the directories above the file. */
  readonly above: (from: RepoPath, specifier: string) => Aliased;
  /** By the other configurations of its package and of the repository. */
  readonly around: (from: RepoPath, specifier: string) => Aliased;
}

export interface AliasOptions {
  readonly tree: TreeIndex;
  readonly extractions: { get(path: RepoPath): Extraction | undefined };
  readonly readText: (path: RepoPath) => string | undefined;
}

const CONFIGURATION =
  /(?:^|\/)(?:[^/]*(?:conf|alias|webpack|vite|vitest|jest|babel|rollup|resolve)[^/]*\.(?:[mc]?[jt]s|json)|package\.json|\.storybook\/main\.[mc]?[jt]s)$/i;
const BABEL = /(?:^|\/)\.babelrc$/;
/** What a framework adds to its configuration. */
const BUILT_IN: readonly (readonly [configuration: RegExp, rules: readonly AliasRule[]])[] = [
  [/(?:^|\/)svelte\.config\.[mc]?[jt]s$/, [name("$lib", "src/lib")]],
  [
    /(?:^|\/)nuxt\.config\.[mc]?[jt]s$/,
    [
      ...["~", "@"].map((find) => name(find, "<rootDir>", "<here>", "<here>/app", "<here>/src")),
      ...["~~", "@@"].map((find) => name(find, "<here>")),
      name("#shared", "<here>/shared"),
    ],
  ],
  [/(?:^|\/)vue\.config\.[mc]?[jt]s$/, [name("@", "<here>/src")]],
  [
    /(?:^|\/)docusaurus\.config\.[mc]?[jt]s$/,
    [name("@site", "<here>"), name("@theme", "<here>/src/theme"), name("@generated", "<here>/.docusaurus")],
  ],
];

interface Configuration {
  readonly directory: string;
  readonly rules: readonly AliasRule[];
  /** The meaning of `<rootDir>`. */
  readonly roots: readonly string[];
}

const NOTHING: Aliased = { paths: [], names: [], isUnknown: false };

/** Collects what the configurations of the tree say about imports. */
export function collectAliases({ tree, extractions, readText }: AliasOptions): Aliases {
  const configurations: Configuration[] = [];
  const add = (path: RepoPath, stated: readonly AliasRule[]): void => {
    const known = stated.map((rule) => ({
      ...rule,
      places: rule.places.flatMap((place) => toPlaces(place, path, { tree, extractions })),
    }));
    const rules = [...known, ...BUILT_IN.flatMap(([named, added]) => (named.test(path) ? added : []))];
    if (rules.length === 0) return;
    const directory = directoryOf(path);
    const given = rules.flatMap((rule) => (rule.kind === "rootDir" ? rule.places : []));
    const roots = [...given.flatMap((place) => placed(place, directory, [directory])), directory];
    configurations.push({ directory, rules, roots });
  };
  for (const path of tree.paths) {
    if (CONFIGURATION.test(path)) add(path, extractions.get(path)?.aliases ?? []);
    else if (BABEL.test(path)) {
      const parsed = parseJson(readText(path) ?? "");
      if (parsed.ok) add(path, findDataAliases(parsed.root));
    }
  }
  if (configurations.length === 0) return { above: () => NOTHING, around: () => NOTHING };

  const isAbove = ({ directory }: Configuration, other: string): boolean =>
    directory === "." || other === directory || other.startsWith(`${directory}/`);
  /** Most files share their directory with others. */
  const aboveIn = memoize((directory: string) => configurations.filter((one) => isAbove(one, directory)));
  const ownerOf = memoize((directory: string) => packageDirectory(tree, directory));
  const aroundIn = memoize((directory: string) =>
    configurations.filter((one) => {
      const owner = ownerOf(one.directory);
      return !isAbove(one, directory) && (owner === "." || owner === ownerOf(directory));
    }),
  );
  const applyAll = (all: readonly Configuration[], from: RepoPath, specifier: string): Aliased =>
    all.length === 0 ? NOTHING : join(all.map((one) => apply(one, from, specifier)));
  return {
    above: (from, specifier) => applyAll(aboveIn(directoryOf(from)), from, specifier),
    around: (from, specifier) => applyAll(aroundIn(directoryOf(from)), from, specifier),
  };
}

function apply({ directory, rules, roots }: Configuration, from: RepoPath, specifier: string): Aliased {
  const paths: string[] = [];
  const names: string[] = [];
  let isUnknown = false;
  const isRelative = /^\.{1,2}(?:\/|$)/.test(specifier);
  const lead = (place: string, rest: string, rule?: AliasRule): void => {
    const found = placed(place, directory, roots).map((start) => joinPath(start, rest));
    paths.push(...found.filter((path) => path !== undefined));
    const isName = rule?.kind !== "root" && !/^[<./]/.test(place);
    if (isName) names.push(rest === "" ? place : `${place}/${rest}`);
  };
  if (specifier.startsWith("/")) paths.push(...roots.map((root) => joinPath(root, specifier) ?? "."));
  for (const rule of rules) {
    if (rule.kind === "rootDir" || rule.kind === "envDir" || (isRelative && rule.kind !== "pattern"))
      continue;
    if (rule.kind === "root") {
      for (const place of rule.places) {
        lead(place, specifier, rule);
        // A plain name is looked for in every directory above.
        if (/^[\w-]+$/.test(place))
          for (const above of upwards(from)) paths.push(`${above}/${place}/${specifier}`);
      }
      continue;
    }
    if (rule.kind === "name") {
      const isInside = rule.exact !== true && specifier.startsWith(`${rule.find}/`);
      if (specifier !== rule.find && !isInside) continue;
      for (const place of rule.places) lead(place, specifier.slice(rule.find.length + 1));
    } else {
      const found = replaceByPattern(rule, specifier);
      if (found === undefined) continue;
      for (const place of found) lead(place, "");
    }
    isUnknown ||= rule.places.length === 0;
  }
  return { paths, names, isUnknown };
}

/** The possible locations of a place in a configuration of this directory. */
function placed(place: string, directory: string, roots: readonly string[]): readonly string[] {
  const [, start = "", rest = ""] = /^(<\w+>|)(.*)$/s.exec(place) ?? [];
  const starts = {
    "<here>": [directory],
    "<file>": [directory],
    "<cwd>": [directory, "."],
    "<rootDir>": roots,
    "<tree>": ["."],
    "": place.startsWith("/") ? [directory, ".", ...roots] : [directory, ...roots],
  }[start];
  return [...new Set(starts ?? [])].map((from) => joinPath(from, rest)).filter((path) => path !== undefined);
}

const IMPORTED = /^<(\S+) from ([^>]+)>\/?(.*)$/s;
const ENDINGS = ["", ".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", "/index.ts", "/index.js"];

/** Turns a place that starts at another module's export into a place in the tree; none if that is unknown. */
function toPlaces(
  place: string,
  from: RepoPath,
  { tree, extractions }: Pick<AliasOptions, "tree" | "extractions">,
): readonly string[] {
  const [, name = "", module = "", rest = ""] = IMPORTED.exec(place) ?? [];
  if (name === "") return [place];
  const written = joinPath(directoryOf(from), module) ?? "";
  const bare = written.replace(/\.[mc]?js$/, "");
  const file = [...ENDINGS.map((ending) => written + ending), ...ENDINGS.map((ending) => bare + ending)].find(
    (each) => tree.has(each),
  ) as RepoPath | undefined;
  const [, start = "", after = ""] =
    /^<(here|cwd)>(.*)$/s.exec(file === undefined ? "" : (extractions.get(file)?.places?.[name] ?? "")) ?? [];
  if (file === undefined || start === "") return [];
  const whole = after.includes(GIVEN) ? after.replace(GIVEN, rest) : `${after}/${rest}`;
  if (start === "cwd") return [`<cwd>${whole}`];
  const path = joinPath(directoryOf(file), `.${whole}`);
  return path === undefined ? [] : [`<tree>/${path}`];
}

export function upwards(from: RepoPath): readonly string[] {
  const found: string[] = [];
  for (let at = directoryOf(from); at !== "."; at = directoryOf(at)) found.push(at);
  return found;
}

function name(find: string, ...places: readonly string[]): AliasRule {
  return { kind: "name", find, places };
}

function join(all: readonly Aliased[]): Aliased {
  return {
    paths: [...new Set(all.flatMap((one) => one.paths))],
    names: [...new Set(all.flatMap((one) => one.names))],
    isUnknown: all.some((one) => one.isUnknown),
  };
}
