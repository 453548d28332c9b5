import { NODE_PLACES } from "./projects/node-places.ts";
import { testScenarios } from "./suite.ts";

testScenarios(NODE_PLACES);
