import { isManifest } from "../paths/manifest-fields.ts";
import { memo, memoize } from "../values/memo.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { createGather } from "./closure/gather.ts";
import { createDeclaredPackages } from "./declared-packages.ts";
import type { FileGraph, ResolvedReference } from "./file-graph.ts";
import { programTargets } from "./references/program-references.ts";
import { isDeclaration } from "./references/runtime-references.ts";
import { packageName } from "./resolve/disk.ts";
import { directoryOf } from "./resolve/tree.ts";
import { SCRIPT_FILE } from "./references/traits.ts";

/** Files that an import takes as plain bytes: they lead to nothing, although we do not parse them. */
const DATA =
  /\.(?:svg|wasm|node|toml|ini|env|properties|sql|xml|xsd|plist|bin|dat|db|sqlite\d?|pem|crt|key|ics|vtt|srt)$/i;
/** Programs and templates, which lead to other files even if they are only named. */
const PROGRAM =
  /\.(?:rb|pl|pm|php|lua|go|rs|java|kt|kts|groovy|scala|c|cc|cpp|h|hpp|cs|swift|exs?|erl|clj|hs|ml|r|jl|dart|zig|nim|ps1|psm1|bat|cmd|fish|awk|tcl|proto|thrift|styl|pug|jade|hbs|handlebars|mustache|ejs|njk|liquid|twig|mdx|coffee|ls|civet|marko|elm|res|purs)$|(?:^|\/)[a-z][\w-]*$/;
