import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";
import type { Location } from "../../vocabulary/failure.ts";
import type { ConfigDocument, KeyPath } from "../document.ts";
import type { CheckInput, CheckOverride } from "../schema/schema.ts";

/** A check as it was written, with the place of each of its fields. */
export interface DeclaredCheck {
  readonly fields: CheckInput;
  readonly origin: Location;
  locate(field: keyof CheckInput, index?: number): Location;
  /** What its preset says of tracing. It is no field of the check, because it counts less than one. */
  readonly presetTrace?: TraceMode;
  /** How far the verdict reaches is what its preset says. */
  readonly presumesFollow?: boolean;
  /** Whether its preset says which files it is about. */
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

/** Puts fields over a declared check; each field keeps the place where it was written. */
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
