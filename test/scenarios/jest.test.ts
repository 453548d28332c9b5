import { JEST_PROJECTS } from "./projects/jest.ts";
import { testScenarios } from "./suite.ts";

testScenarios(JEST_PROJECTS);
