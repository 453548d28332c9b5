const VARIABLE = "env:";

/** The variable that a component of a fingerprint is about; null for any other component. */
export function variableOf(component: string): string | null {
  return component.startsWith(VARIABLE) ? component.slice(VARIABLE.length) : null;
}

/**
 * Whether two values of a component cannot be compared: every machine stores the values of variables in its own form,
 * so it is unknown whether two values that are set are the same.
 */
export function isBeyondComparison(
  component: string,
  one: string | undefined,
  other: string | undefined,
): boolean {
  return variableOf(component) !== null && isSet(one) && isSet(other);
}

function isSet(value: string | undefined): boolean {
  return value?.startsWith("set ") === true;
}
