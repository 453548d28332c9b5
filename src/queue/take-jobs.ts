import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createLimit } from "../system/process/limit.ts";
import { type Answer, packAnswer } from "./answer.ts";
import { connect, within } from "./connect.ts";
import { type Job, readJob } from "./job.ts";
import { ALIVE, type Names, PREFIX } from "./names.ts";
import type { QueuedJob, QueueLibrary, QueueWorker, Redis } from "./queue-library.ts";
import { announce, signOff } from "./registry.ts";

export interface TakeOptions {
  readonly library: QueueLibrary;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly names: Names;
  readonly name: string;
  readonly labels: readonly string[];
  readonly concurrency: number;
  /** In milliseconds: after how long without a sign of life a worker's commands are given to others. */
  readonly lostAfter: number;
  /** Ends after one command. */
  readonly once: boolean;
  /** Runs a command. Never rejects. */
  readonly perform: (job: Job, stop: AbortSignal) => Promise<Answer>;
  /** Called now and then, with a connection, while nothing else is to be done. */
  readonly tidy: (redis: Redis) => Promise<void>;
  /** Aborted: no more is taken, and what runs is brought to its end. */
  readonly drain: AbortSignal;
  /** Aborted: what runs is ended. */
  readonly stop: AbortSignal;
  readonly say: (news: WorkerNews) => void;
}

/** What a worker tells whoever watches it. */
export type WorkerNews =
  | { readonly type: "ready"; readonly name: string }
  | { readonly type: "taken"; readonly check: string; readonly targets: number }
  | { readonly type: "answered"; readonly check: string; readonly answer: Answer }
  | { readonly type: "unreachable"; readonly why: string }
  | { readonly type: "reachable" };

/** In milliseconds. */
const HEARTBEAT = 2000;
const TIDY = 60_000;
const PATIENCE = 5000;
/** How often a job may be given to another worker before it goes back to who sent it. */
const MOST_STALLED = 2;
/** How long a worker with whom something is wrong rests, the longer the more often. */
const REST = { first: 1000, most: 30_000 } as const;

interface Active {
  readonly job: Job;
  readonly abort: AbortController;
  /** How often in a row its run gave no sign of life. */
  silent: number;
}

