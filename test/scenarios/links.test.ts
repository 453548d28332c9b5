import { LINKS } from "./projects/links.ts";
import { testScenarios } from "./suite.ts";

testScenarios(LINKS);
