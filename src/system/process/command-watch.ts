import type { TraceDepth } from "../../vocabulary/check/trace.ts";
import type { Trace } from "../strace/read-trace.ts";
import type { Start } from "./process-group.ts";

/** Watches what commands do with files. */
export interface Tracer {
  /** Starts to watch one command; null if that is impossible, such as on a full disk. */
  watch(depth: TraceDepth): CommandWatch | null;
}

/** Watches one command and everything it starts. */
export interface CommandWatch {
  /** What to start instead of the command. The resulting process is the command's own. */
  wrap(start: Start): Start;
  /** Gets the error output; true if the tracer itself says something. */
  hears(chunk: Buffer): boolean;
  /** Called from time to time: whether the command is running but the tracer is not. */
  isLost(pid: number): boolean;
  /**
   * Reads what the command did, after its end. Null if the tracer ended first, or changed what the command did: then
   * its outcome does not count.
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
