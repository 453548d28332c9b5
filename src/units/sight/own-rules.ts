import { dirname, join } from "node:path";
import { FACTORIES } from "../../tools/lint-rules.ts";
import { ABOUT_IMPORTS } from "../../tools/linters.ts";
import type { Reliance } from "../../tools/tool-facts.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { packageText } from "../packages/package-text.ts";
import type { Tree } from "../tree.ts";

/** Code that opens files or starts programs. */
export const READS = /["'](?:node:)?(?:fs|fs\/promises|child_process|worker_threads)["']/;

/** Lists of patterns and similar files. */
const NO_CODE = /(?:^|\/)\.[^./]+$/;
/** Functions of known packages that give access to other files. */
const LINTS_OTHERS = /\b(?:\w*ESLint|createProgram\w*|parseAndGenerateServices|typescript-estree)\b/;
const OPENS = /^eslint-(?:module-utils$|import-)/;

/** A submodule of a plugin about imports, which may open files for its rules. */
function isPart(name: string, specifier: string): boolean {
  return ABOUT_IMPORTS.test(name) && specifier !== name;
}

/**
 * Whether rules of the repository see only the file that they get, and types if they get any: neither their code nor
 * anything loaded with it opens other files.
 *
 * @param own the linter's settings in the repository, and everything they load there
 * @param bounds packages that are known not to look further than declared
 */
export function areRulesPlain(
  own: readonly RepoPath[],
  bounds: readonly (Reliance | undefined)[],
  tree: Tree,
): boolean {
  const { graph, packages } = tree;
  const isKnown = (name: string): boolean => bounds.some((bound) => bound?.packages.test(name) === true);
  /** Node's own modules that open files are already in `reachesOut`. */
  const isPlainModule = (name: string, from: string): boolean => {
    if (name.startsWith("node:")) return true;
    const found = packages.find(name, from);
    if (found === null) return false;
    // A rule that such a package creates counts as a rule of the repository.
    const others = packages.closure(found).filter((one) => !isKnown(one.name));
    if (others.some(({ needs }) => FACTORIES.some((factory) => needs.includes(factory)))) return false;
    const text = isKnown(name) || found.needs.length > 0 ? null : packageText(found.directory);
    return isKnown(name) || (text !== null && !READS.test(text));
  };
  return own.every((path) => {
    const { outline, reachesOut = [] } = graph.extraction(path);
    if (outline.kind !== "module") return NO_CODE.test(path) || tree.isRead(path);
    const open = [reachesOut, graph.unresolved(path), graph.opaque(path), graph.outside(path)];
    if (open.some(({ length }) => length > 0) || LINTS_OTHERS.test(tree.textOf(path))) return false;
    const from = dirname(join(tree.snapshot.root, path));
    return graph
      .references(path)
      .filter(({ reference: { type, strength } }) => type === "import" && strength === "strong")
      .every(({ reference: { specifier }, resolution: { external } }) =>
        external.every((name) => isPlainModule(name, from) && !(OPENS.test(name) || isPart(name, specifier))),
      );
  });
}
