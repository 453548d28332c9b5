import type { HookAnswer } from "../agent/hook/hook-answer.ts";
import { safeJson, safeLines } from "../report/print/safe-text.ts";
import type { Terminal } from "./terminal.ts";

/** Prints the answer of a hook for an agent. */
export function giveAnswer(
  { document, error, status }: HookAnswer,
  terminal: Pick<Terminal, "out" | "err">,
): number {
  if (error !== "") terminal.err.write(safeLines(error));
  if (document !== null) terminal.out(safeJson(document));
  return status;
}
