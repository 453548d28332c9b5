import type { ExtractionCache, ExtractionKey } from "../../src/graph/extraction-cache.ts";
import type { Extraction } from "../../src/graph/extraction.ts";

/** Remembers as long as it lives. */
export function createMemoryExtractionCache(): ExtractionCache {
  const known = new Map<ExtractionKey, Extraction>();
  return {
    get: (keys) => {
      const found = new Map<ExtractionKey, Extraction>();
      for (const key of keys) {
        const extraction = known.get(key);
        if (extraction !== undefined) found.set(key, extraction);
      }
      return found;
    },
    set: (entries) => {
      for (const [key, extraction] of entries) known.set(key, extraction);
    },
  };
}
