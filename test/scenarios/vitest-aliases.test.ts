import { VITEST_ALIASES } from "./projects/vitest-aliases.ts";
import { testScenarios } from "./suite.ts";

testScenarios(VITEST_ALIASES);
