import type { SketchCache } from "../../detect/renames/sketches.ts";
import type { StatIndex, StatRecord } from "../../detect/stat-index.ts";
import type { ExtractionCache, ExtractionKey } from "../../graph/extraction-cache.ts";
import type { Extraction } from "../../graph/extraction.ts";
import type { ContentId } from "../../vocabulary/tree/path.ts";
import type { Store } from "../store.ts";

/** The file stats of a store in the form that detection needs. `save` writes what was set. */
export function createStatIndex(store: Store): { readonly index: StatIndex; save(): void } {
  let known: Map<string, StatRecord> | undefined;
  const changed = new Map<string, StatRecord>();
  const load = (): Map<string, StatRecord> => {
    known ??= new Map(store.files.load());
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
      if (changed.size > 0) store.files.save(changed);
      changed.clear();
    },
  };
}

export function createExtractionCache(store: Store): ExtractionCache {
  return {
    get: (keys) => store.extractions.getMany(keys) as ReadonlyMap<ExtractionKey, Extraction>,
    set: (entries) => store.extractions.putMany(entries),
  };
}

const TARGETS = "targets:";

/** Which files tools said they check, stored beside the extractions: an answer is valid for its key. */
export function createTargetLists(store: Pick<Store, "extractions">): {
  get(key: string): readonly string[] | undefined;
  put(key: string, names: readonly string[]): void;
} {
  return {
    get: (key) => {
      const found = store.extractions.get(`${TARGETS}${key}`);
      return Array.isArray(found) ? (found as readonly string[]) : undefined;
    },
    put: (key, names) => store.extractions.putMany([[`${TARGETS}${key}`, names]]),
  };
}

/** Raise it whenever the same content can give a different sketch. */
const SKETCH = "sketch:1:";

/** Sketches, stored beside the extractions: both are computed from a content and are valid for it. */
export function createSketchCache(store: Store): SketchCache {
  return {
    get: (ids) => {
      const found = store.extractions.getMany(ids.map((id) => `${SKETCH}${id}`));
      return new Map([...found].map(([key, value]) => [key.slice(SKETCH.length) as ContentId, value]));
    },
    set: (sketches) =>
      store.extractions.putMany([...sketches].map(([id, value]) => [`${SKETCH}${id}`, value])),
  };
}
