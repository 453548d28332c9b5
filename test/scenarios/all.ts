import { CHECKS } from "./projects/checks.ts";
import { ESLINT_PROJECTS, OTHER_LINTERS } from "./projects/eslint.ts";
import { ESLINT_RULES } from "./projects/eslint-rules.ts";
import { JEST_PROJECTS } from "./projects/jest.ts";
import { LINKS } from "./projects/links.ts";
import { MOCHA_PROJECTS } from "./projects/mocha.ts";
import { NODE_FILES } from "./projects/node-files.ts";
import { NODE_MODULES } from "./projects/node-modules.ts";
import { NODE_PLACES } from "./projects/node-places.ts";
import { NODE_PROGRAMS } from "./projects/node-programs.ts";
import { PACKAGE_JSON } from "./projects/package-json.ts";
import { PRETTIER_PROJECTS } from "./projects/prettier.ts";
import { PYTHON } from "./projects/python.ts";
import { SHELL } from "./projects/shell.ts";
import { STUBS } from "./projects/stubs.ts";
import { TSC_PROJECTS } from "./projects/tsc.ts";
import { UNUSUAL_READS } from "./projects/unusual-reads.ts";
import { UNTRACED_PROJECTS } from "./projects/untraced.ts";
import { VITEST_ALIASES } from "./projects/vitest-aliases.ts";
import { VITEST_INPUTS } from "./projects/vitest-inputs.ts";
import { VITEST_LOADED } from "./projects/vitest-loaded.ts";
import type { Scenario } from "./scenario.ts";

export const SCENARIOS: readonly Scenario[] = [
  ...NODE_FILES,
  ...NODE_PROGRAMS,
  ...NODE_PLACES,
  ...LINKS,
  ...NODE_MODULES,
  ...STUBS,
  ...SHELL,
  ...PYTHON,
  ...CHECKS,
  ...UNTRACED_PROJECTS,
  ...VITEST_ALIASES,
  ...VITEST_INPUTS,
  ...VITEST_LOADED,
  ...JEST_PROJECTS,
  ...MOCHA_PROJECTS,
  ...ESLINT_PROJECTS,
  ...ESLINT_RULES,
  ...OTHER_LINTERS,
  ...PRETTIER_PROJECTS,
  ...TSC_PROJECTS,
  ...PACKAGE_JSON,
  ...UNUSUAL_READS,
];
