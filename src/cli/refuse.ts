import { safe, safeJson } from "../report/print/safe-text.ts";
import { renderFailures } from "../report/run/failures.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import type { Terminal } from "./terminal.ts";

export interface RefusalFlags {
  readonly json?: true;
  readonly format?: readonly string[];
  readonly reportPath?: string;
}

/** Says why there is no result: on standard error, for --json also as JSON, and for an agent as its verdict. */
export function refuse(failures: readonly Failure[], flags: RefusalFlags, terminal: Terminal): number {
  terminal.err.write(renderFailures(failures, terminal.paintErr, terminal.program));
  return putRefusal(failures, flags, terminal);
}

/** The same on standard output only, if standard error has it already. */
export function putRefusal(
  failures: readonly Failure[],
  { json, format = [], reportPath }: RefusalFlags,
  terminal: Pick<Terminal, "out">,
): number {
  const isPrinted = (name: string): boolean => reportPath === undefined && format.includes(name);
  if (json === true || isPrinted("json"))
    terminal.out(safeJson({ schemaVersion: 1, success: false, failures }, 2));
  else if (isPrinted("agent"))
    terminal.out(
      failures.some(({ kind }) => kind === "interrupted")
        ? safe`INTERRUPTED: nothing was run.\n`
        : safe`NOT VERIFIED: nothing was run. Standard error says what is wrong.\n`,
    );
  return EXIT.usage;
}
