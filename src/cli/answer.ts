import type { Program } from "../report/as-typed.ts";
import type { Paint } from "../report/print/paint.ts";
import { safeJson, type SafeText } from "../report/print/safe-text.ts";
import type { Result } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import { refuse } from "./refuse.ts";
import type { Terminal } from "./terminal.ts";

export interface AnswerContext<T> {
  readonly flags: { readonly json?: true };
  readonly terminal: Terminal;
  /** The exit status of a result; default: success. */
  readonly statusOf?: (value: T) => number;
}

/** Prints a result as text, or with --json as one document; or says why there is none. */
export function answer<T extends object>(
  result: Result<T>,
  render: (value: T, paint: Paint, program: Program) => SafeText,
  { flags, terminal, statusOf = () => EXIT.ok }: AnswerContext<T>,
): number {
  if (!result.ok) return refuse(result.failures, flags, terminal);
  terminal.out(
    flags.json === true
      ? safeJson({ schemaVersion: 1, ...result.value }, 2)
      : render(result.value, terminal.paintOut, terminal.program),
  );
  return statusOf(result.value);
}
