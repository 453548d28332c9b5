import { flat } from "../values/flat.ts";

/** Shorter substrings are copies anyway. */
const SHORTEST = 13;

/**
 * Releases the text that the strings in a value were cut from: the engine keeps all of it as long as one such substring
 * exists. Also trims lists to the room that they need, because a list that grew has spare room. `value` is plain JSON
 * that was made for the caller; it is changed in place and keeps its meaning.
 */
export function detach<T extends object>(value: T): T {
  const fields = value as Record<string | number, unknown>;
  const take = (name: string | number): void => {
    const part = fields[name];
    if (typeof part === "string") {
      if (part.length >= SHORTEST) fields[name] = flat(part);
    } else if (Array.isArray(part)) fields[name] = detach([...(part as readonly unknown[])]);
    else if (typeof part === "object" && part !== null) detach(part);
  };
  if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) take(at);
  else for (const name in fields) take(name);
  return value;
}
