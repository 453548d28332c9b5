import type { LintRule, RuleSet } from "../vocabulary/check/target-list.ts";
import { ABOUT_IMPORTS, LOOKS_AT_ONE_FILE } from "./linters.ts";

/**
 * How far rules look from a file: no further, to where its imports lead, to what these modules export, along all imports
 * of these too, or as far as types go.
 */
const DEPTHS = ["file", "places", "exports", "chains", "types"] as const;
export type Depth = (typeof DEPTHS)[number];

export interface LintedFile {
  /** Whether it exports everything that another module exports. */
  readonly reexports: boolean;
  /**
   * Whether the repository has its own rules, which can have any name: none, some that see only the file and the types that
   * they are given, or some that may look at anything.
   */
  readonly ownRules: "none" | "plain" | "own";
}

/** Packages that make rules of functions that they are given. Their rules cannot be told apart. */
export const FACTORIES: readonly string[] = ["eslint-factory"];

/** Plugins that declare for each rule whether it needs types, or have no such rules. */
const SAYS =
  /^(?:@typescript-eslint\/eslint-plugin|@stylistic\/.*|eslint-plugin-(?:jest|jest-dom|prettier|promise|react|react-hooks|simple-import-sort|testing-library|unused-imports))$/;
/** Rules of import plugins that only look at the statements, */
const ABOUT_STATEMENTS = words(
  "first newline-after-import exports-last group-exports prefer-default-export max-dependencies unambiguous",
  "no-absolute-path no-amd no-anonymous-default-export no-commonjs no-default-export no-dynamic-require",
  "no-empty-named-blocks no-mutable-exports no-named-default no-named-export no-namespace no-unassigned-import",
  "no-webpack-loader-syntax consistent-type-specifier-style dynamic-import-chunkname",
  "callback-return exports-style global-require handle-callback-err no-callback-literal no-deprecated-api",
  "no-exports-assign no-mixed-requires no-new-require no-path-concat no-process-env no-process-exit",
  "no-restricted-import no-restricted-require prefer-global/buffer prefer-global/console",
  "no-unsupported-features/es-builtins no-unsupported-features/es-syntax no-unsupported-features/node-builtins",
  "prefer-global/crypto prefer-global/process prefer-global/text-decoder prefer-global/text-encoder",
  "prefer-global/timers prefer-global/url prefer-global/url-search-params prefer-node-protocol",
  "prefer-promises/dns prefer-promises/fs process-exit-as-throw",
  // These read the package.json above, and what says which files are published.
  "hashbang shebang no-unpublished-bin",
);
/** and those that look at where imports lead. */
const ABOUT_PLACES = words(
  "no-duplicates no-self-import no-unresolved no-useless-path-segments extensions order no-extraneous-dependencies",
  "no-extraneous-import no-extraneous-require no-unpublished-import no-unpublished-require",
  "no-missing-import no-missing-require file-extension-in-import",
);
/** Those that look at the names that imported modules export, also through modules that export these again. */
const ABOUT_NAMES = words("default export named namespace no-named-as-default no-named-as-default-member");
/** Rules that look further than exports: at who imports a file, at comments in others, or at types. */
const FURTHER = words("no-unused-modules no-deprecated no-sync");
const PARSERS =
  /^(?:(?:espree|@?typescript-eslint|babel-eslint|@babel\/eslint-parser|@eslint|vue-eslint-parser|svelte-eslint-parser|astro-eslint-parser|jsonc-eslint-parser|yaml-eslint-parser|toml-eslint-parser|(?:eslint-)?parser-plain)(?:[/@].*)?)$/;

/** How far the rules of these sets together look from a file. */
export function depthOfRules(sets: readonly RuleSet[], file: LintedFile): Depth {
  const depths = new Set(
    sets.flatMap((set) => [
      ...set.parsers.map(depthOfParser),
      ...set.rules.map((rule) => depthOf(rule, set, file)),
    ]),
  );
  return DEPTHS.findLast((depth) => depths.has(depth)) ?? "file";
}

function depthOfParser(parser: string): Depth {
  const name = parser.replace(/^.*[\\/]node_modules[\\/]/, "").replaceAll("\\", "/");
  return PARSERS.test(name) ? "file" : "types";
}

function depthOf([name, rule, asksForTypes, isWide]: LintRule, { types }: RuleSet, file: LintedFile): Depth {
  const isPlain = file.ownRules === "plain" && !types;
  if (name.startsWith(".")) return isPlain ? "file" : "types";
  if (name.startsWith("?") && file.ownRules !== "none" && !isPlain) return "types";
  const plugin = name.replace(/^\?/, "");
  if (ABOUT_IMPORTS.test(plugin)) {
    if (ABOUT_STATEMENTS.has(rule)) return "file";
    if (ABOUT_PLACES.has(rule)) return "places";
    if (isWide || FURTHER.has(rule)) return "types";
    if (!ABOUT_NAMES.has(rule)) return "chains";
    return rule === "export" && !file.reexports ? "file" : "exports";
  }
  if (!LOOKS_AT_ONE_FILE.test(plugin)) return "types";
  return types && (asksForTypes !== false || !SAYS.test(plugin)) ? "types" : "file";
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
