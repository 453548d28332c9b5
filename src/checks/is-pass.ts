import type { Ending } from "../vocabulary/verdict/result.ts";

/** Only a command that ended by itself with status 0 has passed. */
export function isPass(ending: Ending): boolean {
  return ending.type === "exited" && ending.code === 0;
}
