import { dirname, join } from "node:path";
import { statIfSeen } from "../../system/observed/observed-files.ts";

/**
 * What tools look for in every directory upwards, even above the root of the repository: packages, and configuration. A
 * verdict does not say what was above its checkout, so it is valid elsewhere only if nothing was.
 */
const NAMES: readonly string[] = [
  "node_modules",
  "package.json",
  "pnpm-workspace.yaml",
  "lerna.json",
  "nx.json",
  "turbo.json",
  "rush.json",
  ".pnp.cjs",
  ".yarnrc.yml",
  "tsconfig.json",
  "jsconfig.json",
  "deno.json",
  "deno.jsonc",
  ".swcrc",
  ".editorconfig",
  ".browserslistrc",
  ".oxlintrc.json",
  ".oxfmtrc.json",
  "biome.json",
  "biome.jsonc",
  "pyproject.toml",
  "ruff.toml",
  ".ruff.toml",
  "setup.cfg",
  "tox.ini",
  "pytest.ini",
  "mypy.ini",
  ".flake8",
  ...endings(".eslintrc", "", ".js", ".cjs", ".json", ".yml", ".yaml"),
  ...endings(
    ".prettierrc",
    "",
    ".json",
    ".json5",
    ".js",
    ".cjs",
    ".mjs",
    ".ts",
    ".mts",
    ".yml",
    ".yaml",
    ".toml",
  ),
  ...endings(".stylelintrc", "", ".json", ".js", ".cjs", ".mjs", ".yml", ".yaml"),
  ...endings(".babelrc", "", ".json", ".js", ".cjs", ".mjs"),
  ...endings(".mocharc", ".js", ".cjs", ".mjs", ".json", ".jsonc", ".yml", ".yaml"),
  ...endings(".postcssrc", "", ".json", ".js", ".cjs", ".yml"),
  ...["eslint", "prettier"].flatMap((tool) =>
    endings(`${tool}.config`, ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"),
  ),
  ...["stylelint", "babel", "postcss", "jest"].flatMap((tool) =>
    endings(`${tool}.config`, ".js", ".cjs", ".mjs", ".ts", ".json"),
  ),
];

function endings(name: string, ...all: readonly string[]): readonly string[] {
  return all.map((ending) => `${name}${ending}`);
}

/** The first of these above a directory; null if there is none. Each lookup is noted. */
export function findAbove(root: string): string | null {
  for (let at = dirname(root); ; at = dirname(at)) {
    for (const name of NAMES) if (statIfSeen(join(at, name)) !== undefined) return join(at, name);
    if (at === dirname(at)) return null;
  }
}
