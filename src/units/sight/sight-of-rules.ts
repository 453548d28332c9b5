import { posix } from "node:path";
import { depthOfRules } from "../../tools/lint-rules.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RuleSet, TargetList } from "../../vocabulary/check/target-list.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Sight } from "../following.ts";
import type { Tree } from "../tree.ts";
import type { Programs } from "./program-members.ts";

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
  const open = { ...sight, sure: null };
  const none = { ...open, follow: "none", only: null, programs: null } as const;
  const byDepth = {
    file: { ...open, follow: "none", only: null },
    places: { ...open, follow: check.follow, only: "places" },
    exports: { ...open, follow: check.follow, only: "exports" },
    chains: { ...open, follow: check.follow, only: "chains" },
    types: { ...open, follow: check.follow, only: null },
  } as const;
  return (path) => {
    if (isIgnored(path, check, list)) return none;
    const own = rules?.get(path);
    const programs = own === undefined ? sight.programs : programsIn(own, check);
    // A file's own comments about rules apply only to it, and may turn on any rule.
    const isOpen = !check.declaresFollow && tree.graph.has(path);
    if (isOpen && tree.graph.extraction(path).setsRules === true) return { ...byDepth.types, programs };
    if (own === undefined) return open;
    const { outline } = tree.graph.extraction(path);
    const reexports = outline.kind !== "module" || outline.exportsFrom.length > 0;
    const depth = depthOfRules(own, { reexports, ownRules });
    if (depth === "types") return { ...open, programs };
    // A processor gives names of its own to the code in a file, and settings may have rules for these.
    const isSure = sight.sure !== null && !own.some(({ isProcessed }) => isProcessed);
    return { ...byDepth[depth], programs, sure: isSure ? depth : null };
  };
}

function programsIn(sets: readonly RuleSet[], { cwd }: Check): Programs | null {
  const named = sets.flatMap(({ programs }) => programs);
  return named.length === 0 ? null : named.map((name) => (WORDS.has(name) ? name : posix.join(cwd, name)));
}

const WORDS: ReadonlySet<string> = new Set(["nearest", "service", "unknown"]);
