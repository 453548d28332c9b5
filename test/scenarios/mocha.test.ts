import { MOCHA_PROJECTS } from "./projects/mocha.ts";
import { testScenarios } from "./suite.ts";

testScenarios(MOCHA_PROJECTS);
