import { randomBytes } from "node:crypto";
import { createLimit } from "../system/process/limit.ts";
import { connectQueue, withinTime } from "./connect.ts";
import { PREFIX } from "./names.ts";
import type { QueueLibrary, QueueWorker, Redis } from "./queue-library.ts";
import { announce, signOff } from "./registry.ts";
import { createWorkerJobs, type JobsOptions } from "./worker-jobs.ts";

export interface TakeJobsOptions extends Pick<
  JobsOptions,
  "names" | "name" | "concurrency" | "lostAfter" | "once" | "perform" | "drain" | "stop" | "say"
> {
  readonly library: QueueLibrary;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly labels: readonly string[];
  /** Called now and then while the worker is idle, with a connection. */
  readonly tidy: (redis: Redis) => Promise<void>;
}

/** In milliseconds. */
const HEARTBEAT = 2000;
/** How soon others see its changes. */
const SOON = 250;
const TIDY = 60_000;
const PATIENCE = 5000;
/** How often a job may go to another worker before it goes back to its sender. */
const MOST_STALLED = 2;

/** Takes commands from its queues until it is told to end. Null, or why it could not start. */
export async function takeJobs(options: TakeJobsOptions): Promise<{ readonly trouble: string } | null> {
  const { library, names, say, name } = options;
  const givenUp = new AbortController();
  const connected = await connectQueue(library, options.url, {
    env: options.env,
    givenUp: givenUp.signal,
  });
  if ("trouble" in connected) return connected;
  const { redis } = connected;
  tellConnection(redis, say);
  const id = `${name}-${randomBytes(4).toString("hex")}`;
  const lanes = ["", ...new Set(options.labels)].map(names.lane);
  const concurrency = options.once ? 1 : options.concurrency;
  const finished = new AbortController();
  let soon: NodeJS.Timeout | undefined;
  const jobs = createWorkerJobs({
    ...options,
    redis,
    concurrency,
    drain: AbortSignal.any([options.drain, finished.signal]),
    onChange: () => (soon ??= setTimeout(() => void withinTime(PATIENCE, beat()), SOON)),
    onAnswered: () => (options.once ? finished.abort() : undefined),
  });
  const beat = async (): Promise<void> => {
    clearTimeout(soon);
    soon = undefined;
    const platform = `${process.platform}-${process.arch}`;
    const { labels } = options;
    await announce(redis, names, { id, name, platform, labels, lanes, concurrency, ...jobs.state() });
  };
  let listening: Promise<unknown> | undefined;
  /** One at a time: while the queue does not answer, questions would only pile up. */
  const listen = async (): Promise<void> => {
    listening ??= Promise.allSettled([beat(), jobs.lookAfter()]).finally(() => (listening = undefined));
    await listening;
  };

  const ear = redis.duplicate();
  ear.on("error", () => {});
  ear.on("message", (_channel: string, key: string) => jobs.cancel(key));
  await withinTime(PATIENCE, ear.subscribe(names.cancelled));
  const begin = createLimit(concurrency);
  // Renamed, because a bundler takes `new Worker` for one of Node's, which runs a file.
  const { Worker: Taker } = library;
  const workers = lanes.map((lane) => {
    const worker = new Taker(lane, (queued) => begin(() => jobs.take(queued)), {
      connection: redis,
      prefix: PREFIX,
      concurrency,
      lockDuration: options.lostAfter,
      stalledInterval: Math.max(500, Math.floor(options.lostAfter / 2)),
      maxStalledCount: MOST_STALLED,
      drainDelay: 1,
    });
    worker.on("error", () => {});
    return worker;
  });
  await withinTime(PATIENCE, beat());
  say({ type: "ready", name });
  const timers = [
    setInterval(() => void listen(), HEARTBEAT),
    setInterval(() => void options.tidy(redis).catch(() => {}), TIDY),
  ];
  void options.tidy(redis).catch(() => {});
  await aborted(AbortSignal.any([options.drain, finished.signal]));
  await closeAll(workers, {
    waitForAnswers: jobs.waitForAnswers,
    // A connection can stay open to a Redis that no longer answers.
    isGone: async () => (await withinTime(PATIENCE, redis.ping())) === null,
    isBusy: jobs.isBusy,
  });
  givenUp.abort();
  for (const timer of timers) clearInterval(timer);
  clearTimeout(soon);
  await withinTime(PATIENCE, signOff(redis, names, id));
  ear.disconnect();
  redis.disconnect();
  return null;
}

/**
 * Lets running commands finish, unless it is told to stop. If the queue is gone, it cannot be informed and is left as
 * it is.
 */
async function closeAll(
  workers: readonly QueueWorker[],
  {
    waitForAnswers,
    isGone,
    isBusy,
  }: {
    readonly waitForAnswers: () => Promise<void>;
    readonly isGone: () => Promise<boolean>;
    readonly isBusy: () => boolean;
  },
): Promise<void> {
  const end = async (work: Promise<unknown>): Promise<void> => {
    while (
      (await withinTime(
        PATIENCE,
        work.then(() => true),
      )) === null
    )
      if (!isBusy() && (await isGone())) return;
  };
  await withinTime(PATIENCE, Promise.all(workers.map((worker) => worker.pause(true))));
  await end(waitForAnswers());
  // Without force, it would wait for a queue that is gone.
  const byForce = await isGone();
  await end(Promise.allSettled(workers.map((worker) => worker.close(byForce))).then(waitForAnswers));
}

function tellConnection(redis: Redis, say: TakeJobsOptions["say"]): void {
  let isDown = false;
  redis.on("error", (error: Error) => {
    if (!isDown) say({ type: "unreachable", why: error.message });
    isDown = true;
  });
  redis.on("ready", () => {
    if (isDown) say({ type: "reachable" });
    isDown = false;
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
