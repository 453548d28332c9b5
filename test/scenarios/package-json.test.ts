import { PACKAGE_JSON } from "./projects/package-json.ts";
import { testScenarios } from "./suite.ts";

testScenarios(PACKAGE_JSON, "all");
