import { dirname, join } from "node:path";
import { ABOUT_IMPORTS } from "../../tools/linters.ts";
import { TOOLS } from "../../tools/table.ts";
import type { Reliance } from "../../tools/tool-facts.ts";
import { memo } from "../../values/memo.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { followSettings } from "../configuration/follow-settings.ts";
import type { Settings } from "../configuration/identify-configuration.ts";
import type { Sight } from "../following.ts";
import { areRulesPlain, READS } from "./own-rules.ts";
import { namedPackages } from "../packages/named-packages.ts";
import { packageText } from "../packages/package-text.ts";
import type { InstalledPackage } from "../packages/packages.ts";
import type { Tree } from "../tree.ts";

interface SightContext {
  readonly tree: Tree;
  readonly settings: Settings;
  /** The files that its tool reads as settings. */
  readonly paths: readonly RepoPath[];
}

/**
 * How far a check looks from a target: as far as its tool can, limited by its settings.
 *
 * @param words everything on the command line that starts the tool
 */
export function findSight(check: Check, words: readonly string[], context: SightContext): Sight {
  // Found once, and only if a question is about them: they take long to find.
  const parts = memo(() => partsOf(check, words, context));
  const depth = depthOf(check, words, { ...context, findParts: parts });
  return {
    follow: depth === "file" ? "none" : check.follow,
    only: depth === "chains" ? depth : null,
    rules: depth === null || depth === "file" ? null : whoseRules(check, context),
    types: seesTypes(check, words, context),
    names: !isCompiling(check),
    around: looksAround(check, words, context),
    programs: depth === "file" || check.follow === "none" || !usesPrograms(check) ? null : ["unknown"],
    sure: isAnswerCurrent(check, context, parts) ? "file" : null,
  };
}

/** Whether it may use a parser that looks for each file in a compiler's programs. */
function usesPrograms({ tool }: Check): boolean {
  return TOOLS.get(tool.name)?.readsBy?.["typescript"] !== undefined;
}

/** Whether the tool is known to analyze code like a compiler, or like a linter that uses one. */
function isCompiling({ tool }: Check): boolean {
  const facts = TOOLS.get(tool.name);
  return facts?.alone !== undefined || facts?.types === true;
}

/** Add-ons that check types although their tool does not. */
const TYPE_CHECKERS =
  /ts-jest|ts-node|typecheck|fork-ts-checker|vite-plugin-checker|rollup-plugin-typescript|\btsd\b|attw/;

/** The text of a package of settings, which tells what it requests; null for any other package, which may do anything. */
function sharedText({ name, directory }: InstalledPackage): string | null {
  if (!/(?:^|\/)eslint-config(?:-|$)/.test(name)) return null;
  const text = packageText(directory);
  return text === null || READS.test(text) ? null : text;
}

/**
 * The limit that a tool certainly does not look beyond: the file itself, what other files export, or what its rules look
 * at; null if it may look as far as it can.
 */
function depthOf(
  check: Check,
  words: readonly string[],
  {
    tree,
    settings,
    paths,
    findParts,
  }: SightContext & { readonly findParts: () => readonly InstalledPackage[] },
): "file" | "chains" | "rules" | null {
  const { alone, exports } = TOOLS.get(check.tool.name) ?? {};
  if (check.declaresFollow || alone === undefined || check.configuration !== "auto") return null;
  const { settings: code, loaded } = followSettings(
    paths,
    { ...settings, directory: join(tree.snapshot.root, check.cwd) },
    tree,
  );
  const isOwnCode = [...code, ...loaded].some((path) => tree.startsPrograms(path) || reachesOut(path, tree));
  const text = [...words, ...[...code].map((path) => tree.textOf(path))].join("\n");
  const parts = findParts();
  if (parts.length === 0) return null;
  if (isOwnCode || whoseRules(check, { tree, settings, paths }) === "own") return "rules";
  const looksNoFurtherThan = (bounds: readonly Reliance[], unless: RegExp): boolean => {
    const unknown = parts.filter(({ name }) => !bounds.some(({ packages }) => packages.test(name)));
    return [text, ...unknown.map(sharedText)].every((each) => each !== null && !unless.test(each));
  };
  if (looksNoFurtherThan([alone], alone.unless)) return "file";
  return exports !== undefined && looksNoFurtherThan([alone, exports], exports.unless) ? "chains" : "rules";
}

/** The packages of a linter that its settings name, and those that these need. */
function partsOf(
  check: Check,
  words: readonly string[],
  { tree, settings, paths }: SightContext,
): readonly InstalledPackage[] {
  const directory = join(tree.snapshot.root, check.cwd);
  const { settings: code } = followSettings(paths, { ...settings, directory }, tree);
  const named = namedPackages([...code, ...tree.names.manifests], { ...settings, directory, words, tree });
  return named
    .flatMap((one) => tree.packages.closure(one))
    .filter(({ name, needs }) => /eslint|oxlint/.test(name) || needs.includes("eslint"));
}

/**
 * Whether nothing but text, packages and variables decides which rules are on, so that the linter's answer about them is as
 * new as these: neither code of the repository nor a package that is not known opens files.
 */
