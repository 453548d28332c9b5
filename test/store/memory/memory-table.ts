/** Values by key in the order of writing, each with the time of its last use. */
export interface MemoryTable<T> {
  /** Counts as a use. */
  use(key: string): T | undefined;
  /** Does not. */
  values(): readonly T[];
  keys(): readonly string[];
  put(key: string, value: T): void;
  remove(key: string): void;
  /** As if it had been written last. Not a use. */
  moveToEnd(key: string): void;
  lastUsedAt(key: string): number;
  /** Removes what was last used before `expiry` and returns its values. */
  prune(expiry: number): readonly T[];
  clear(): void;
}

export function createMemoryTable<T>(now: () => number): MemoryTable<T> {
  const rows = new Map<string, { readonly value: T; lastUsedAt: number }>();
  return {
    use(key) {
      const row = rows.get(key);
      if (row !== undefined) row.lastUsedAt = now();
      return row?.value;
    },
    values: () => Array.from(rows.values(), ({ value }) => value),
    keys: () => [...rows.keys()],
    put(key, value) {
      rows.delete(key);
      rows.set(key, { value, lastUsedAt: now() });
    },
    remove: (key) => void rows.delete(key),
    moveToEnd(key) {
      const row = rows.get(key);
      if (row === undefined) return;
      rows.delete(key);
      rows.set(key, row);
    },
    lastUsedAt: (key) => rows.get(key)?.lastUsedAt ?? 0,
    prune(expiry) {
      for (const row of rows.values()) row.lastUsedAt = Math.min(row.lastUsedAt, now());
      const expired = [...rows].filter(([, { lastUsedAt }]) => lastUsedAt < expiry);
      for (const [key] of expired) rows.delete(key);
      return expired.map(([, { value }]) => value);
    },
    clear: () => rows.clear(),
  };
}
