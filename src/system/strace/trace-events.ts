/** The events in the lines of a trace. A place is the number of a line: where a call started, and where it ended. */
export type TraceEvent =
  | {
      readonly type: "call";
      readonly pid: number;
      readonly text: string;
      readonly from: number;
      readonly to: number;
    }
  | { readonly type: "ended"; readonly pid: number }
  | { readonly type: "unreadable" };

const PID = /(\d+) +/y;
const UNFINISHED = " <unfinished ...>";
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/;
const ENDED = /^\+\+\+ (?:exited with \d+|killed by [\w+]+(?: \(core dumped\))?) \+\+\+$/;
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+$/;
const SIGNAL = /^--- .* ---$/;

/** Reads the lines of a trace. A call that was interleaved with others is emitted as one when it has ended. */
export function createEventReader(emit: (event: TraceEvent) => void): (line: string) => void {
  const begun = new Map<number, { readonly text: string; readonly from: number }>();
  const superseded = new Set<number>();
  let to = 0;

  const supersede = (pid: number, by: number): void => {
    // A thread that executes a program takes the id of its process, and nothing else of the process continues.
    const execution = begun.get(by);
    begun.delete(by);
    superseded.add(pid);
    if (execution === undefined) return emit({ type: "unreadable" });
    emit({ type: "call", pid: by, text: `${execution.text}) = 0`, from: execution.from, to });
    emit({ type: "ended", pid: by });
  };

  const end = (pid: number, text: string): void => {
    begun.delete(pid);
    const by = SUPERSEDED.exec(text)?.[1];
    if (by !== undefined) supersede(pid, Number(by));
    else emit(ENDED.test(text) ? { type: "ended", pid } : { type: "unreadable" });
  };

  const resume = (pid: number, text: string): void => {
    const [, name = "", rest = ""] = RESUMED.exec(text) ?? [];
    // Its result in this line is wrong.
    if (name.startsWith("execve") && superseded.delete(pid)) return;
    const call = begun.get(pid);
    begun.delete(pid);
    if (name === "" || call?.text.startsWith(`${name}(`) !== true) return emit({ type: "unreadable" });
    const more = rest.startsWith(UNFINISHED) ? rest.slice(UNFINISHED.length) : rest;
    emit({ type: "call", pid, text: call.text + more, from: call.from, to });
  };

  return (line) => {
    to++;
    PID.lastIndex = 0;
    const digits = PID.exec(line)?.[1];
    if (digits === undefined) return emit({ type: "unreadable" });
    const pid = Number(digits);
    const text = line.slice(PID.lastIndex);
    if (text.startsWith("+++")) end(pid, text);
    else if (text.startsWith("<...")) resume(pid, text);
    else if (text.startsWith("---")) {
      if (!SIGNAL.test(text)) emit({ type: "unreadable" });
    } else if (begun.has(pid)) {
      begun.delete(pid);
      emit({ type: "unreadable" });
    } else if (text.endsWith(UNFINISHED))
      begun.set(pid, { text: text.slice(0, -UNFINISHED.length), from: to });
    else emit({ type: "call", pid, text, from: to, to });
  };
}
