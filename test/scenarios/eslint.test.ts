import { ESLINT_PROJECTS, OTHER_LINTERS } from "./projects/eslint.ts";
import { testScenarios } from "./suite.ts";

testScenarios([...ESLINT_PROJECTS, ...OTHER_LINTERS]);
