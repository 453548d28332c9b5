import { computed, effect, signal } from "@preact/signals";
import type { JobState, LiveState, Message, RepositoryState } from "../ui/api.ts";
import { ask, listen, RequestRefused } from "./client.ts";
import { embedded } from "./embedded.ts";

export type Connection = "connecting" | "open" | "lost" | "refused" | "file";

export const repository = signal<RepositoryState | null>(null);
export const live = signal<LiveState | null>(null);
export const job = signal<JobState | null>(null);
export const connection = signal<Connection>(embedded === null ? "connecting" : "file");
/** Counters that increase when something may have changed. */
export const changes = { runs: signal(0), flow: signal(0), repository: signal(0) } as const;
/** On the clock of the server; ticks while something is running. */
export const clock = signal(Date.now());

export const isRunning = computed(() => live.value?.run?.state === "running");

let ahead = 0;

function hear(message: Message): void {
  if (message.type === "job") {
    job.value = message.job;
    return;
  }
  if (message.type === "changed") {
    changes[message.what].value += 1;
    if (message.what !== "flow") void readState();
    return;
  }
  ahead = message.live.now - Date.now();
  clock.value = message.live.now;
  live.value = message.live;
}

async function readState(): Promise<void> {
  const state = await ask<RepositoryState>("state");
  repository.value = state;
  job.value = state.job ?? job.value;
}

/** Stays connected: reconnects with growing pauses. */
export async function connect(): Promise<void> {
  if (embedded !== null) {
    await readState();
    return;
  }
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000)) {
    try {
      await readState();
      await listen(hear, () => {
        connection.value = "open";
        pause = 500;
      });
      connection.value = "lost";
    } catch (error) {
      connection.value = error instanceof RequestRefused && error.status === 401 ? "refused" : "lost";
      if (connection.value === "refused") return;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Updates durations while something is running. */
export function keepTime(): void {
  effect(() => {
    if (!isRunning.value) return undefined;
    const timer = setInterval(() => {
      clock.value = Date.now() + ahead;
    }, 250);
    return () => clearInterval(timer);
  });
}
