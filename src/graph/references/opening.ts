import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { createDeclaredPackages } from "../declared-packages.ts";
import type { ReachOut } from "../extraction.ts";
import type { FileGraph, ResolvedReference } from "../file-graph.ts";
import { packageName } from "../resolve/disk.ts";
import { SCRIPT_FILE } from "./traits.ts";
import { isDeclaration, runtimeReferences, typeReferences } from "./runtime-references.ts";

/** Why a file may depend on more than its imports lead to. */
export interface Opening {
  readonly file: RepoPath;
  /** Null if it applies to the file as a whole. */
  readonly line: number | null;
  readonly why: string;
}

/** What one file contributes to every file that imports it. */
export interface OwnReach {
  readonly files: readonly RepoPath[];
  readonly packages: readonly string[];
  readonly opening: Opening | null;
}

const WHY: Readonly<Record<ReachOut["how"], (what: string) => string>> = {
  "file-system": (what) => `it uses ${what}`,
  process: (what) => `it starts programs with ${what}`,
  thread: (what) => `it starts threads with ${what}`,
  glob: (what) => `it looks for files with ${what}`,
  "computed-import": (what) => `it imports by a computed name (${what})`,
  code: (what) => `it runs code that is made at run time (${what})`,
};

/** Such a specifier is loaded from elsewhere; other schemes are made up by a bundler's plugins. */
const ELSEWHERE = /^(?:node|data|https?|npm|jsr|bun):/;
const SCHEME = /^[a-z][a-z\d+.-]+:/i;
/** What runs is the output of a compiler, with everything that its plugins add. */
const COMPILED = /\.(?:vue|svelte|astro|html?)$/i;
/** A picture. Its importers do not follow what it refers to. */
const PICTURE = /\.svg$/i;
/** Names one file. If that file only declares types, the import disappears when types are stripped. */
const BESIDE = /^\.{1,2}\/.*[^./]/;
const DOCUMENT = /\.(?:md|markdown)$/i;

/** Who follows references: a program that runs, or a tool that reads types and runs nothing. */
export type Follower = "program" | "types";

/** Computes what a single file contributes, as the follower sees it. */
export function createOwnReach(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
  follower: Follower,
): (path: RepoPath) => OwnReach {
  const isDeclared = createDeclaredPackages(graph);

  const isPackage = (path: RepoPath, specifier: string): boolean =>
    !/^[./#~]/.test(specifier) && isDeclared(path, packageName(specifier));

  const faultOf = (path: RepoPath, { reference, resolution }: ResolvedReference): string | undefined => {
    const { specifier, kind, type } = reference;
    const [outside] = resolution.outside;
    if (resolution.state === "opaque") {
      // A name that is made at run time has no type.
      if (follower === "types") return undefined;
      const text = /^\((.*)\)$/.exec(specifier)?.[1];
      return text ?? WHY["computed-import"](specifier);
    }
    // A file that is only named and does not exist is not loaded either.
    if (resolution.state === "unresolved" && type !== "import") return undefined;
    if (resolution.state === "unresolved")
      return kind === "module" && isPackage(path, specifier) ? undefined : `${specifier} does not resolve`;
    if (outside !== undefined) return `${outside} is not tracked by git`;
    const made = resolution.external.find((name) => SCHEME.test(name) && !ELSEWHERE.test(name));
    if (made !== undefined) return `${made} is made by a bundler`;
    if (follower === "program" && kind === "module" && leadsNowhere(resolution) && !BESIDE.test(specifier))
      return `${specifier} leads to types only`;
    // A plugin turns a document into a module, with imports that we do not parse.
    return DOCUMENT.test(specifier) ? `what ${specifier} is turned into is not read` : undefined;
  };

  const openingOf = (path: RepoPath, references: readonly ResolvedReference[]): Opening | null => {
    if (!graph.has(path)) return { file: path, line: null, why: "it is not part of the tree" };
    if (isDeclaration(path) && follower === "program") return null;
    if (!isRead(path) && !PICTURE.test(path))
      return { file: path, line: null, why: "its language is not read" };
    if (COMPILED.test(path)) return { file: path, line: null, why: "what it is compiled to is not read" };
    if (SCRIPT_FILE.test(path))
      return { file: path, line: null, why: "what it starts and reads is not known" };
    const { reachesOut = [], outline, syntaxError } = graph.extraction(path);
    const own = new Set(references.filter(leadsIntoTree).map((one) => one.reference.specifier));
    const way = reachesOut.find(({ what }) => !own.has(what));
    if (way !== undefined && follower === "program")
      return { file: path, line: way.line, why: WHY[way.how](way.what) };
    if (outline.kind === "module" && syntaxError !== undefined)
      return { file: path, line: syntaxError.line, why: "it does not parse" };
    for (const each of references) {
      const why = faultOf(path, each);
      if (why !== undefined) return { file: path, line: each.reference.line, why };
    }
    return null;
  };

  return (path) => {
    const references = follower === "program" ? runtimeReferences(graph, path) : typeReferences(graph, path);
    return {
      files: [...new Set(references.flatMap(({ resolution }) => resolution.files))],
      packages: [...new Set(references.flatMap((each) => packagesOf(path, each, isPackage)))],
      opening: openingOf(path, references),
    };
  };
}

/** A package name may mean a file of the tree: in the package's own repository, or through an alias. */
function leadsIntoTree({ resolution }: ResolvedReference): boolean {
  return resolution.files.length > 0 && resolution.external.length === 0;
}

function leadsNowhere({ files, outside, external }: ResolvedReference["resolution"]): boolean {
  return files.length + outside.length + external.length === 0;
}

function packagesOf(
  path: RepoPath,
  { reference, resolution }: ResolvedReference,
  isPackage: (path: RepoPath, specifier: string) => boolean,
): readonly string[] {
  if (resolution.state === "unresolved")
    return isPackage(path, reference.specifier) ? [packageName(reference.specifier)] : [];
  return resolution.outside.length > 0 ? [] : resolution.external.filter((name) => !SCHEME.test(name));
}
