import { safe } from "../report/print/safe-text.ts";
import type { VerificationEvent } from "../vocabulary/run/event.ts";
import type { Terminal } from "./terminal.ts";

/** Prints the warnings of a read-only command on standard error. */
export function tellWarnings({ err, paintErr, isLive }: Terminal): (event: VerificationEvent) => void {
  return (event) => {
    if (event.type === "asking" && isLive)
      err.write(
        safe`${paintErr("dim", safe`asking ${event.tool} which files it takes (${event.check}) ...`)}\n`,
      );
    if (event.type === "warning") err.write(safe`${paintErr("yellow", "warning:")} ${event.message}\n`);
  };
}
