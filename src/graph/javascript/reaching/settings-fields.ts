import { createFieldsAt } from "../../../values/fields-at.ts";
import type { Reference } from "../../extraction.ts";
import { spacedFrom } from "../search/find-words.ts";
import { createWordPattern } from "../search/word-pattern.ts";

/** Code whose exports may be read as settings. */
const GIVES_SETTINGS = createWordPattern(
  /\bexport\s+default\b|\bmodule\s*\.\s*exports\b|\bexports\s*\.\s*default\b/,
  ["exports", ...spacedFrom("export", "default")],
);

/** The settings fields that contain the text at an offset. */
export type FieldsOf = (offset: number) => Pick<Reference, "within">;

export function givesSettings(text: string): boolean {
  return GIVES_SETTINGS.test(text);
}

export function createFieldsOf(text: string): FieldsOf {
  if (!givesSettings(text)) return () => ({});
  const fieldsAt = createFieldsAt(text);
  return (offset) => {
    const within = fieldsAt(offset);
    return within.length === 0 ? {} : { within };
  };
}
