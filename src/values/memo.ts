/** Computes a value once, when it is first needed. */
export function memo<T>(compute: () => T): () => T {
  let value: { readonly it: T } | undefined;
  return () => (value ??= { it: compute() }).it;
}

/** The same for each key. */
export function memoize<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, { readonly it: T }>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = { it: compute(key) }));
    return value.it;
  };
}
