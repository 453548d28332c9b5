import { CHECKS } from "./projects/checks.ts";
import { testScenarios } from "./suite.ts";

testScenarios(CHECKS);
