import { NODE_FILES } from "./projects/node-files.ts";
import { testScenarios } from "./suite.ts";

testScenarios(NODE_FILES);
