import { createTraceReader, type TraceReader } from "../../src/system/strace/read-trace.ts";

/** The number of the command's own process. */
export const MAIN = 10;

/** A reader that was given these lines, of a command that was started in `cwd`. */
export function readerOf(lines: readonly string[], cwd = "/start"): TraceReader {
  const reader = createTraceReader(MAIN, cwd);
  for (const line of lines) reader.take(line);
  return reader;
}
