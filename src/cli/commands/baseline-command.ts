import { writeSharedBaseline } from "../../inspect/write-baseline.ts";
import { renderBaseline } from "../../report/inspect/baseline-text.ts";
import { answer } from "../answer.ts";
import { readOptions } from "../options/read-options.ts";
import type { InspectFlags } from "../programs/inspect-program.ts";
import type { Terminal } from "../terminal.ts";

/** Writes the last verified state into the repository, so that people can share it. */
export async function baselineCommand(flags: InspectFlags, terminal: Terminal): Promise<number> {
  return answer(await writeSharedBaseline(readOptions(flags, terminal)), renderBaseline, { flags, terminal });
}
