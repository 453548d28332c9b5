/** Whether a value has a form. Stored data is never assumed to have it. */
export type IsShaped<T> = (value: unknown) => value is T;

export const string: IsShaped<string> = (value) => typeof value === "string";
export const number: IsShaped<number> = (value) => typeof value === "number";
export const boolean: IsShaped<boolean> = (value) => typeof value === "boolean";
export const anything: IsShaped<unknown> = (_value): _value is unknown => true;

export function literal<const T extends string>(...allowed: readonly T[]): IsShaped<T> {
  return (value): value is T => (allowed as readonly unknown[]).includes(value);
}

export function nullable<T>(shape: IsShaped<T>): IsShaped<T | null> {
  return (value): value is T | null => value === null || shape(value);
}

/** For fields that may be absent. */
export function optional<T>(shape: IsShaped<T>): IsShaped<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

export function arrayOf<T>(shape: IsShaped<T>): IsShaped<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(shape);
}

export function recordOf<T>(shape: IsShaped<T>): IsShaped<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(shape);
}

/** An object with these fields; it may have more. */
export function object<T extends object>(fields: { readonly [K in keyof T]-?: IsShaped<T[K]> }): IsShaped<T> {
  const entries = Object.entries(fields) as readonly [string, IsShaped<unknown>][];
  return (value): value is T => isObject(value) && entries.every(([name, shape]) => shape(value[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
