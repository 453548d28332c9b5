import { depthOfRules } from "../../tools/lint-rules.ts";
import { memoize } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { TargetList } from "../../vocabulary/check/target-list.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Sight } from "../following.ts";
import type { Tree } from "../tree.ts";

/** Options that change rules in addition to the settings. */
const CHANGES_RULES =
  /^--(?:rule|rulesdir|plugin|parser|parser-options|no-eslintrc|no-config-lookup|resolve-plugins-relative-to)(?:=|$)/;

/** Whether it is worth asking a linter for its rules: its settings do not tell how far they look. */
export function areRulesAsked({ args, tool }: Check, { rules, around }: Sight): boolean {
  return (
    rules !== null && !around && tool.name === "eslint" && !args.some((word) => CHANGES_RULES.test(word))
  );
}

/**
 * Whether the linter said that it ignores the file. For other languages it may just not know the file names, and it is only
 * asked about files below the directory in which it starts.
 */
function isIgnored(path: RepoPath, { cwd }: Check, list: TargetList | null): boolean {
  if (list?.type !== "listed" || list.tool !== "eslint" || !path.endsWith(".js")) return false;
  return (cwd === "." || path.startsWith(`${cwd}/`)) && !list.files.has(path);
}

/** How far a linter looks from each target: according to the rules that are on for it, if the linter told them. */
export function sightOfRules(
  sight: Sight,
  { check, list, tree }: { readonly check: Check; readonly list: TargetList | null; readonly tree: Tree },
): (path: RepoPath) => Sight {
  const rules = list?.type === "listed" && areRulesAsked(check, sight) ? list.rules : null;
  const ownRules = sight.rules === "packages" || sight.rules === null ? "none" : sight.rules;
  const byDepth = {
    file: { ...sight, follow: "none", only: null },
    places: { ...sight, follow: check.follow, only: "places" },
    exports: { ...sight, follow: check.follow, only: "exports" },
    types: { ...sight, follow: check.follow, only: null },
  } as const;
  return memoize((path: RepoPath) => {
    if (isIgnored(path, check, list)) return byDepth.file;
    // A file's own comments about rules apply only to it, and may turn on any rule.
    const isOpen = !check.declaresFollow && tree.graph.has(path);
    if (isOpen && tree.graph.extraction(path).setsRules === true) return byDepth.types;
    const own = rules?.get(path);
    if (own === undefined) return sight;
    const { outline } = tree.graph.extraction(path);
    const reexports = outline.kind !== "module" || outline.exportsFrom.length > 0;
    const depth = depthOfRules(own, { reexports, ownRules });
    return depth === "types" ? sight : byDepth[depth];
  });
}
