import type { TraceMode } from "../../vocabulary/check/trace-mode.ts";

/** Who can set how closely a check is watched, in order of precedence. */
export interface TraceSources {
  readonly commandLine: TraceMode | undefined;
  readonly check: TraceMode | undefined;
  readonly execution: TraceMode | undefined;
  readonly preset: TraceMode | undefined;
}

/**
 * `auto` for all checks traces wherever that works. A preset knows that its tool does not work under a trace, so only a
 * setting for that check, or `on`, overrides it.
 */
export function resolveTrace({ commandLine, check, execution, preset }: TraceSources): TraceMode {
  const requested = commandLine ?? check ?? execution ?? "auto";
  return requested === "auto" && check !== "auto" ? (preset ?? "auto") : requested;
}
