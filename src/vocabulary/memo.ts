/** Computes a value when it is first asked for, and once. */
export function memo<T>(compute: () => T): () => T {
  let value: { readonly it: T } | undefined;
  return () => (value ??= { it: compute() }).it;
}
