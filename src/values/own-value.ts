/**
 * The own value of a mapping under a name from outside. What every object inherits, such as `constructor`, does not
 * count.
 */
export function ownValue<T>(
  mapping: Readonly<Record<PropertyKey, T>> | null | undefined,
  name: PropertyKey,
): T | undefined {
  if (mapping === null || mapping === undefined) return undefined;
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}
