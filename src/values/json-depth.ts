/** No real data has more levels. Data with thousands can be parsed, but not serialised again. */
const DEEPEST = 200;

/** Whether a value parsed from JSON has more levels than real data. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return level.length > 0;
}
