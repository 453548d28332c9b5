import { NODE_PROGRAMS } from "./projects/node-programs.ts";
import { testScenarios } from "./suite.ts";

testScenarios(NODE_PROGRAMS);
