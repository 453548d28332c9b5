import { safe } from "../report/safe-text.ts";
import type { VerificationEvent } from "../vocabulary/event.ts";
import type { Terminal } from "./terminal.ts";

/** Says on standard error what a command that looks and answers has to say beside its answer. */
export function tellWarnings({ err, paintErr }: Terminal): (event: VerificationEvent) => void {
  return (event) => {
    if (event.type === "warning") err.write(safe`${paintErr("yellow", "warning:")} ${event.message}\n`);
  };
}
