/**
 * The value of an expression, as far as it is known without running it. A text may be one of several. It starts with
 * `<here>` for the directory of the file, `<file>` for the file itself, `<cwd>` for the working directory of the
 * program, and `<name from module>` for an imported value.
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

/** Every combination of one text from each part. */
export function combine(parts: readonly Value[], join: (texts: readonly string[]) => string): Value {
  let all: string[][] = [[]];
  for (const part of parts) {
    if (part.kind !== "text" || all.length * part.texts.length > MOST_TEXTS) return UNKNOWN;
    all = all.flatMap((texts) => part.texts.map((text) => [...texts, text]));
  }
  return textOf(...all.map(join));
}

/** Joins like `path.resolve`: a part with its own start discards what comes before it. */
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
