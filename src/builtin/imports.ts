import { posix } from "node:path";
import type { Reference } from "../graph/extraction.ts";
import type { ResolvedReference } from "../graph/file-graph.ts";
import { leadsOut } from "../paths/is-within.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { nearest } from "../wording/nearest.ts";
import type { Answer } from "./answer.ts";
import { createBareImports } from "./bare-imports.ts";
import type { VerifierContext } from "./context.ts";
import { createExportsOf } from "./exports-of.ts";
import { nearestPath } from "./nearest-path.ts";
import { createPackageFacts } from "./packages.ts";

/** Names that a bundler defines or rewrites, and unfilled templates: only running the code can tell. */
const UNKNOWABLE = /^[/~#$]|^@\/|[!:*\\<>{}]|\$|%|^__\w+__/;
const MODULE_ENDINGS = ["", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts", "/index.ts", "/index.js"];
const DECLARATION = /\.d\.[mc]?ts$/;
/** How many lines above a `require` to look for its `try`. */
const GUARD_LINES = 5;
const CODE = /\.[mc]?[jt]sx?$/;

/** Answers the questions of a file's imports: does each resolve, and is each name exported there. */
export function createImportAnswers(context: VerifierContext): (path: RepoPath) => readonly Answer[] {
  const { graph, tree, readText } = context;
  const exportsOf = createExportsOf(graph);
  const packages = createPackageFacts(graph, readText);
  const answerBare = createBareImports(context, packages);

  const answerRelative = (from: RepoPath, reference: Reference, specifier: string): Answer => {
    const asks = reference.specifier;
    const path = posix.join(posix.dirname(from), specifier).replace(/\/$/, "");
    const found = { asks, by: [], fault: null };
    if (leadsOut(path) || context.isNested(path) || packages.remaps(from)) return found;
    // A loader may find what an import alone does not, such as `./Button` for `./Button.vue`.
    const loaded = tree
      .startingWith(`${path}.`)
      .find((file) => /^\.\w+$/.test(file.slice(path.length)) && !CODE.test(file));
    if (loaded !== undefined) return { ...found, by: [loaded] };
    // A missing directory may be built, together with what names it.
    const mayBeBuilt = reference.names === undefined || DECLARATION.test(from);
    if (mayBeBuilt && !tree.hasDirectory(posix.dirname(path))) return found;
    if (reference.names === undefined && isGuarded(readText(from), reference.line)) return found;
    if (MODULE_ENDINGS.some((ending) => context.isIgnored(path + ending))) return found;
    const close = nearestPath(path, from, tree);
    const message = `Cannot resolve "${asks}": there is no such file.`;
    const suggestion =
      close === undefined ? {} : { suggestion: `Did you mean "${relativeTo(from, close, specifier)}"?` };
    return {
      asks,
      by: [],
      fault: { code: "unresolved-import", names: asks, message, line: reference.line, ...suggestion },
    };
  };

  const answerNames = (from: RepoPath, { reference, resolution }: ResolvedReference): readonly Answer[] => {
    const { names = [], specifier, line } = reference;
    const wanted = names.filter((name) => name !== "*");
    const { files, outside, external } = resolution;
    if (wanted.length === 0 || files.length === 0 || outside.length + external.length > 0) return [];
    if (/[?!]/.test(specifier) || files.includes(from)) return [];
    const offers = files.map(exportsOf);
    const by = [...new Set([...files, ...offers.flatMap((offer) => offer.by)])];
    const isKnown = offers.every((offer) => offer.complete);
    return wanted.map((name) => {
      const asks = `${name} from ${specifier}`;
      if (!isKnown || offers.some((offer) => offer.names.has(name))) return { asks, by, fault: null };
      const close = nearest(
        name,
        offers.flatMap((offer) => [...offer.names]),
      );
      const what = name === "default" ? "no default export" : `no export named "${name}"`;
      const suggestion = close === undefined ? {} : { suggestion: `Did you mean "${close}"?` };
      return {
        asks,
        by,
        fault: {
          code: "missing-export",
          names: asks,
          message: `${files[0]} has ${what}.`,
          line,
          ...suggestion,
        },
      };
    });
  };

  return (path) => {
    // Nothing is certain about a broken text; builtin:syntax reports it.
    if (graph.extraction(path).syntaxError !== undefined) return [];
    return graph.references(path).flatMap((each): readonly Answer[] => {
      const { reference, resolution } = each;
      if (reference.kind !== "module" || reference.type !== "import" || reference.strength !== "strong")
        return [];
      const { specifier: asks } = reference;
      if (resolution.state === "resolved") {
        return [{ asks, by: resolution.files, fault: null }, ...answerNames(path, each)];
      }
      const specifier = asks.replace(/(?!^)\?.*$/s, "");
      if (resolution.state === "opaque" || specifier === "") return [];
      if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
        return UNKNOWABLE.test(specifier) ? [] : [answerRelative(path, reference, specifier)];
      }
      return answerBare(path, reference, UNKNOWABLE.test(specifier));
    });
  };
}

/** Whether a missing module may be expected: in a `try`, or required from another place. */
function isGuarded(text: string, line: number): boolean {
  const before = text.split("\n").slice(Math.max(0, line - GUARD_LINES), line);
  return text.includes("createRequire(") || before.some((each) => /\btry\b|\.catch\b/.test(each));
}

/** A path as the importer would write it: with an extension only if it wrote one. */
function relativeTo(from: RepoPath, path: string, written: string): string {
  const relative = posix.relative(posix.dirname(from), path);
  const dotted = relative.startsWith(".") ? relative : `./${relative}`;
  const ending = /\.\w+$/.exec(posix.basename(written))?.[0];
  if (ending === undefined) return dotted.replace(CODE, "");
  return ending === ".js" ? dotted.replace(/\.tsx?$/, ".js") : dotted;
}
