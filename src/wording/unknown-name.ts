import type { Failure, FailureKind, Location } from "../vocabulary/failure.ts";
import { nearest } from "./nearest.ts";

/** An unknown name: lists the known names, and the one that was probably meant. */
export function unknownName(options: {
  readonly message: string;
  readonly name: string;
  readonly known: Iterable<string>;
  /** What to say instead of the list if there are no names at all. */
  readonly none: string;
  readonly kind?: FailureKind;
  readonly at?: Location | undefined;
}): Failure {
  const { message, name, none, kind = "usage", at } = options;
  const known = [...new Set(options.known)];
  const close = nearest(name, known);
  return {
    kind,
    message,
    ...(at === undefined ? {} : { at }),
    value: name,
    expected: known.length > 0 ? `one of ${known.join(", ")}` : none,
    ...(close === undefined ? {} : { hint: `Did you mean "${close}"?` }),
  };
}
