import { dirname, join } from "node:path";
import { statIfSeen } from "../../system/observed/observed-files.ts";

/**
 * What tools look for in directory after directory upwards, beyond the root of the repository: packages, and
 * configuration. A verdict does not say what lay above its checkout, so it holds elsewhere only where nothing did.
 */
const NAMES: readonly string[] = [
  "node_modules",
  "package.json",
  "pnpm-workspace.yaml",
  "lerna.json",
  "tsconfig.json",
  "jsconfig.json",
  "babel.config.js",
  "babel.config.json",
  ".babelrc",
  ".editorconfig",
  ".eslintrc",
  ".eslintrc.js",
  ".eslintrc.cjs",
  ".eslintrc.json",
  ".eslintrc.yml",
  ".eslintrc.yaml",
  "eslint.config.js",
  "eslint.config.mjs",
  "eslint.config.cjs",
  "eslint.config.ts",
  ".prettierrc",
  ".prettierrc.json",
  ".prettierrc.js",
  ".prettierrc.cjs",
  ".prettierrc.yml",
  ".prettierrc.yaml",
  ".prettierrc.toml",
  "prettier.config.js",
  "prettier.config.mjs",
  ".stylelintrc",
  ".stylelintrc.json",
  "stylelint.config.js",
  ".oxlintrc.json",
  "biome.json",
  "biome.jsonc",
  ".browserslistrc",
  "postcss.config.js",
  "pyproject.toml",
  "ruff.toml",
  ".ruff.toml",
  "setup.cfg",
];

/** The first of these above a directory; null where there is none. Each is noted. */
export function findAbove(root: string): string | null {
  for (let at = dirname(root); ; at = dirname(at)) {
    for (const name of NAMES) if (statIfSeen(join(at, name)) !== undefined) return join(at, name);
    if (at === dirname(at)) return null;
  }
}
