import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import type { Program } from "./as-typed.ts";
import type { Paint } from "./print/paint.ts";
import type { SafeText } from "./print/safe-text.ts";

export interface RenderOptions {
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** The options that chose this run, to repeat them in the commands that we suggest. */
  readonly again: readonly string[];
  /** How this command was called, to call it again. */
  readonly program: Program;
  /** The token budget of a report for agents. */
  readonly maxTokens: number;
  /** Whether paths from the root can be typed as they are. */
  readonly isAtRoot: boolean;
  /** Whether a document is one line, because several documents are printed. */
  readonly isCompact: boolean;
}

/** Turns a result into one kind of report. A document that is a string is made safe when it is printed. */
export type Render = (result: VerificationResult, options: RenderOptions) => string | SafeText;
