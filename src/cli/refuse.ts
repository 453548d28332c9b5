import { renderFailures } from "../report/failures.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import type { Terminal } from "./terminal.ts";

/** Says what is wrong with the input; a program that asked for JSON gets it as JSON too. */
export function refuse(
  failures: readonly Failure[],
  flags: { readonly json?: true },
  terminal: Terminal,
): number {
  terminal.err.write(`${renderFailures(failures, terminal.paintErr)}\n`);
  if (flags.json === true)
    terminal.out(`${JSON.stringify({ schemaVersion: 1, success: false, failures }, null, 2)}\n`);
  return EXIT.usage;
}
