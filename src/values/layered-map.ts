/** What differs from a map; null for a key that is gone. */
type Differences<K, V> = ReadonlyMap<K, V | null>;

/**
 * A map that is another one apart from some keys. Nothing is copied: it costs what differs, and two maps over the same one
 * are compared by what differs.
 */
class LayeredMap<K, V> implements ReadonlyMap<K, V> {
  readonly size: number;
  readonly hasOtherKeys: boolean;

  constructor(
    readonly base: ReadonlyMap<K, V>,
    readonly differences: Differences<K, V>,
  ) {
    let [came, went] = [0, 0];
    for (const [key, value] of differences) {
      if (!base.has(key)) came += value === null ? 0 : 1;
      else if (value === null) went += 1;
    }
    this.size = base.size + came - went;
    this.hasOtherKeys = came + went > 0;
  }

  get(key: K): V | undefined {
    const value = this.differences.get(key);
    return value === undefined ? this.base.get(key) : (value ?? undefined);
  }

  has(key: K): boolean {
    const value = this.differences.get(key);
    return value === undefined ? this.base.has(key) : value !== null;
  }

  *entries(): MapIterator<[K, V]> {
    for (const key of this.keys()) yield [key, this.get(key) as V];
  }

  keys(): MapIterator<K> {
    return this.hasOtherKeys ? this.#otherKeys() : this.base.keys();
  }

  /** New keys are where they would be if the base is sorted. */
  *#otherKeys(): MapIterator<K> {
    const came = [...this.differences.keys()].filter(
      (key) => this.differences.get(key) !== null && !this.base.has(key),
    );
    came.sort((one, other) => (one < other ? -1 : 1));
    let next = 0;
    for (const key of this.base.keys()) {
      while (next < came.length && (came[next] as K) < key) yield came[next++] as K;
      if (this.differences.get(key) !== null) yield key;
    }
    yield* came.slice(next);
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(call: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this);
  }
}

/** `base` with what differs from it. */
export function layer<K, V>(base: ReadonlyMap<K, V>, differences: Differences<K, V>): ReadonlyMap<K, V> {
  if (differences.size === 0) return base;
  if (!(base instanceof LayeredMap)) return new LayeredMap(base, differences);
  return new LayeredMap(base.base, new Map([...base.differences, ...differences]));
}

/** The keys whose values may differ; null if any may, because the maps have no part in common. */
export function keysThatMayDiffer<K, V>(
  one: ReadonlyMap<K, V>,
  other: ReadonlyMap<K, V>,
): Iterable<K> | null {
  if (baseOf(one) !== baseOf(other)) return null;
  return new Set([...differencesOf(one).keys(), ...differencesOf(other).keys()]);
}

/** A map with the same keys. Maps over one base often have its keys: what follows from keys alone is then found once for all. */
export function withSameKeys<K>(map: ReadonlyMap<K, unknown>): ReadonlyMap<K, unknown> {
  return map instanceof LayeredMap && !map.hasOtherKeys ? (map as LayeredMap<K, unknown>).base : map;
}

function baseOf<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return map instanceof LayeredMap ? map.base : map;
}

function differencesOf<K, V>(map: ReadonlyMap<K, V>): Differences<K, V> {
  return map instanceof LayeredMap ? map.differences : new Map<K, V | null>();
}
