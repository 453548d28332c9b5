import type { TraceDepth } from "../../vocabulary/check/trace.ts";
import type { Trace } from "../strace/read-trace.ts";
import type { Start } from "./process-group.ts";

/** Watches what commands do with files. */
export interface Tracer {
  /** Begins to watch one command; null where that cannot be, such as on a full disk. */
  watch(depth: TraceDepth): CommandWatch | null;
}

/** Watches one command, and all that it starts. */
export interface CommandWatch {
  /** What to start in place of the command. The process that this makes is the command's own. */
  wrap(start: Start): Start;
  /** Takes what is printed as errors; true where it is the tracer that says something. */
  hears(chunk: Buffer): boolean;
  /** Asked from time to time: whether the command goes on, and the tracer does not. */
  isLost(pid: number): boolean;
  /**
   * Reads what the command did, after its end. Null where the tracer ended first, or kept the command from doing what it does
   * without one: then its outcome does not count.
   */
  read(ended: EndedCommand): Promise<Trace | null>;
  close(): void;
}

export interface EndedCommand {
  readonly pid: number;
  /** Where it was started. */
  readonly cwd: string;
  /** It was ended from outside, and might have done more. */
  readonly isCut: boolean;
}
