import { detectAgent } from "std-env";
import { type Format, FORMATS } from "../../vocabulary/run/report.ts";
import type { Terminal } from "../terminal.ts";

/** What goes to standard output if the command line does not say. Plain JSON. */
export interface DefaultFormat {
  readonly format: Format;
  /** Whether it was requested explicitly: then the configuration does not decide. */
  readonly isGiven: boolean;
}

/** The variable that sets it for every run. */
export const FORMAT_VARIABLE = "VERIFICATION_FORMAT";

/**
 * From VERIFICATION_FORMAT, or else the agent report if an agent reads the output. Null if the variable names
 * no known format.
 */
export function readDefaultFormat({
  env,
  hasScreen,
}: Pick<Terminal, "env" | "hasScreen">): DefaultFormat | null {
  const given = env[FORMAT_VARIABLE] ?? "";
  if (given !== "") {
    const format = FORMATS.find((each) => each === given);
    return format === undefined ? null : { format, isGiven: true };
  }
  const isForAgent = !hasScreen && detectAgent().name !== undefined;
  return { format: isForAgent ? "agent" : "text", isGiven: false };
}
