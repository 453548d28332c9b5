import { PRETTIER_PROJECTS } from "./projects/prettier.ts";
import { testScenarios } from "./suite.ts";

testScenarios(PRETTIER_PROJECTS);
