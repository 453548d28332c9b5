import { createRealNames } from "../files/real-names.ts";
import { describeCall, type GatheredAccess } from "../process/describe-call.ts";
import { gatherAccesses } from "./gather-accesses.ts";
import { createEventReader, type TraceEvent } from "./trace-events.ts";
import { parseTracedCall, type TracedCall } from "./trace-line.ts";
import { createTraceProcesses } from "./trace-processes.ts";
import { createTraceSockets } from "./trace-sockets.ts";

export type { GatheredAccess, TracedAccess } from "../process/describe-call.ts";

/** What a command and everything it started did with files. */
export interface Trace {
  /**
   * Ordered by time. If the same thing was done several times, the first counts. A rename is a write of the new name
   * and a write of the old one.
   */
  readonly accesses: readonly GatheredAccess[];
  /** Null if `accesses` has everything that the command did with files; else why not, in a few words. */
  readonly blind: string | null;
}

/** Takes a trace line by line. */
export interface TraceReader {
  take(line: string): void;
  /** Something cannot be seen. The first reason is reported. */
  note(blind: string): void;
  /** Whether the command's own process has ended. */
  readonly isEnded: boolean;
  /** Other processes that have not ended, as far as was read. */
  running(): readonly number[];
  /** Whether the command did something that a tracer disturbs, so that it may end differently without one. */
  readonly isHindered: boolean;
  finish(): Trace;
}

export const UNREADABLE = "the trace of what it did is incomplete";

/** How many events are kept for a process whose parent is not known yet. */
const MOST_WAITING = 10_000;
const RENAMING = new Set(["chroot", "pivot_root", "mount", "move_mount", "setns"]);
const SOCKETS = new Set(["connect", "bind", "getsockname", "getsockopt"]);

export function createTraceReader(main: number, cwd: string): TraceReader {
  const names = createRealNames();
  const accesses = gatherAccesses(names);
  const sockets = createTraceSockets(names);
  const processes = createTraceProcesses(main, names.real(cwd, "followed"));
  const waiting = new Map<number, TraceEvent[]>();
  let blind: string | null = null;
  let isEnded = false;
  let isHindered = false;
  const note = (why: string): void => void (blind ??= why);

  const takeCall = (call: TracedCall, { pid, from, to }: TraceEvent & { type: "call" }): void => {
    const place = processes.placeOf(pid) ?? { cwd: null };
    const { name, result, flags } = call;
    place.cwd = call.cwd ?? place.cwd;
    if (flags.has("CLONE_NEWPID")) note("it has its own process ids");
    if (/^(?:v?fork|clone)/.test(name)) {
      isHindered ||= flags.has("CLONE_UNTRACED");
      if (result.type === "done" && result.value > 0) start(result.value, pid, flags.has("CLONE_FS"));
    } else if (name === "ptrace") isHindered ||= result.type === "failed" && result.error === "EPERM";
    else if (SOCKETS.has(name)) {
      if (!sockets.take(call, place.cwd)) note(UNREADABLE);
    } else {
      const described = describeCall(call, place.cwd, names);
      if (described === null) note("it named a file in an unknown directory");
      const by = processes.processOf(pid);
      for (const each of described ?? [])
        if (name.startsWith("exec")) accesses.addProgram(each, { at: from, by }, place.cwd);
        else accesses.add(each, { at: each.type === "write" ? to : from, by }, isPartOfListing(call));
      if (result.type !== "done") return;
      if (name === "io_uring_setup") note("it uses io_uring");
      else if (RENAMING.has(name)) note(`it changed the meaning of file names (${name})`);
      else if (name === "unshare" && (flags.has("CLONE_FS") || flags.has("CLONE_NEWNS"))) processes.part(pid);
      else if (name === "fchdir") place.cwd = call.handle;
      else if (name === "chdir") place.cwd = described?.[0]?.path ?? null;
    }
  };
  const start = (pid: number, parent: number, sharesPlace: boolean): void => {
    processes.start(pid, parent, sharesPlace);
    const events = waiting.get(pid) ?? [];
    waiting.delete(pid);
    for (const event of events) takeEvent(event);
  };
  const takeEvent = (event: TraceEvent): void => {
    if (event.type === "unreadable") return note(UNREADABLE);
    const { pid } = event;
    if (processes.placeOf(pid) === null) {
      // A process can do something before its start is written.
      const events = waiting.get(pid) ?? [];
      waiting.set(pid, events);
      events.push(event);
      if (events.length > MOST_WAITING) start(pid, -1, false);
    } else if (event.type === "ended") {
      processes.end(pid);
      isEnded ||= pid === main;
    } else {
      const call = parseTracedCall(event.text);
      if (call === null) note(UNREADABLE);
      else takeCall(call, event);
    }
  };
  return {
    take: createEventReader(takeEvent),
    note,
    get isEnded() {
      return isEnded;
    },
    get isHindered() {
      return isHindered || accesses.lostRights;
    },
    running: () => {
      const unclear = [...waiting].filter(([, events]) => events.at(-1)?.type !== "ended");
      return [...processes.running(), ...unclear.map(([pid]) => pid)].filter((pid) => pid !== main);
    },
    finish: () => {
      const { size: strays } = waiting;
      for (const pid of waiting.keys()) start(pid, -1, false);
      if (strays > 0) note("it is not written down who started some of its processes");
      const stranger = sockets.stranger();
      if (stranger !== null) note(`it talked to ${stranger}, which it did not start`);
      return { accesses: accesses.list(), blind };
    },
  };
}

/** A listing ends with a call that returns no more names. */
function isPartOfListing({ name, result }: TracedCall): boolean {
  return name.startsWith("getdents") && result.type === "done" && result.value > 0;
}
