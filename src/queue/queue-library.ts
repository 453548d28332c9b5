import { createRequire } from "node:module";
import { join } from "node:path";
import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";

/** The part of ioredis that is used. */
export interface Redis {
  readonly status: string;
  connect(): Promise<void>;
  ping(): Promise<string>;
  getrangeBuffer(key: string, start: number, end: number): Promise<Buffer>;
  mget(...keys: readonly string[]): Promise<readonly (string | null)[]>;
  set(key: string, value: string | Buffer, ...options: readonly (string | number)[]): Promise<unknown>;
  del(...keys: readonly string[]): Promise<number>;
  exists(...keys: readonly string[]): Promise<number>;
  sadd(key: string, ...members: readonly string[]): Promise<number>;
  srem(key: string, ...members: readonly string[]): Promise<number>;
  smembers(key: string): Promise<readonly string[]>;
  publish(channel: string, message: string): Promise<number>;
  subscribe(...channels: readonly string[]): Promise<unknown>;
  on(event: string, listener: (...values: never[]) => void): unknown;
  duplicate(): Redis;
  disconnect(): void;
}

/** The part of a bullmq queue that is used. */
export interface Queue {
  add(name: string, data: unknown, options: object): Promise<unknown>;
  /** Returns how many were removed; a job that a worker holds is not. */
  remove(id: string): Promise<number>;
  getJobState(id: string): Promise<string>;
  /** The ids of jobs in these states. */
  getRanges(states: readonly string[], start: number, end: number): Promise<readonly string[]>;
  getJobCounts(...states: readonly string[]): Promise<Readonly<Record<string, number>>>;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** The part of a job that a worker gets. */
export interface QueuedJob {
  readonly id?: string;
  readonly data: unknown;
}

export interface QueueWorker {
  on(event: string, listener: (...values: never[]) => void): unknown;
  close(force?: boolean): Promise<void>;
  pause(doNotWaitActive?: boolean): Promise<void>;
}

export interface QueueLibrary {
  readonly Redis: new (url: string, options: object) => Redis;
  readonly Queue: new (name: string, options: object) => Queue;
  readonly Worker: new (
    name: string,
    process: (job: QueuedJob) => Promise<unknown>,
    options: object,
  ) => QueueWorker;
}

/**
 * Loads the libraries for the queue, from where this program is installed or from the packages of the repository. Both
 * are optional, because most people do not need them.
 */
export function loadQueueLibrary(root: string): Result<QueueLibrary> {
  const bullmq = load("bullmq", root);
  const ioredis = load("ioredis", root);
  if (bullmq !== null && ioredis !== null) {
    const { Queue, Worker } = bullmq as Pick<QueueLibrary, "Queue" | "Worker">;
    const { Redis, default: standard } = ioredis as {
      Redis?: QueueLibrary["Redis"];
      default?: QueueLibrary["Redis"];
    };
    const chosen = Redis ?? standard;
    if (chosen !== undefined) return succeed({ Redis: chosen, Queue, Worker });
  }
  const missing = [...(bullmq === null ? ["bullmq"] : []), ...(ioredis === null ? ["ioredis"] : [])];
  return fail({
    kind: "usage",
    message: `Workers need the ${missing.length > 1 ? "packages" : "package"} ${missing.join(" and ")}.`,
    expected: "both installed beside this program, or in this repository",
    hint: "Install them: npm install --save-dev bullmq@6 ioredis@6",
  });
}

function load(name: string, root: string): unknown {
  for (const place of [process.argv[1] ?? root, join(root, "package.json")]) {
    try {
      return createRequire(place)(name);
    } catch {
      // It may be in the next place.
    }
  }
  return null;
}
