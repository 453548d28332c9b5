import { TSC_PROJECTS } from "./projects/tsc.ts";
import { testScenarios } from "./suite.ts";

testScenarios(TSC_PROJECTS);
