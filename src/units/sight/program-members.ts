import { dirname, join, posix } from "node:path";
import { matchGlobs } from "../../paths/glob.ts";
import { readFileSync } from "../../system/observed/observed-files.ts";
import { memo, memoize } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { manifestOf, type Tree } from "../tree.ts";

/**
 * Where a linter's parser gets its programs from: the nearest settings of the compiler (`nearest`), the same with those
 * that these refer to (`service`), something else (`unknown`), or settings at these paths, which can be globs.
 */
export type Programs = readonly string[];

const USUAL = "tsconfig.json";
const SETTINGS = /(?:^|\/)tsconfig[^/]*\.json$/;
/** A wildcard matches none of these. */
const UNUSUAL = /(?:^|\/)(?:\.|node_modules\/|bower_components\/|jspm_packages\/)|\.min\.js$/;
/** Of files whose names differ only in their ends, a compiler takes the first. */
const ENDS = [
  [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  [".mts", ".d.mts", ".mjs"],
  [".cts", ".d.cts", ".cjs"],
];

/**
 * A parser that works with programs fails on a file that is in none of them. If the settings of a program do not name the
 * file, it is in the program only as long as another file leads there. So the answer is who does, or nothing if the
 * settings name the file.
 */
export function createImportersOf(tree: Tree): (path: RepoPath, programs: Programs) => string {
  const { snapshot, graph } = tree;
  const all = memo(() => [...snapshot.files.keys()].filter((path) => SETTINGS.test(path)));
  const rootsOf = memoize((settings: RepoPath) => readRoots(settings, tree));
  const aboveIn = memoize((directory: string): readonly RepoPath[] =>
    all()
      .filter((settings) => isWithin(directory, posix.dirname(settings)))
      .sort((one, other) => other.length - one.length),
  );
  const above = (path: RepoPath): readonly RepoPath[] => aboveIn(posix.dirname(path));
  const at = memoize((glob: string) => [...snapshot.files.keys()].filter(matchGlobs([glob])));
  const candidates = (path: RepoPath, program: string): readonly RepoPath[] => {
    if (program !== "nearest" && program !== "service") return at(program);
    const nearest = above(path).find((settings) => posix.basename(settings) === USUAL);
    if (nearest === undefined) return [];
    return program === "nearest" ? [nearest] : [nearest, ...referredFrom(nearest, tree)];
  };
  const isNamed = (path: RepoPath, programs: Programs): boolean => {
    if (UNUSUAL.test(path) || isPassedOver(path, snapshot.files)) return false;
    if (!programs.includes("unknown"))
      return programs.some((program) => candidates(path, program).some((each) => rootsOf(each).has(path)));
    // Any of them may be the one.
    return above(path).every((settings) => rootsOf(settings).isEmpty || rootsOf(settings).has(path));
  };
  return (path, programs) => {
    if (all().length === 0 && programs.every((program) => !program.endsWith(".json"))) return "";
    if (isNamed(path, programs)) return "";
    const importers = [...graph.transitiveDependents([path]).paths].filter((each) => each !== path).sort();
    return manifestOf(
      tree,
      importers.map((each) => [each, "leads to it"]),
    );
  };
}

function isWithin(directory: string, other: string): boolean {
  return other === "." || directory === other || directory.startsWith(`${other}/`);
}

function isPassedOver(path: RepoPath, files: ReadonlyMap<RepoPath, unknown>): boolean {
  return ENDS.some((ends) => {
    const end = ends.filter((each) => path.endsWith(each)).sort((one, other) => other.length - one.length)[0];
    if (end === undefined) return false;
    const stem = path.slice(0, -end.length);
    return ends.slice(0, ends.indexOf(end)).some((each) => files.has(`${stem}${each}` as RepoPath));
  });
}

/** Settings that refer to other programs, which an editor's service tries too. */
function referredFrom(settings: RepoPath, { snapshot, textOf }: Tree): readonly RepoPath[] {
  const listed = itemsOf(fieldsOf(textOf(settings))?.get("references")).flatMap((item) =>
    typeof item === "object" && item !== null && "path" in item
      ? [posix.join(posix.dirname(settings), String(item.path))]
      : [],
  );
  const found = listed.flatMap((path) => [path, posix.join(path, USUAL)]) as RepoPath[];
  return found.filter((path) => snapshot.files.has(path));
}

/** What settings name as the start of a program. */
interface Roots {
  readonly isEmpty: boolean;
  has(path: RepoPath): boolean;
}

function readRoots(settings: RepoPath, tree: Tree): Roots {
  const own = posix.dirname(settings);
  const chain = chainOf(settings, tree);
  // Settings that cannot be read may name anything.
  if (chain === null) return { isEmpty: false, has: () => false };
  const find = (name: string): readonly string[] | undefined => {
    const level = chain.find(({ fields }) => fields.has(name));
    return level && textsIn(level.fields.get(name)).map((text) => locate(text, level.from, own));
  };
  const files = find("files");
  const include = find("include") ?? (files === undefined ? [posix.join(own, "**/*")] : []);
  const outputs = chain.flatMap(({ fields, from }) =>
    outputsIn(fields).map((text) => locate(text, from, own)),
  );
  const exclude = [...(find("exclude") ?? []), ...outputs].map(escape);
  const isIncluded = matchGlobs(include.map(escape).flatMap(withDirectory));
  const isExcluded = matchGlobs(exclude.flatMap((glob) => [glob, `${glob}/**`]));
  return {
    isEmpty: include.length === 0 && (files ?? []).length === 0,
    has: (path) =>
      files?.includes(path) === true ||
      (include.length > 0 && isIncluded(path) && !(exclude.length > 0 && isExcluded(path))),
  };
}

/** The last segment of a directory has neither wildcards nor dots. */
function withDirectory(glob: string): readonly string[] {
  return /[.*?]/.test(posix.basename(glob)) ? [glob] : [glob, posix.join(glob, "**/*")];
}

const CONFIG_DIR = "${configDir}";

function locate(text: string, from: string, own: string): string {
  const isOwn = text.startsWith(CONFIG_DIR);
  return posix.join(isOwn ? own : from, isOwn ? text.slice(CONFIG_DIR.length) : text).replace(/\/+$/, "");
}

/** For a compiler, only `*` and `?` are special. */
function escape(glob: string): string {
  return glob.replaceAll(/[[\]{}()!+@\\]/g, "\\$&");
}

/** Settings, with the directory that their paths are relative to. */
interface Level {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly from: string;
}

/** Settings and those that they extend, in the order in which a field is looked for; null if some cannot be found. */
function chainOf(settings: RepoPath, tree: Tree, tried: readonly RepoPath[] = []): readonly Level[] | null {
  const fields = fieldsOf(tree.textOf(settings));
  if (fields === null) return null;
  const chain: Level[] = [{ fields, from: posix.dirname(settings) }];
  const references = tree.graph.references(settings);
  for (const specifier of textsIn(fields.get("extends")).toReversed()) {
    const [base] = references.find((each) => each.reference.specifier === specifier)?.resolution.files ?? [];
    if (base !== undefined && tried.includes(base)) continue;
    const above =
      base === undefined
        ? packagedSettings(specifier, settings, tree)
        : chainOf(base, tree, [...tried, settings]);
    if (above === null) return null;
    chain.push(...above);
  }
  return chain;
}

/** Settings in a package, if they extend nothing. Their paths lead into the package, unless they say otherwise. */
function packagedSettings(specifier: string, from: RepoPath, tree: Tree): readonly Level[] | null {
  const name = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier)?.[0];
  const found = name === undefined ? null : tree.packages.find(name, dirname(join(tree.snapshot.root, from)));
  if (name === undefined || found === null) return null;
  const inner = specifier.slice(name.length + 1);
  for (const file of inner === "" ? [USUAL] : [inner, `${inner}.json`]) {
    const text = readText(join(found.directory, file));
    if (text === null) continue;
    const fields = fieldsOf(text);
    return fields === null || fields.has("extends") ? null : [{ fields, from: "node_modules" }];
  }
  return null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** What a compiler writes is not among its sources. */
function outputsIn(fields: Level["fields"]): readonly string[] {
  const options = fields.get("compilerOptions");
  if (typeof options !== "object" || options === null) return [];
  const named = Object.entries(options).filter(([name]) => name === "outDir" || name === "declarationDir");
  return named.flatMap(([, value]) => textsIn(value));
}

/** Strings, which stay as they are, or what a compiler allows in JSON beyond the standard. */
const BEYOND_JSON = /("(?:[^"\\\n]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const LAST_COMMA = /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g;

/** Null if it cannot be read. */
function fieldsOf(text: string): ReadonlyMap<string, unknown> | null {
  const keep = (_: string, quoted: string | undefined): string => quoted ?? " ";
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll(BEYOND_JSON, keep)
    .replaceAll(LAST_COMMA, keep);
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
  } catch {
    return null;
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function textsIn(value: unknown): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === "string");
}
