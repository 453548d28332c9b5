import { UNTRACED_PROJECTS } from "./projects/untraced.ts";
import { testScenarios } from "./suite.ts";

testScenarios(UNTRACED_PROJECTS);