function isAnswerCurrent(
  check: Check,
  context: SightContext,
  findParts: () => readonly InstalledPackage[],
): boolean {
  const { graph, startsPrograms } = context.tree;
  if (check.tool.name !== "eslint" || check.configuration !== "auto") return false;
  const own = ownCode(check, context);
  const isClosed = (path: RepoPath): boolean =>
    [graph.unresolved(path), graph.opaque(path), graph.outside(path)].every(({ length }) => length === 0);
  const opens = (path: RepoPath): boolean =>
    (graph.extraction(path).reachesOut ?? []).some(({ what }) => !OWN_PLACE.test(what));
  if (own.some((path) => startsPrograms(path) || opens(path) || !isClosed(path))) return false;
  const all = [...importedBy(own, context.tree), ...findParts()];
  return all.every((one) => isHarmless(one, check));
}

/** Where code is, which alone opens nothing. */
const OWN_PLACE = /^(?:import\.meta\.(?:dirname|filename|url)|__dirname|__filename|fileURLToPath)$/;

/** Rules about importers, and rules that walk a whole program. */
const RULES_ABOUT_OTHERS = /\bno-unused-modules\b|\bgetSourceFiles\b/;
/** Code that runs for each target: a rule, a processor or a parser. */
const PER_TARGET = /\b(?:create(?:Plugin|Rule)?|preprocess|parse(?:ForESLint)?)\b/;

function looksAround(check: Check, words: readonly string[], context: SightContext): boolean {
  const { tree } = context;
  if (TOOLS.get(check.tool.name)?.alone === undefined || check.configuration === "none") return false;
  const own = ownCode(check, context);
  if (RULES_ABOUT_OTHERS.test([...words, ...own.map((path) => tree.textOf(path))].join("\n"))) return true;
  return own.some((path) => reachesOut(path, tree) && PER_TARGET.test(tree.textOf(path)));
}

/**
 * Whether the repository defines rules, a processor or a parser, and whether these may look into other files. A package that
 * is not known can give rules to the settings under any name, so its rules count like those of the repository.
 */
function whoseRules(check: Check, context: SightContext): "packages" | "plain" | "own" {
  const { tree } = context;
  const own = ownCode(check, context);
  const { alone, exports } = TOOLS.get(check.tool.name) ?? {};
  if (!own.some((path) => PER_TARGET.test(tree.textOf(path))))
    return importedBy(own, tree).every((one) => isHarmless(one, check)) ? "packages" : "own";
  return areRulesPlain(own, [alone, exports], tree) ? "plain" : "own";
}

function importedBy(
  paths: readonly RepoPath[],
  { graph, packages, snapshot }: Tree,
): readonly (InstalledPackage | null)[] {
  return paths.flatMap((path) =>
    graph
      .external(path)
      .filter((name) => !name.startsWith("node:"))
      .map((name) => packages.find(name, dirname(join(snapshot.root, path)))),
  );
}

/** Whether it is known what a package does, or it neither opens files nor has rules. */
function isHarmless(one: InstalledPackage | null, { tool }: Check): boolean {
  if (one === null) return false;
  const { alone, exports } = TOOLS.get(tool.name) ?? {};
  if ([alone?.packages, exports?.packages, ABOUT_IMPORTS].some((names) => names?.test(one.name) === true))
    return true;
  const text = one.needs.length > 0 ? null : packageText(one.directory);
  return text !== null && !READS.test(text) && !PER_TARGET.test(text);
}

function reachesOut(path: RepoPath, { graph }: Tree): boolean {
  return (graph.extraction(path).reachesOut ?? []).length > 0;
}

/** Vitest's settings for checking types, which do not turn it on. */
const NOT_ENABLED = /\btypecheck["']?\s*:\s*\{(?:(?!\benabled\b|\.\.\.)[^{}])*\}/g;

function seesTypes(check: Check, words: readonly string[], context: SightContext): boolean {
  const facts = TOOLS.get(check.tool.name);
  if (facts === undefined || facts.types === true || check.type === "type-check") return true;
  const texts = ownCode(check, context).map((path) => saidIn(path, context.tree).replaceAll(NOT_ENABLED, ""));
  return TYPE_CHECKERS.test([...words, ...texts].join("\n"));
}

const JSON_FILE = /\.json[c5]?$/;
const JSON_COMMENT = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** The text of settings; for JSON, without comments. In code, an expression can look like a comment, so comments stay there. */
function saidIn(path: RepoPath, { textOf }: Tree): string {
  const text = textOf(path);
  if (!JSON_FILE.test(path)) return text;
  return text.replaceAll(JSON_COMMENT, (_, quoted: string | undefined) => quoted ?? " ");
}

/** The settings of a check that are in the repository, and what they load. */
function ownCode({ cwd }: Check, { tree, settings, paths }: SightContext): readonly RepoPath[] {
  const directory = join(tree.snapshot.root, cwd);
  const { settings: code, loaded } = followSettings(paths, { ...settings, directory }, tree);
  return [...code, ...loaded];
}
