import type { PlannedCommand } from "../plan/plan.ts";
import type { CommandOutcome, Executor } from "../run/executor.ts";
import type { Emit } from "../vocabulary/run/event.ts";
import type { StopReason } from "../vocabulary/verdict/result.ts";
import type { WorkerAnswer } from "./answer.ts";
import type { Fleet, Reply, Sent } from "./fleet.ts";
import type { Job } from "./job.ts";
import { AHEAD, createSlots } from "./slots.ts";

/** A command in the form in which it can be sent. */
export interface Sendable {
  readonly check: string;
  readonly label: string;
  readonly job: Omit<Job, "version" | "run" | "tree">;
}

export interface DispatchOptions {
  readonly fleet: Fleet;
  readonly run: string;
  /** How many commands run here at once. */
  readonly slots: number;
  readonly local: Executor;
  /** Null if it must run here. */
  readonly sendable: (command: PlannedCommand) => Sendable | null;
  /** The tree for the workers, once it is where they can fetch it; null if that is impossible. */
  readonly tree: (again: boolean) => Promise<string | null>;
  /** An answer counts only for units that have the same fingerprint here. */
  readonly accept: (
    command: PlannedCommand,
    answer: Extract<WorkerAnswer, { type: "ran" }>,
  ) => Promise<CommandOutcome | { readonly differs: string }>;
  /** What a command prints on a worker, made safe to show here. */
  readonly show: (text: string) => string;
  /** What differs on a worker, in words. */
  readonly describe: (command: PlannedCommand, answer: Extract<WorkerAnswer, { type: "refused" }>) => string;
  readonly emit: Emit;
}

export interface Dispatch {
  readonly executor: Executor;
  /** How many commands may run at once. */
  readonly width: () => number;
  readonly wake: () => void;
  /** Why commands that were sent ran here after all, and how many. */
  readonly reasons: () => ReadonlyMap<string, number>;
}

/** How often a command is sent before it runs here. */
const MOST_SENT = 3;
/** After this many differing units of a check, and none that does not differ, no more of it is sent. */
const MOST_DIFFERING = 3;
/** How long a command waits for a worker while a slot here is free, in milliseconds. */
const PATIENCE = 1000;
const POLL = 200;

/** Runs commands on workers and here, wherever a slot is free first. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { fleet, emit } = options;
  const slots = createSlots(options.slots, fleet.capacity);
  const reasons = new Map<string, number>();
  const differing = new Map<string, number>();
  const note = (why: string): void => void reasons.set(why, (reasons.get(why) ?? 0) + 1);

  const here: Executor = async (command, stop, hear) => {
    const place = await slots.enter(null, stop);
    try {
      // A command that was stopped before it started reports that itself.
      return await options.local(command, stop, hear);
    } finally {
      if (place !== null) slots.leave(place, null);
    }
  };

  /** The outcome on a worker, or why the command must run here, if that is worth reporting. */
  const there = async (
    command: PlannedCommand,
    sendable: Sendable,
    { stop, hear }: { readonly stop: AbortSignal; readonly hear: (text: string) => void },
  ): Promise<CommandOutcome | { readonly why: string | null }> => {
    let isTreeGone = false;
    for (let count = 1; ; count++) {
      const tree = await options.tree(isTreeGone);
      if (tree === null) return { why: null };
      const startedAt = Date.now();
      const job: Job = { version: 1, run: options.run, tree, ...sendable.job };
      const sent = await fleet.send(job, sendable.label, {
        onTaken: (worker) => emit({ type: "command-taken", check: sendable.check, worker }),
        onOutput: (text) => hear(options.show(text)),
      });
      if (sent === null) return { why: "the queue did not answer" };
      const reply = await waitFor(sent, stop, slots.isIdle);
      if (reply === "stopped") return stopped(stop, startedAt, sent.waitingSince() === null);
      if (reply === "taken back") return { why: whyNone(sendable.label) };
      if (reply.type === "lost") {
        if (reply.isOver || count >= MOST_SENT) return { why: reply.why };
        continue;
      }
      const { answer } = reply;
      if (answer.type === "ran") {
        const accepted = await options.accept(command, answer);
        if (!("differs" in accepted)) {
          differing.set(sendable.check, -Infinity);
          return accepted;
        }
        return differ(sendable.check, accepted.differs);
      }
      if (answer.kind === "differs") return differ(sendable.check, options.describe(command, answer));
      isTreeGone = answer.kind === "no-tree";
      if (count >= MOST_SENT) return { why: `${answer.worker} could not run it (${answer.why})` };
    }
  };
  const whyNone = (label: string): string | null =>
    fleet.capacity(label) > 0 ? null : (fleet.troubleOf(label) ?? "no worker is there");
  const differ = (check: string, why: string): { readonly why: string } => {
    differing.set(check, (differing.get(check) ?? 0) + 1);
    return { why };
  };

  const executor: Executor = async (command, stop, hear) => {
    const sendable = fleet.isUp() && !stop.aborted ? options.sendable(command) : null;
    const isSent = sendable !== null && (differing.get(sendable.check) ?? 0) < MOST_DIFFERING;
    if (!isSent) return here(command, stop, hear);
    const { label } = sendable;
    const place = await slots.enter(label, stop);
    if (place === null) return options.local(command, stop, hear);
    let isLeft = false;
    const leave = (): void => {
      if (!isLeft) slots.leave(place, label);
      isLeft = true;
    };
    try {
      if (place === "here") return await options.local(command, stop, hear);
      const outcome = await there(command, sendable, { stop, hear: hear ?? (() => {}) });
      if (!("why" in outcome)) return outcome;
      if (outcome.why !== null) note(outcome.why);
    } finally {
      leave();
    }
    return here(command, stop, hear);
  };
  return {
    executor,
    width: () => options.slots + AHEAD * fleet.capacity("") + MARGIN,
    wake: slots.wake,
    reasons: () => reasons,
  };
}

/** A few more than there are slots, so that no slot waits. */
const MARGIN = 4;

/** Waits for an answer. Takes the command back if a slot here is free and no worker has started it. */
async function waitFor(
  sent: Sent,
  stop: AbortSignal,
  isIdle: () => boolean,
): Promise<Reply | "stopped" | "taken back"> {
  let end: (how: "stopped" | "taken back") => void = () => {};
  const ended = new Promise<"stopped" | "taken back">((resolve) => (end = resolve));
  const onStop = (): void => void sent.cancel().finally(() => end("stopped"));
  if (stop.aborted) onStop();
  stop.addEventListener("abort", onStop, { once: true });
  let isAsking = false;
  const timer = setInterval(() => {
    const since = sent.waitingSince();
    if (since === null || isAsking || !isIdle() || performance.now() - since < PATIENCE) return;
    isAsking = true;
    void sent
      .takeBack()
      .then((isBack) => (isBack ? end("taken back") : undefined))
      .finally(() => (isAsking = false));
  }, POLL);
  try {
    return await Promise.race([sent.reply, ended]);
  } finally {
    clearInterval(timer);
    stop.removeEventListener("abort", onStop);
  }
}

function stopped(stop: AbortSignal, startedAt: number, started: boolean): CommandOutcome {
  const why = stop.reason as StopReason;
  const ending = { type: "stopped", why, started } as const;
  return { ending, stdout: "", stderr: "", startedAt, duration: Date.now() - startedAt, trace: null };
}
