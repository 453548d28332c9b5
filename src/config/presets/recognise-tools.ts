import { existsSync, readdirSync, readFileSync } from "../../system/observed-files.ts";
import { join } from "node:path";
import type { PresetName } from "../../vocabulary/preset.ts";
import { splitCommand } from "../command-words.ts";

/** How a repository shows that it uses a tool as its preset does. */
interface Sign {
  readonly preset: PresetName;
  readonly check: string;
  readonly package: string;
  /** Names of its configuration. The tool is set up where one exists; none is needed where `needed` is false. */
  readonly configuration: RegExp;
  readonly needed: boolean;
  /** What in that configuration changes which files the tool looks at. Then the preset would look at others. */
  readonly unless: RegExp | null;
  /** The command as scripts write it where they mean the whole project, without `npx`. */
  readonly scripts: RegExp;
}

const OTHER_LANGUAGES = /vue|svelte|astro|markdown|json|yml|yaml|html|graphql|\.css/;

const SIGNS: readonly Sign[] = [
  {
    preset: "tsc",
    check: "type-check",
    package: "typescript",
    configuration: /^tsconfig\.json$/,
    needed: true,
    unless: /"references"/,
    scripts: /^tsc( --noEmit)?( --pretty)?$/,
  },
  {
    preset: "eslint",
    check: "lint",
    package: "eslint",
    configuration: /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(json|cjs|js|yml|yaml))?)$/,
    needed: true,
    unless: OTHER_LANGUAGES,
    scripts: /^eslint( \.)?$/,
  },
  {
    preset: "biome",
    check: "lint",
    package: "@biomejs/biome",
    configuration: /^biome\.jsonc?$/,
    needed: true,
    unless: null,
    scripts: /^biome check( \.)?$/,
  },
  {
    preset: "oxlint",
    check: "lint",
    package: "oxlint",
    configuration: /^\.oxlintrc\.jsonc?$/,
    needed: false,
    unless: null,
    scripts: /^oxlint( \.)?$/,
  },
  {
    preset: "prettier",
    check: "format",
    package: "prettier",
    configuration: /^(\.prettierrc.*|prettier\.config\.\w+)$/,
    needed: false,
    unless: /plugins/,
    scripts: /^prettier (--check|-c) \.$/,
  },
  {
    preset: "vitest",
    check: "test",
    package: "vitest",
    configuration: /^(vitest|vite)(\.\w+)?\.config\.[cm]?[jt]s$|^vitest\.workspace\.\w+$/,
    needed: false,
    unless: /\b(include|exclude|dir|root|projects|workspace|browser|typecheck|defineWorkspace)\b/,
    scripts: /^vitest( run| --run)?$/,
  },
  {
    preset: "jest",
    check: "test",
    package: "jest",
    configuration: /^jest\.config\.\w+$|^package\.json$/,
    needed: false,
    unless: /\b(testMatch|testRegex|testPathIgnorePatterns|projects|roots|rootDir)\b/,
    scripts: /^jest( --ci)?$/,
  },
  {
    preset: "node-test",
    check: "test",
    package: "",
    configuration: /^$/,
    needed: false,
    unless: null,
    scripts: /^node --test$/,
  },
  {
    preset: "knip",
    check: "unused",
    package: "knip",
    configuration: /^(knip\.(json|jsonc|ts|js)|\.knip\.jsonc?)$/,
    needed: true,
    unless: null,
    scripts: /^knip$/,
  },
];

export interface RecognisedTool {
  readonly preset: PresetName;
  readonly check: string;
  readonly package: string;
}

/** The tools that are installed and set up so that their presets look at the same files. */
export function recogniseTools(
  root: string,
  packages: Readonly<Record<string, string>>,
): readonly RecognisedTool[] {
  return SIGNS.filter(
    (sign) => sign.package !== "" && Object.hasOwn(packages, sign.package) && isAsPreset(sign, root),
  );
}

/** The preset that does what a script does; undefined where the script does more, or other things. */
export function recogniseScript(root: string, script: string): PresetName | undefined {
  const split = splitCommand(script);
  if (split.type !== "words") return undefined;
  const words = split.words[0] === "npx" ? split.words.slice(1) : split.words;
  const sign = SIGNS.find(({ scripts }) => scripts.test(words.join(" ")));
  return sign !== undefined && isAsPreset(sign, root) ? sign.preset : undefined;
}

function isAsPreset({ configuration, needed, unless }: Sign, root: string): boolean {
  const found = readdirSync(root).filter((name) => configuration.test(name));
  if (needed && found.length === 0) return false;
  return unless === null || !found.some((name) => unless.test(readText(join(root, name))));
}

function readText(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
