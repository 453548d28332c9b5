import { UNUSUAL_READS } from "./projects/unusual-reads.ts";
import { testScenarios } from "./suite.ts";

testScenarios(UNUSUAL_READS, "all");
