import type { CommanderError } from "commander";
import type { Failure } from "../../vocabulary/failure.ts";
import { putRefusal } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";
import { readRefusalFlags } from "./read-refusal-flags.ts";

/**
 * Says on standard output, in the requested format, that the arguments cannot be read. Commander has said why
 * on standard error.
 */
export function refuseArguments(
  error: Pick<CommanderError, "code" | "message">,
  argv: readonly string[],
  terminal: Pick<Terminal, "out">,
): number {
  return putRefusal([toFailure(error)], readRefusalFlags(argv), terminal);
}

function toFailure({ code, message }: Pick<CommanderError, "code" | "message">): Failure {
  // If a command is missing, commander prints only the help.
  if (code.startsWith("commander.help"))
    return { kind: "usage", message: "A command is missing.", expected: "one of the commands in the help" };
  const [said = "", ...rest] = message.replace(/^error: /, "").split("\n");
  const hint = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  return {
    kind: "usage",
    message: `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/\.$/, "")}.`,
    ...(hint === "" ? {} : { hint }),
  };
}
