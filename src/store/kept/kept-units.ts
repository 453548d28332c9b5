import {
  readSealed,
  readSealedBytes,
  type SealedBytes,
  type SealedFile,
  type SealedPlace,
  writeSealed,
  writeSealedBytes,
} from "./sealed-json.ts";

export const KEPT_UNITS: SealedFile = {
  name: "units.sealed",
  what: "units of the last run, 7",
  limit: 256 * 1024 * 1024,
};

/** Reads what `writeKeptUnits` wrote; undefined if there is nothing that can be trusted. */
export function readKeptUnits(place: SealedPlace): unknown {
  return readSealed(place, KEPT_UNITS);
}

/** Replaces it in one step. Returns whether it could. `value` is any JSON. */
export function writeKeptUnits(place: SealedPlace, value: unknown): boolean {
  return writeSealed(place, KEPT_UNITS, value) !== null;
}

const KEPT_COLUMNS: SealedFile = {
  name: "units.bin",
  what: "columns of units of the last run",
  limit: 512 * 1024 * 1024,
};

export function readKeptColumns(place: SealedPlace): SealedBytes | undefined {
  return readSealedBytes(place, KEPT_COLUMNS);
}

/** Returns its seal; null if it could not be written. */
export function writeKeptColumns(place: SealedPlace, bytes: Buffer): string | null {
  return writeSealedBytes(place, KEPT_COLUMNS, bytes);
}

const KEPT_GRAPH: SealedFile = {
  name: "graph.bin",
  what: "graph of the last run, 3",
  limit: 512 * 1024 * 1024,
};

export function readKeptGraph(place: SealedPlace): SealedBytes | undefined {
  return readSealedBytes(place, KEPT_GRAPH);
}

/** Returns its seal; null if it could not be written. */
export function writeKeptGraph(place: SealedPlace, bytes: Buffer): string | null {
  return writeSealedBytes(place, KEPT_GRAPH, bytes);
}
