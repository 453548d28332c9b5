import { ESLINT_RULES } from "./projects/eslint-rules.ts";
import { testScenarios } from "./suite.ts";

testScenarios(ESLINT_RULES);
