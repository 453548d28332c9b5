import { safe, safeLines } from "../report/print/safe-text.ts";
import { EXIT } from "./exit-status.ts";
import type { Terminal } from "./terminal.ts";

/** Problems of the system, with advice. None of them is a bug. */
const LACKS: Readonly<Record<string, string>> = {
  EMFILE: "Too many files are open. Raise the limit (ulimit -n) and run again.",
  ENFILE: "The system has too many files open. Close some programs and run again.",
  ENOMEM: "The system is out of memory. Close some programs and run again.",
  EIO: "The disk cannot be read. Check it and run again.",
};

/** Reports an exception and returns the exit status. The only place where an exception becomes a message. */
export function reportCrash(error: unknown, { env, err, paintErr }: Terminal): number {
  const detail = (env["VERIFICATION_DEBUG"] ?? "") === "" ? String(error) : String((error as Error).stack);
  const advice =
    LACKS[(error as NodeJS.ErrnoException).code ?? ""] ??
    "This is a bug in verification. Run it again with VERIFICATION_DEBUG=1, and report what it prints.";
  err.write(safe`${paintErr(["red", "bold"], "internal error:")} ${safeLines(detail)}\n${advice}\n`);
  return EXIT.internal;
}
