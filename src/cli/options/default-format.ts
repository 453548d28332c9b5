import { detectAgent } from "std-env";
import { type Format, FORMATS } from "../../vocabulary/run/report.ts";
import type { Terminal } from "../terminal.ts";

/** What goes to standard output where the command line does not say it. Plain JSON. */
export interface DefaultFormat {
  readonly format: Format;
  /** Whether somebody asked for it: then the configuration does not decide. */
  readonly isGiven: boolean;
}

/** The variable that says it for every run. */
export const FORMAT_VARIABLE = "VERIFICATION_FORMAT";

/**
 * By VERIFICATION_FORMAT, or else the report for agents where one is detected that reads what is printed. Null where the
 * variable names no format.
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
