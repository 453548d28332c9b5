import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";
import type { Location } from "../../vocabulary/failure.ts";
import type { ConfigDocument, KeyPath } from "../document.ts";
import type { CheckInput, CheckOverride } from "../schema/schema.ts";

/** A check as written, with the position of each of its fields. */
export interface DeclaredCheck {
  readonly fields: CheckInput;
  readonly origin: Location;
  locate(field: keyof CheckInput, index?: number): Location;
  /** Its preset's setting for tracing. Not a field of the check, because a field would count more. */
  readonly presetTrace?: TraceMode;
  /** Its `follow` comes from its preset. */
  readonly presumesFollow?: boolean;
  /** Whether its `files` come from its preset. */
  readonly hasPresetFiles?: true;
}

export function declareCheck(fields: CheckInput, document: ConfigDocument, path: KeyPath): DeclaredCheck {
  return {
    fields,
    origin: document.locate(path),
    locate: (field, index) =>
      document.locate(index === undefined ? [...path, field] : [...path, field, index]),
  };
}

/** Overrides fields of a declared check; each field keeps the position where it was written. */
export function overrideCheck(
  base: DeclaredCheck,
  over: DeclaredCheck | { fields: CheckOverride; locate: DeclaredCheck["locate"] },
): DeclaredCheck {
  return {
    fields: { ...base.fields, ...over.fields },
    origin: base.origin,
    locate: (field, index) => (field in over.fields ? over : base).locate(field, index),
  };
}
