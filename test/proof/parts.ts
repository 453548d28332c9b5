import { FAULT_PARTS } from "./fault-parts.ts";
import { modelPart } from "./model/model-part.ts";
import { mutationsPart } from "./mutations/mutations-part.ts";
import { fuzzPart } from "./fuzz/fuzz-part.ts";
import { tablePart } from "../maze/table-part.ts";
import { scenariosPart, unwatchedPart } from "../scenarios/scenarios-part.ts";
import { readsPart } from "./reads/reads-part.ts";
import { workersPart } from "./workers/workers-part.ts";
import type { Part } from "./part.ts";

/** The parts of the proof, in the order in which they run. */
export const PARTS: readonly Part[] = [
  modelPart,
  ...FAULT_PARTS,
  fuzzPart,
  scenariosPart,
  unwatchedPart,
  tablePart,
  readsPart,
  workersPart,
  mutationsPart,
];
