import { renderBaseline } from "../report/baseline-text.ts";
import { writeSharedBaseline } from "../write-baseline.ts";
import { answer } from "./answer.ts";
import type { InspectFlags } from "./inspect-program.ts";
import { readOptions } from "./read-options.ts";
import type { Terminal } from "./terminal.ts";

/** Writes the last verified state into the repository, for people to share. */
export async function baselineCommand(flags: InspectFlags, terminal: Terminal): Promise<number> {
  return answer(await writeSharedBaseline(readOptions(flags, terminal)), renderBaseline, { flags, terminal });
}
