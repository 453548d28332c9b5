import { createReadStream } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { EndedCommand } from "../process/command-watch.ts";
import { isRunning } from "../process/process-state.ts";
import { createTraceReader, type Trace, UNREADABLE } from "./read-trace.ts";

const TOO_MUCH = "it accessed more files than can be recorded";
/** Each chunk is a buffer and a text that are soon garbage. */
const CHUNK = 128 * 1024;
/** A line has at most two names. */
const LONGEST_LINE = 1024 * 1024;
/** The end of a process may be visible a moment before the tracer has written it. */
const POLL_MS = 10;
const MOST_POLLS = 1000;

export interface TraceFile extends EndedCommand {
  /** How many bytes of it are read. */
  readonly limit: number;
  /** Some of it was dropped. */
  readonly isTooMuch: boolean;
  /** Whether the tracer still runs. */
  readonly isTracing: () => boolean;
}

/** Reads the trace of a command that has ended; null where its outcome does not count. */
export async function readTraceFile(file: string, options: TraceFile): Promise<Trace | null> {
  const { pid, cwd, isCut, isTracing } = options;
  const reader = createTraceReader(pid, cwd);
  if (options.isTooMuch) reader.note(TOO_MUCH);
  const lines = followLines(file, options.limit, reader.take);
  for (let polls = 0, isLast = false; polls < MOST_POLLS && !isLast; polls++) {
    if (polls > 0) await pause(POLL_MS);
    // Asked before the file is read: a tracer that is gone by then writes no more.
    isLast = polls > 0 && !isTracing();
    await lines.read();
    // A process that is still running was left behind on purpose; one that is gone must have its last line.
    if (reader.isEnded && reader.running().every(isRunning) && lines.isWhole) isLast = true;
  }
  if (reader.isHindered || (!reader.isEnded && !isCut)) return null;
  if (lines.isTooMuch) reader.note(TOO_MUCH);
  if (isCut) reader.note("it was ended before it was done");
  if (!lines.isWhole) reader.note(UNREADABLE);
  if (!reader.running().every(isRunning)) reader.note("a process that it started was lost from sight");
  return reader.finish();
}

interface FollowedLines {
  /** Reads what was added, up to the last complete line. */
  read(): Promise<void>;
  /** Whether the last line has an end. */
  readonly isWhole: boolean;
  readonly isTooMuch: boolean;
}

function followLines(file: string, limit: number, take: (line: string) => void): FollowedLines {
  let start = 0;
  let rest = "";
  return {
    read: async () => {
      if (rest.length > LONGEST_LINE) return;
      try {
        const chunks = createReadStream(file, {
          start,
          end: limit,
          encoding: "latin1",
          highWaterMark: CHUNK,
        });
        for await (const chunk of chunks as AsyncIterable<string>) {
          start += chunk.length;
          const text = rest + chunk;
          let at = 0;
          for (let end = text.indexOf("\n", rest.length); end !== -1; end = text.indexOf("\n", at)) {
            take(text.slice(at, end));
            at = end + 1;
          }
          rest = text.slice(at);
          if (rest.length > LONGEST_LINE) return;
        }
      } catch {
        // It was never written, or is gone: then it does not contain the end of the command.
      }
    },
    get isWhole() {
      return rest === "";
    },
    get isTooMuch() {
      return start > limit;
    },
  };
}
