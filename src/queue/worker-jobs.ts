import { setTimeout as delay } from "node:timers/promises";
import { type WorkerAnswer, packAnswer } from "./answer.ts";
import { type Job, readJob } from "./job.ts";
import { ALIVE, type QueueNames } from "./names.ts";
import { type News, writeNews } from "./news.ts";
import type { QueuedJob, Redis } from "./queue-library.ts";
import { createOutputRelay } from "./output-relay.ts";

/** The commands that a worker has. */
export interface WorkerJobs {
  /** Resolves when the worker can take another one; the answer may still follow. */
  take(queued: QueuedJob): Promise<void>;
  /** It is no longer needed. */
  cancel(key: string): void;
  /** Announces the answers of commands that have ended; ends commands whose run is over. */
  lookAfter(): Promise<void>;
  readonly state: () => {
    readonly running: number;
    readonly done: number;
    readonly trouble: string | null;
  };
  /** Whether a command is running, or an answer is being made. */
  readonly isBusy: () => boolean;
  /** Resolves when everything is answered. */
  waitForAnswers(): Promise<void>;
}

export interface Meanwhile {
  /** Aborted when it is no longer needed. */
  readonly stop: AbortSignal;
  /** Gets the output of the command, without secrets. */
  readonly hear: (text: string) => void;
  /** Called when the command has ended and only its answer is missing: another one can run. */
  readonly onRan: () => void;
}

/** Events of a worker. */
export type WorkerNews =
  | { readonly type: "ready"; readonly name: string }
  | { readonly type: "taken"; readonly check: string; readonly targets: number }
  | { readonly type: "answered"; readonly check: string; readonly answer: WorkerAnswer }
  | { readonly type: "unreachable"; readonly why: string }
  | { readonly type: "reachable" };

export interface JobsOptions {
  readonly redis: Redis;
  readonly names: QueueNames;
  readonly name: string;
  readonly concurrency: number;
  /** After how many milliseconds without a sign of life a worker's commands go to others. */
  readonly lostAfter: number;
  /** Whether it ends after one command. */
  readonly once: boolean;
  /** Runs a command. Never rejects. */
  readonly perform: (job: Job, meanwhile: Meanwhile) => Promise<WorkerAnswer>;
  /** Aborted: takes no more commands, and finishes the running ones. */
  readonly drain: AbortSignal;
  /** Aborted: ends the running commands. */
  readonly stop: AbortSignal;
  readonly say: (news: WorkerNews) => void;
  /** Called when this worker has something new to report. */
  readonly onChange: () => void;
  readonly onAnswered: () => void;
}

/** How long a worker rests after trouble, in milliseconds: longer each time. */
const REST = { first: 1000, most: 30_000 } as const;
/** How long to wait at least for an announced answer, in milliseconds. */
const LEAST_ENDING = 6000;
/** How many answers per slot may be pending before the next command waits. */
const MOST_ENDING = 8;

interface Active {
  readonly job: Job;
  readonly abort: AbortController;
  /** How often in a row its run gave no sign of life. */
  silent: number;
  isEnding: boolean;
}