/** Takes commands from the queues that are meant for it until it is told to end. Null, or why it could not begin. */
export async function takeJobs(options: TakeOptions): Promise<{ readonly trouble: string } | null> {
  const { library, names, say, name } = options;
  const givenUp = new AbortController();
  const connected = await connect(library, options.url, {
    env: options.env,
    givenUp: givenUp.signal,
  });
  if ("trouble" in connected) return connected;
  const { redis } = connected;
  tellConnection(redis, say);
  const id = `${name}-${randomBytes(4).toString("hex")}`;
  const active = new Map<string, Active>();
  const lanes = ["", ...new Set(options.labels)].map(names.lane);
  let done = 0;
  let performing = 0;
  let trouble: string | null = null;
  let troubles = 0;
  const finished = new AbortController();

  const publish = (job: Job, news: object): Promise<unknown> =>
    redis.publish(names.news(job.run), JSON.stringify({ worker: name, ...news }));
  const process = async (queued: QueuedJob): Promise<void> => {
    const job = readJob(queued.data);
    const key = queued.id ?? "";
    // What is no job has nobody who waits for it, and neither has one whose run is over.
    if (job === null || key === "" || (await redis.exists(names.run(job.run))) === 0) return;
    const abort = new AbortController();
    const onStop = (): void => abort.abort();
    if (options.stop.aborted) onStop();
    options.stop.addEventListener("abort", onStop, { once: true });
    active.set(key, { job, abort, silent: 0 });
    try {
      await publish(job, { job: key, type: "taken" });
      say({ type: "taken", check: job.check, targets: job.targets.length });
      performing += 1;
      const answer = await options.perform(job, abort.signal).finally(() => (performing -= 1));
      const isTrouble = answer.type === "refused" && answer.kind === "trouble";
      trouble = isTrouble ? answer.why : null;
      troubles = isTrouble ? troubles + 1 : 0;
      // Nobody waits for what was cancelled.
      if (abort.signal.aborted && !options.stop.aborted) return;
      await redis.set(names.answer(key), pack(answer), "EX", ALIVE.answer);
      await publish(job, { job: key, type: "answered" });
      say({ type: "answered", check: job.check, answer });
      done += 1;
      active.delete(key);
      await beat();
      if (isTrouble)
        await delay(Math.min(REST.most, REST.first * 2 ** (troubles - 1)), undefined, {
          signal: AbortSignal.any([options.drain, finished.signal]),
        }).catch(() => {});
    } finally {
      options.stop.removeEventListener("abort", onStop);
      active.delete(key);
      if (options.once) finished.abort();
    }
  };
  const beat = async (): Promise<void> => {
    const { labels, concurrency } = options;
    const platform = `${globalThis.process.platform}-${globalThis.process.arch}`;
    const running = active.size;
    const info = { id, name, platform, labels, lanes, concurrency, running, done, trouble };
    await announce(redis, names, info);
  };
  const listen = async (): Promise<void> => {
    await beat();
    for (const each of active.values()) {
      const isThere = (await redis.exists(names.run(each.job.run))) > 0;
      each.silent = isThere ? 0 : each.silent + 1;
      if (each.silent > 1) each.abort.abort();
    }
  };

  const ear = redis.duplicate();
  ear.on("error", () => {});
  ear.on("message", (_channel: string, key: string) => active.get(key)?.abort.abort());
  await within(PATIENCE, ear.subscribe(names.cancelled));
  const begin = createLimit(options.concurrency);
  // Not by its own name: a `Worker` is taken for one of Node's, which runs a file.
  const { Worker: Taker } = library;
  const workers = lanes.map((lane) => {
    const worker = new Taker(lane, (queued) => begin(() => process(queued)), {
      connection: redis,
      prefix: PREFIX,
      concurrency: options.concurrency,
      lockDuration: options.lostAfter,
      stalledInterval: Math.max(500, Math.floor(options.lostAfter / 2)),
      maxStalledCount: MOST_STALLED,
      drainDelay: 1,
    });
    worker.on("error", () => {});
    return worker;
  });
  await within(PATIENCE, beat());
  say({ type: "ready", name });
  const timers = [
    setInterval(() => void within(PATIENCE, listen()), HEARTBEAT),
    setInterval(() => void options.tidy(redis).catch(() => {}), TIDY),
  ];
  void options.tidy(redis).catch(() => {});
  await aborted(AbortSignal.any([options.drain, finished.signal]));
  // What runs is brought to its end, unless it is told to stop.
  await closeAll(workers, {
    isHopeless: () => performing === 0 && redis.status !== "ready",
    giveUp: () => givenUp.abort(),
  });
  for (const timer of timers) clearInterval(timer);
  await within(PATIENCE, signOff(redis, names, id));
  ear.disconnect();
  redis.disconnect();
  return null;
}

/** Waits for what still runs; but a queue that is gone cannot be told the end of it, and is given up. */
async function closeAll(
  workers: readonly QueueWorker[],
  { isHopeless, giveUp }: { readonly isHopeless: () => boolean; readonly giveUp: () => void },
): Promise<void> {
  const closing = Promise.allSettled(workers.map((worker) => worker.close()));
  while ((await within(PATIENCE, closing)) === null) {
    if (!isHopeless()) continue;
    giveUp();
    await within(PATIENCE, closing);
    return;
  }
}

function pack(answer: Answer): Buffer {
  const { worker } = answer;
  const why = "its output is too large to be sent";
  const refusal = { version: 1, type: "refused", worker, kind: "differs", why } as const;
  return packAnswer(answer) ?? packAnswer(refusal) ?? Buffer.alloc(0);
}

function tellConnection(redis: Redis, say: TakeOptions["say"]): void {
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
