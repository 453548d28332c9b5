import { VITEST_LOADED } from "./projects/vitest-loaded.ts";
import { testScenarios } from "./suite.ts";

testScenarios(VITEST_LOADED);
