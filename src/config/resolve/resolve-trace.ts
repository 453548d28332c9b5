import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";

/** Who may say how closely a check is watched, from the one that counts most. */
export interface TraceSources {
  readonly commandLine: TraceMode | undefined;
  readonly check: TraceMode | undefined;
  readonly execution: TraceMode | undefined;
  readonly preset: TraceMode | undefined;
}

/**
 * `auto` for all checks asks for a trace wherever one works. A preset knows that its tool does not work under one, so
 * only somebody who means that check, or who insists, gets past it.
 */
export function resolveTrace({ commandLine, check, execution, preset }: TraceSources): TraceMode {
  const asked = commandLine ?? check ?? execution ?? "auto";
  return asked === "auto" && check !== "auto" ? (preset ?? "auto") : asked;
}
