import type { Failure } from "../vocabulary/failure.ts";

/** Writes to a file that the user has named; what is wrong where that cannot be done. */
export function attemptWrite(
  what: "report" | "receipt",
  path: string,
  write: () => void,
): readonly Failure[] {
  try {
    write();
    return [];
  } catch (error) {
    const message = `The ${what} cannot be written (${(error as NodeJS.ErrnoException).code}).`;
    return [{ kind: "usage", message, value: path, expected: "a file that can be written" }];
  }
}
