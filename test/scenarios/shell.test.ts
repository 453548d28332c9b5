import { SHELL } from "./projects/shell.ts";
import { testScenarios } from "./suite.ts";

testScenarios(SHELL);
