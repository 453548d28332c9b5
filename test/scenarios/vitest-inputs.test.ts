import { VITEST_INPUTS } from "./projects/vitest-inputs.ts";
import { testScenarios } from "./suite.ts";

testScenarios(VITEST_INPUTS);
