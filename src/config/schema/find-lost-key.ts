import type { KeyPath } from "../document.ts";

/** The one name that cannot be a key: code that copies a mapping loses it, or misreads it. */
const LOST = "__proto__";

/** The path of a key that would be lost silently; null if there is none. */
export function findLostKey(value: unknown): KeyPath | null {
  const seen = new Set<unknown>();
  const find = (inner: unknown, path: KeyPath): KeyPath | null => {
    if (typeof inner !== "object" || inner === null || seen.has(inner)) return null;
    seen.add(inner);
    if (Object.hasOwn(inner, LOST)) return [...path, LOST];
    for (const [key, each] of Object.entries(inner)) {
      const found = find(each, [...path, Array.isArray(inner) ? Number(key) : key]);
      if (found !== null) return found;
    }
    return null;
  };
  return find(value, []);
}
