import { damagePart } from "./damage.ts";
import { faultsPart } from "./faults.ts";
import { floodsPart } from "./floods.ts";
import { killsAtInstantsPart, killsAtWritesPart } from "./kills.ts";
import type { Part } from "./part.ts";
import { tracerKillsPart, tracerLiesPart } from "./tracer.ts";

/** What may go wrong around a run: each part says how often it was tried, and that nothing came of it. */
export const FAULT_PARTS: readonly Part[] = [
  killsAtWritesPart,
  killsAtInstantsPart,
  faultsPart,
  damagePart,
  floodsPart,
  tracerKillsPart,
  tracerLiesPart,
];
