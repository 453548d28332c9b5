import { readdirSync } from "../../system/observed/observed-files.ts";
import type { PresetName } from "../../vocabulary/check/preset.ts";
import { readManifest } from "../manifest.ts";

/** How a repository shows that it uses a tool. */
interface Sign {
  readonly preset: PresetName;
  readonly check: string;
  readonly package: string;
  /** Names of its configuration, one of which must exist; null if it works without. */
  readonly configuration: RegExp | null;
}

const SIGNS: readonly Sign[] = [
  { preset: "tsc", check: "type-check", package: "typescript", configuration: /^tsconfig\.json$/ },
  {
    preset: "eslint",
    check: "lint",
    package: "eslint",
    configuration: /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(json|cjs|js|yml|yaml))?)$/,
  },
  { preset: "biome", check: "lint", package: "@biomejs/biome", configuration: /^biome\.jsonc?$/ },
  { preset: "oxlint", check: "lint", package: "oxlint", configuration: null },
  { preset: "prettier", check: "format", package: "prettier", configuration: null },
  { preset: "vitest", check: "test", package: "vitest", configuration: null },
  { preset: "jest", check: "test", package: "jest", configuration: null },
  {
    preset: "knip",
    check: "unused",
    package: "knip",
    configuration: /^(knip\.(json|jsonc|ts|js)|\.knip\.jsonc?)$/,
  },
];

/** The tools that the root's package.json depends on and that are set up there. */
export function recogniseTools(root: string): readonly Sign[] {
  const manifest = readManifest(root);
  const packages = { ...manifest?.dependencies, ...manifest?.devDependencies };
  const names = readdirSync(root);
  return SIGNS.filter(
    ({ package: name, configuration }) =>
      Object.hasOwn(packages, name) &&
      (configuration === null || names.some((file) => configuration.test(file))),
  );
}
