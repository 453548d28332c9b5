import { renderFailures } from "../report/failures.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import type { Terminal } from "./terminal.ts";

/** Says what is wrong with the input; a program that asked for JSON gets it as JSON too, and an agent its verdict. */
export function refuse(
  failures: readonly Failure[],
  flags: { readonly json?: true; readonly format?: readonly string[]; readonly reportPath?: string },
  terminal: Terminal,
): number {
  terminal.err.write(`${renderFailures(failures, terminal.paintErr)}\n`);
  if (flags.json === true)
    terminal.out(`${JSON.stringify({ schemaVersion: 1, success: false, failures }, null, 2)}\n`);
  else if (flags.format?.includes("agent") === true && flags.reportPath === undefined)
    terminal.out("NOT VERIFIED: nothing was run. Standard error says what is wrong.\n");
  return EXIT.usage;
}
