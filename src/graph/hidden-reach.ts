import type { RepoPath } from "../vocabulary/path.ts";
import { createDeclaredPackages } from "./declared-packages.ts";
import type { Reference } from "./extraction.ts";
import type { FileGraph, ResolvedReference } from "./file-graph.ts";
import { reach } from "./reach.ts";
import { packageName } from "./resolve/disk.ts";

/** What an import takes as it is: it leads to nothing, though nobody reads it. */
const DATA =
  /\.(?:svg|wasm|node|toml|ini|env|properties|sql|xml|xsd|plist|bin|dat|db|sqlite\d?|pem|crt|key|ics|vtt|srt)$/i;
/** Programs and templates, which lead to others even where they are only named. */
const PROGRAM =
  /\.(?:rb|pl|pm|php|lua|go|rs|java|kt|kts|groovy|scala|c|cc|cpp|h|hpp|cs|swift|exs?|erl|clj|hs|ml|r|jl|dart|zig|nim|ps1|psm1|bat|cmd|fish|awk|tcl|proto|thrift|styl|pug|jade|hbs|handlebars|mustache|ejs|njk|liquid|twig|mdx|coffee|ls|civet|marko|elm|res|purs)$|(?:^|\/)[a-z][\w-]*$/;
/** Says where it starts, or is made up by a bundler. */
const PLACED = /^(?:\.{1,2}(?:\/|$)|[a-z][a-z\d+.-]+:)/i;
/** Names that a framework makes up, and the package that does. */
const MADE: readonly (readonly [names: RegExp, by: string])[] = [
  [/^\$(?:app|env|service-worker)(?:\/|$)/, "@sveltejs/kit"],
  [/^~icons\//, "unplugin-icons"],
];

/**
 * Tells which references of a file lead, when it runs, to files that nobody can name: by a name that is made at run time,
 * through a file in a language that is not read, or by an import that neither resolves nor names a package that is asked
 * for.
 */
export function createHiddenReferences(
  graph: FileGraph,
  isRead: (path: RepoPath) => boolean,
): (path: RepoPath) => readonly Reference[] {
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
  return (path) =>
    isProgram(graph, path)
      ? graph
          .references(path)
          .filter((each) => isHidden(path, each))
          .map((each) => each.reference)
      : [];
}

/** The files that have such references, and the programs that lead to them. */
export function findHiding(graph: FileGraph, isRead: (path: RepoPath) => boolean): ReadonlySet<RepoPath> {
  const hiddenReferences = createHiddenReferences(graph, isRead);
  const starts = graph.paths.filter((path) => hiddenReferences(path).length > 0);
  return new Set(
    reach(starts, (path) => graph.dependents(path).filter((one) => isProgram(graph, one))).paths,
  );
}

/** Data and documents name programs and run none. */
function isProgram(graph: FileGraph, path: RepoPath): boolean {
  const { kind } = graph.extraction(path).outline;
  return kind !== "data" && kind !== "document";
}
