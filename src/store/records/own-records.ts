import type { OwnPlace } from "../../system/own/own-place.ts";
import { within } from "../directory.ts";
import { changeSharedEdition, sharedEditionFile, readSharedEdition } from "../kept/shared-edition.ts";
import {
  readKeptColumns,
  readKeptGraph,
  readKeptUnits,
  writeKeptColumns,
  writeKeptGraph,
  writeKeptUnits,
} from "../kept/kept-units.ts";
import { forgetLastRun, lastRunFile, lastRunEdition, writeLastRun } from "../kept/last-run.ts";
import type { StoreKey } from "../key.ts";
import type { FindingRecords, KeptTrees, LastRuns } from "../store.ts";
import { readFindingRecords, writeFindingRecords } from "./finding-record.ts";

export interface OwnRecordsOptions {
  /** Null if the checkout's own directory is not used. */
  readonly own: OwnPlace | null;
  readonly shared: OwnPlace;
  readonly key: StoreKey;
  readonly engine: string;
}

/** What a checkout keeps of its last run, if it has a place for it. */
export function createLastRuns({ own, shared, key, engine }: OwnRecordsOptions): LastRuns {
  const edition = (): string => `${own === null ? "" : lastRunEdition(own)} ${readSharedEdition(shared)}`;
  return {
    keep: (value) => {
      const signed = own === null ? null : writeLastRun({ dir: own, key, engine }, value);
      return signed === null ? null : `${signed} ${readSharedEdition(shared)}`;
    },
    forget() {
      if (own !== null) forgetLastRun(own);
      return edition();
    },
    forgetEverywhere() {
      if (own !== null) forgetLastRun(own);
      changeSharedEdition(shared);
    },
    edition,
    file: own === null ? null : lastRunFile(own),
    editionFile: sharedEditionFile(shared),
  };
}

export function createKeptTrees({ own, key, engine }: Omit<OwnRecordsOptions, "shared">): KeptTrees {
  return {
    read: () => (own === null ? undefined : readKeptUnits({ dir: own, key, engine })),
    write: (value) => own !== null && writeKeptUnits({ dir: own, key, engine }, value),
    readUnits: () => (own === null ? undefined : readKeptColumns({ dir: own, key, engine })),
    writeUnits: (bytes) => (own === null ? null : writeKeptColumns({ dir: own, key, engine }, bytes)),
    readGraph: () => (own === null ? undefined : readKeptGraph({ dir: own, key, engine })),
    writeGraph: (bytes) => (own === null ? null : writeKeptGraph({ dir: own, key, engine }, bytes)),
  };
}

export function createFindingRecords(
  place: { readonly own: null } | { readonly own: OwnPlace | null; readonly key: StoreKey },
): FindingRecords {
  const { own } = place;
  if (own === null) return { read: () => [], write: () => false };
  return {
    read: () => readFindingRecords(own, place.key),
    write: (records) => writeFindingRecords(own, place.key, records),
  };
}

/** The state that was last verified as a whole. It says what changed, never what passed, so it is not sealed. */
export function baselineIn(own: OwnPlace | null): OwnPlace | null {
  return own === null ? null : within(own, "baseline.state");
}
