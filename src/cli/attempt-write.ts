import { type NamedFile, type NameOptions, writeNamed } from "../system/files/named-file.ts";
import type { Failure } from "../vocabulary/failure.ts";

/** Writes to a file that the user named. Returns what went wrong, if anything. */
export function attemptWrite(
  what: "report" | "receipt" | "plan",
  file: NamedFile & NameOptions,
  text: string,
): readonly Failure[] {
  const written = writeNamed(file, text, file);
  if (written === "written") return [];
  const reason = written.refused ?? /^[A-Z]+(?=:)/.exec(written.reason)?.[0] ?? written.reason;
  const message = `The ${what} cannot be written (${reason}).`;
  return [{ kind: "usage", message, value: file.path, expected: "a file that can be written" }];
}
