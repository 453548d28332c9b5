/** At most `limit` of the list, spread evenly over it, the first and the last among them. */
export function sampleTargets<T>(list: readonly T[], limit: number): readonly T[] {
  if (list.length <= limit) return list;
  const step = limit === 1 ? 0 : (list.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, index) => list[Math.round(index * step)] as T);
}
