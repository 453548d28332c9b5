/** Nothing that is written has more levels. What has thousands can be parsed, but not written again. */
const DEEPEST = 200;

/** Whether a value that was parsed from JSON has more levels than anything that is meant to be read. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return level.length > 0;
}
