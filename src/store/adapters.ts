import type { StatIndex, StatRecord } from "../detect/stat-index.ts";
import type { ExtractionCache, ExtractionKey } from "../graph/extraction-cache.ts";
import type { Extraction } from "../graph/extraction.ts";
import type { FileStat } from "./records.ts";
import type { Store } from "./store.ts";

/** The file stats of a store as detection wants them. What is set is written by `save`. */
export function createStatIndex(store: Store): { readonly index: StatIndex; save(): void } {
  let known: Map<string, StatRecord> | undefined;
  const changed = new Map<string, StatRecord>();
  const load = (): Map<string, StatRecord> => {
    known ??= new Map([...store.files.load()].map(([path, stat]) => [path, toRecord(stat)]));
    return known;
  };
  return {
    index: {
      get: (path) => load().get(path),
      set: (path, record) => {
        load().set(path, record);
        changed.set(path, record);
      },
    },
    save: () => {
      if (changed.size > 0) store.files.save([...changed].map(([path, record]) => [path, toStat(record)]));
      changed.clear();
    },
  };
}

function toRecord({ size, mtimeNs, ctimeNs, ino, mode, recordedAtNs, id }: FileStat): StatRecord {
  return {
    size: Number(size),
    mtimeNs,
    ctimeNs,
    ino,
    mode: Number(mode),
    recordedMs: Number(recordedAtNs / 1_000_000n),
    id,
  };
}

function toStat({ size, mtimeNs, ctimeNs, ino, mode, recordedMs, id }: StatRecord): FileStat {
  return {
    size: BigInt(size),
    mtimeNs,
    ctimeNs,
    ino,
    mode: BigInt(mode),
    recordedAtNs: BigInt(recordedMs) * 1_000_000n,
    id,
  };
}

export function createExtractionCache(store: Store): ExtractionCache {
  return {
    get: (keys) => store.extractions.getMany(keys) as ReadonlyMap<ExtractionKey, Extraction>,
    set: (entries) => store.extractions.putMany(entries),
  };
}
