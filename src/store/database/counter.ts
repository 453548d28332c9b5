import type { Database } from "./database.ts";
import { readNumber, writeNumber } from "./numbers.ts";

/** Counts how often a verdict was found. Kept in memory until the end, because it is not worth a write each time. */
export interface Counter {
  readonly hits: number;
  readonly misses: number;
  add(hits: number, misses: number): void;
  flush(database: Database): void;
}

export function createCounter(): Counter {
  let hits = 0;
  let misses = 0;
  return {
    get hits() {
      return hits;
    },
    get misses() {
      return misses;
    },
    add(moreHits, moreMisses) {
      hits += moreHits;
      misses += moreMisses;
    },
    flush(database) {
      if (hits + misses === 0) return;
      database.write((connection) => {
        writeNumber(connection, "hits", (readNumber(connection, "hits") ?? 0) + hits);
        writeNumber(connection, "misses", (readNumber(connection, "misses") ?? 0) + misses);
      });
      hits = 0;
      misses = 0;
    },
  };
}