/** A specifier that says where it starts, or that a bundler makes up. */
const PLACED = /^(?:\.{1,2}(?:\/|$)|[a-z][a-z\d+.-]+:)/i;
/** Names that a framework makes up, and the package of the framework. */
const MADE: readonly (readonly [names: RegExp, by: string])[] = [
  [/^\$(?:app|env|service-worker)(?:\/|$)/, "@sveltejs/kit"],
  [/^~icons\//, "unplugin-icons"],
];

/**
 * Tells which references of a file lead, at run time, to files that we cannot name: a name that is made at run time, a
 * file in a language that we do not parse, or an import that neither resolves nor names a declared package.
 */
export function createHiddenReferences(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
): (path: RepoPath) => readonly ResolvedReference[] {
  const isDeclared = createDeclaredPackages(graph);
  const isHidden = (path: RepoPath, { reference, resolution }: ResolvedReference): boolean => {
    const { type, kind, specifier, typeOnly = false } = reference;
    if (resolution.state === "opaque") return true;
    if (typeOnly) return false;
    if (resolution.state === "resolved")
      return resolution.files.some(
        (file) => !isRead(file) && (type === "import" ? !DATA.test(file) : PROGRAM.test(file)),
      );
    const isBare = kind === "module" && type === "import" && !PLACED.test(specifier);
    if (!isBare || isDeclared(path, packageName(specifier))) return false;
    return !MADE.some(([names, by]) => names.test(specifier) && isDeclared(path, by));
  };
  return (path) => {
    if (!isProgram(graph, path) || isDeclaration(path)) return [];
    const references = graph.references(path);
    const hidden = references.filter((each) => isHidden(path, each));
    // If a user declared the targets, a name that does not resolve leads there.
    const isSaid = references.some(({ reference }) => reference.type === "semantic");
    return isSaid ? hidden.filter(({ resolution }) => resolution.state !== "unresolved") : hidden;
  };
}

/**
 * A package with files that something can load without naming them: programs with everything that they name, files that
 * an import can load, any file but documents and package.json files, or any file.
 */
export interface HiddenArea {
  readonly directory: string;
  readonly holds: "programs" | "modules" | "sources" | "anything";
  readonly has: (path: RepoPath) => boolean;
  /** The files that lead there, each with the line of the first reference that does. */
  readonly from: ReadonlyMap<RepoPath, number>;
}

/** Files that an import can load. */
const LOADABLE = /\.(?:[cm]?[jt]sx?|jsonc?|json5|wasm|node|vue|svelte|astro|mdx)$/i;
/** Files that include only others of their kind. */
const TEMPLATE =
  /\.(?:pug|jade|hbs|handlebars|mustache|ejs|eta|njk|liquid|twig|tmpl|tpl|marko|html?|styl|less|s[ac]ss|css|mdx|svg)$/i;

/** Files for the services and editors around a repository, and for no program in it. */
const KEPT_APART = /(?:^|\/)\.(?:github|gitlab|circleci|vscode|idea|husky|changeset)\//;

/** Files that a worker runs. */
const CODE = /\.(?:[cm]?[jt]sx?|wasm)$/i;
const WORKER = "new Worker(*)";

const DOCUMENT = /\.(?:md|markdown)$/i;
/** Words and signs without which no language opens, lists or includes files, is given names, or starts programs. */
const OPENS =
  /open|read|load|file|\bio\b|\bfs\b|stream|path|dir|glob|walk|find|list|scan|slurp|\bcat\b|source|include|embed|import|require|\buse\b|arg|stdin|input|gets|<>|env|exec|eval|system|spawn|popen|shell|process|http|url|md\b|mark|doc|[`*]|\$[\d@{(]/i;

function createArea(
  { directory, holds, from }: Pick<HiddenArea, "directory" | "holds" | "from">,
  graph: FileGraph,
): HiddenArea {
  const start = directory === "." ? "" : `${directory}/`;
  /** Including everything that they lead to. */
  const programs = memo(() => {
    const reached = new Set(graph.paths.filter((path) => path.startsWith(start) && CODE.test(path)));
    for (const path of reached) for (const next of graph.dependencies(path)) reached.add(next);
    return reached;
  });
  const isHeld = (path: RepoPath): boolean => {
    if (holds === "programs") return programs().has(path);
    if (holds === "modules") return LOADABLE.test(path) || TEMPLATE.test(path);
    return !KEPT_APART.test(path) && (holds === "anything" || !(DOCUMENT.test(path) || isManifest(path)));
  };
  const has = (path: RepoPath): boolean => path.startsWith(start) && isHeld(path);
  return { directory, holds, has, from };
}

/**
 * Tells for each file which packages contain what it may load without naming it: the packages of all files with such
 * references that it leads to at run time.
 */
export function createHiddenAreas(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
  textOf: (path: RepoPath) => string,
): (path: RepoPath) => readonly HiddenArea[] {
  const found = memo(() => {
    const areas = findAreas(graph, isRead, textOf);
    const own = new Map<RepoPath, HiddenArea[]>();
    for (const area of areas)
      for (const path of area.from.keys()) own.set(path, [...(own.get(path) ?? []), area]);
    const gather = createGather(
      (path) => programTargets(graph, path),
      (path) => own.get(path) ?? [],
    );
    return { areas, gather };
  });
  return memoize((path: RepoPath) => {
    const { areas, gather } = found();
    if (areas.length === 0) return [];
    const reached = gather(path);
    return areas.filter((area) => reached.has(area));
  });
}

function findAreas(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
  textOf: (path: RepoPath) => string,
): readonly HiddenArea[] {
  const hiddenReferences = createHiddenReferences(graph, isRead);
  // Programs in other languages load each other in ways that we do not know, but a document or a
  // package.json only by opening it.
  const opens = memoize((path: RepoPath) => textOf(path) === "" || OPENS.test(textOf(path)));
  const packageOf = memoize((directory: string): string => {
    const manifest = (directory === "." ? "package.json" : `${directory}/package.json`) as RepoPath;
    return directory === "." || graph.has(manifest) ? directory : packageOf(directoryOf(directory));
  });
  const starts = new Map<string, { readonly area: HiddenArea; readonly from: Map<RepoPath, number> }>();
  for (const path of graph.having("hidden")) {
    const hidden = hiddenReferences(path);
    if (hidden.length === 0) continue;
    const unread = hidden.flatMap(({ resolution }) => resolution.files.filter((file) => !isRead(file)));
    const isPlain = !SCRIPT_FILE.test(path) && unread.every((file) => TEMPLATE.test(file));
    const isWorker = isPlain && hidden.every(({ reference }) => reference.specifier === WORKER);
    const isAsked = hidden.some(
      ({ reference, resolution: { files } }) =>
        reference.type === "import" && files.some((file) => !isRead(file) && !PROGRAM.test(file)),
    );
    const opensNone =
      !SCRIPT_FILE.test(path) && !isAsked && unread.every((file) => TEMPLATE.test(file) || !opens(file));
    const holds = isWorker ? "programs" : isPlain ? "modules" : opensNone ? "sources" : "anything";
    const directory = packageOf(directoryOf(path));
    const from = starts.get(`${holds} ${directory}`)?.from ?? new Map<RepoPath, number>();
    from.set(path, hidden[0]?.reference.line ?? 1);
    if (from.size === 1)
      starts.set(`${holds} ${directory}`, { area: createArea({ directory, holds, from }, graph), from });
  }
  // What a worker runs may also load files that we cannot name.
  for (const worker of starts.values())
    for (const { area, from } of worker.area.holds === "programs" ? starts.values() : [])
      if (area.holds !== "programs" && isBelow(area.directory, worker.area.directory))
        for (const [path, line] of worker.from) from.set(path, from.get(path) ?? line);
  return [...starts.values()].map(({ area }) => area);
}

function isBelow(directory: string, above: string): boolean {
  return above === "." || directory === above || directory.startsWith(`${above}/`);
}

/** Data and documents name programs but run none. */
function isProgram(graph: FileGraph, path: RepoPath): boolean {
  const { kind } = graph.extraction(path).outline;
  return kind !== "data" && kind !== "document";
}
