import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFile } from "../system/state-file.ts";
import type { Failure } from "../vocabulary/failure.ts";

/** Writes a hook, or what decides what it does. Git runs only what is executable. */
export function writeHook(file: string, text: string, mode: number): Failure | null {
  const refused = (reason: string): Failure => ({
    kind: "usage",
    message: `The hook could not be written: ${reason}`,
    value: file,
  });
  try {
    mkdirSync(dirname(file), { recursive: true });
    const written = replaceFile(file, text);
    if (written !== "written") return refused(written.reason);
    chmodSync(file, mode & 0o7777);
    return null;
  } catch (error) {
    return refused((error as Error).message);
  }
}
