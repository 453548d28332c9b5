import { PYTHON } from "./projects/python.ts";
import { testScenarios } from "./suite.ts";

testScenarios(PYTHON);
