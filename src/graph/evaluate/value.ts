/**
 * What an expression comes to, as far as it can be told without running it. A text may be one of several. It starts with
 * `<here>` for the directory of the file, with `<file>` for the file itself, with `<cwd>` for the directory that a program
 * is started in, and with `<name from module>` for what is imported.
 */
export type Value =
  | { readonly kind: "text"; readonly texts: readonly string[] }
  | { readonly kind: "pattern"; readonly source: string; readonly flags: string }
  | { readonly kind: "list"; readonly items: readonly Value[]; readonly isComplete: boolean }
  | {
      readonly kind: "map";
      readonly entries: readonly (readonly [string, Value])[];
      readonly isComplete: boolean;
    }
  | { readonly kind: "unknown" };

export const UNKNOWN: Value = { kind: "unknown" };
const MOST_TEXTS = 16;
const LONGEST = 500;

export function textOf(...texts: readonly string[]): Value {
  const isKept = texts.length <= MOST_TEXTS && texts.every((text) => text.length <= LONGEST);
  return isKept && texts.length > 0 ? { kind: "text", texts: [...new Set(texts)] } : UNKNOWN;
}

/** Every way to put one text of each together. */
export function combine(parts: readonly Value[], join: (texts: readonly string[]) => string): Value {
  let all: string[][] = [[]];
  for (const part of parts) {
    if (part.kind !== "text" || all.length * part.texts.length > MOST_TEXTS) return UNKNOWN;
    all = all.flatMap((texts) => part.texts.map((text) => [...texts, text]));
  }
  return textOf(...all.map(join));
}

/** Joins as `path.resolve` does: a part that says where it starts starts over. */
export function joinTexts(texts: readonly string[]): string {
  let joined = "";
  for (const text of texts) {
    if (/^<[^>]+>/.test(text) || joined === "") joined = text;
    else joined += `/${text}`;
  }
  return joined.replace(/([^<:])\/{2,}/g, "$1/");
}

export function either(one: Value, other: Value): Value {
  if (one.kind !== "text" || other.kind !== "text") return one.kind === "unknown" ? other : UNKNOWN;
  return textOf(...one.texts, ...other.texts);
}
