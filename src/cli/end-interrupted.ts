import { EXIT } from "./exit-status.ts";
import { refuse, type RefusalFlags } from "./refuse.ts";
import type { Terminal } from "./terminal.ts";

/** Ends this process, which was interrupted before it had a result, and says so in the requested format. */
export function endInterrupted(flags: RefusalFlags, terminal: Terminal): never {
  // Do not answer twice.
  if (!terminal.hasAnswered)
    refuse([{ kind: "interrupted", message: "Interrupted before there was a result." }], flags, terminal);
  process.exit(EXIT.interrupted);
}
