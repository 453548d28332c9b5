import { NODE_MODULES } from "./projects/node-modules.ts";
import { testScenarios } from "./suite.ts";

testScenarios(NODE_MODULES);
