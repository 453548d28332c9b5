import { checkpoint } from "../../inspect/checkpoint.ts";
import { renderCheckpoint } from "../../report/inspect/checkpoint-text.ts";
import { answer } from "../answer.ts";
import { EXIT } from "../exit-status.ts";
import { readOptions } from "../options/read-options.ts";
import type { InspectFlags } from "../programs/inspect-program.ts";
import type { Terminal } from "../terminal.ts";

/** Tags the commit if it is clean and verified; otherwise says what is missing, and fails. */
export async function checkpointCommand(
  name: string,
  flags: InspectFlags,
  terminal: Terminal,
): Promise<number> {
  return answer(await checkpoint(name, readOptions(flags, terminal)), renderCheckpoint, {
    flags,
    terminal,
    statusOf: ({ success }) => (success ? EXIT.ok : EXIT.failed),
  });
}