export function createWorkerJobs(options: JobsOptions): WorkerJobs {
  const { redis, names, name, say } = options;
  const active = new Map<string, Active>();
  const answering = new Set<Promise<void>>();
  let performing = 0;
  let done = 0;
  let trouble: string | null = null;
  let troubles = 0;

  const tell = async (job: Job, news: News): Promise<void> => {
    await redis.publish(names.news(job.run), writeNews(news)).catch(() => {});
  };
  const sayEnding = async (key: string): Promise<void> => {
    const wait = Math.max(LEAST_ENDING, options.lostAfter);
    await redis.set(names.ending(key), "1", "PX", wait).catch(() => {});
  };
  const rest = async (): Promise<void> => {
    const long = Math.min(REST.most, REST.first * 2 ** (troubles - 1));
    await delay(long, undefined, { signal: options.drain }).catch(() => {});
  };
  /** Runs it and answers. Returns whether something is wrong with this worker. */
  const perform = async (key: string, own: Active, onRan: () => void): Promise<boolean> => {
    const { job, abort } = own;
    const relay = createOutputRelay((text) => tell(job, { type: "output", job: key, worker: name, text }));
    performing += 1;
    const answer = await options
      .perform(job, { stop: abort.signal, hear: relay.hear, onRan })
      .finally(() => (performing -= 1));
    relay.end();
    const isTrouble = answer.type === "refused" && answer.kind === "trouble";
    const before = trouble;
    trouble = isTrouble ? answer.why : null;
    troubles = isTrouble ? troubles + 1 : 0;
    // Nobody waits for a cancelled command.
    if (abort.signal.aborted && !options.stop.aborted) return isTrouble;
    // In this order, because they are sent over one connection.
    const stored = redis.set(names.answer(key), pack(answer), "EX", ALIVE.answer);
    const announced = tell(job, { type: "answered", job: key, worker: name });
    await Promise.all([stored, announced]);
    say({ type: "answered", check: job.check, answer });
    done += 1;
    if (before !== trouble) options.onChange();
    return isTrouble;
  };
  const take = async (queued: QueuedJob): Promise<void> => {
    const job = readJob(queued.data);
    const key = queued.id ?? "";
    // Nobody waits for something that is not a job, or for a job whose run is over.
    if (job === null || key === "" || (await redis.exists(names.run(job.run))) === 0) return;
    const abort = new AbortController();
    const onStop = (): void => abort.abort();
    if (options.stop.aborted) onStop();
    options.stop.addEventListener("abort", onStop, { once: true });
    const current: Active = { job, abort, silent: 0, isEnding: false };
    active.set(key, current);
    void tell(job, { type: "taken", job: key, worker: name });
    say({ type: "taken", check: job.check, targets: job.targets.length });
    let onRan = (): void => {};
    const ran = new Promise<void>((resolve) => (onRan = resolve));
    let isTrouble = false;
    const answered = perform(key, current, onRan)
      .then((is) => void (isTrouble = is))
      .finally(() => {
        options.stop.removeEventListener("abort", onStop);
        active.delete(key);
        answering.delete(answered);
        options.onAnswered();
      });
    answering.add(answered);
    await Promise.race([answered, ran]);
    if (active.has(key) && !options.once && answering.size <= MOST_ENDING * options.concurrency) {
      current.isEnding = true;
      await sayEnding(key);
      // Whoever waits for the end of everything gets the error.
      answered.catch(() => {});
      return;
    }
    await answered;
    if (isTrouble) await rest();
  };
  return {
    take,
    cancel: (key) => active.get(key)?.abort.abort(),
    lookAfter: async () => {
      const runs = new Map<string, Promise<number>>();
      const isThere = async (run: string): Promise<boolean> => {
        const exists = runs.get(run) ?? redis.exists(names.run(run));
        runs.set(run, exists);
        return (await exists) > 0;
      };
      await Promise.all(
        [...active].map(async ([key, each]) => {
          if (each.isEnding) await sayEnding(key);
          each.silent = (await isThere(each.job.run)) ? 0 : each.silent + 1;
          if (each.silent > 1) each.abort.abort();
        }),
      );
    },
    state: () => ({
      running: [...active.values()].filter(({ isEnding }) => !isEnding).length,
      done,
      trouble,
    }),
    isBusy: () => performing > 0,
    waitForAnswers: async () => void (await Promise.allSettled(answering)),
  };
}

function pack(answer: WorkerAnswer): Buffer {
  const { worker } = answer;
  const why = "its output is too large to be sent";
  const refusal = { version: 1, type: "refused", worker, kind: "differs", why } as const;
  return packAnswer(answer) ?? packAnswer(refusal) ?? Buffer.alloc(0);
}
