import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Locate } from "./locate.ts";

export interface StackFrame {
  readonly file: RepoPath;
  readonly line: number;
  readonly column?: number | undefined;
}

/** How many lines of a stack are read. */
const DEPTH = 60;

/**
 * The first stack frame inside the repository, in the formats of JavaScript engines and test runners. A frame in
 * `preferred` comes before all others.
 */
export function firstFrame(
  lines: readonly string[],
  locate: Locate,
  preferred?: RepoPath,
): StackFrame | undefined {
  let first: StackFrame | undefined;
  for (const line of lines.slice(0, DEPTH)) {
    const frame = readFrame(line, locate);
    if (frame === undefined) continue;
    if (preferred === undefined || frame.file === preferred) return frame;
    first ??= frame;
  }
  return first;
}

function readFrame(line: string, locate: Locate): StackFrame | undefined {
  const tail = line.slice(-1024);
  const end = /:(\d{1,9}):(\d{1,9})\)?\s*$/.exec(tail);
  if (end === null) return undefined;
  const before = tail.slice(0, end.index);
  // A path may contain spaces, so what may come before it is tried first.
  for (const opening of ["(", " at ", "❯ ", " "]) {
    const start = before.lastIndexOf(opening);
    const place =
      start === -1 && opening !== " " ? null : locate(before.slice(start + opening.length).trimStart());
    if (place?.exists === true && !place.path.split("/").includes("node_modules"))
      return { file: place.path, line: Number(end[1]), column: Number(end[2]) };
  }
  return undefined;
}
