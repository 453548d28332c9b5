import { randomBytes } from "node:crypto";
import type { PathSet } from "../vocabulary/tree/path-set.ts";
import { type Answer, unpackAnswer } from "./answer.ts";
import { connect, within } from "./connect.ts";
import { holdTree, releaseTree, takeUnheld } from "./held-trees.ts";
import { type Job, MOST } from "./job.ts";
import { ALIVE, type Names, PREFIX } from "./names.ts";
import type { Queue, QueueLibrary, Redis } from "./queue-library.ts";
import { listWorkers, type WorkerInfo } from "./registry.ts";

/** What came of a command that was sent. */
export type Reply =
  | { readonly type: "answer"; readonly answer: Answer }
  /** Nothing: why, as the end of a sentence. */
  | { readonly type: "lost"; readonly why: string; readonly isOver: boolean };

/** A command that was sent. */
export interface Sent {
  readonly reply: Promise<Reply>;
  /** Since when no worker has it, in milliseconds as `performance` counts; null where one has. */
  waitingSince(): number | null;
  /** Takes it back if no worker has begun with it; whether it could be. */
  takeBack(): Promise<boolean>;
  /** It is not wanted any more, whoever has it. */
  cancel(): Promise<void>;
}

/** The workers behind a queue, as a run sees them. */
export interface Fleet {
  /** How many commands with this label workers can run at once. */
  capacity(label: string): number;
  /** Why nobody runs commands with this label, where nobody does. */
  whyNone(label: string): string;
  /** Whether the queue can be reached. */
  isUp(): boolean;
  send(job: Job, label: string, onTaken: (worker: string) => void): Promise<Sent | null>;
  hold(tree: string): Promise<void>;
  /** Says good-bye. The trees that nobody needs any more. */
  close(): Promise<readonly string[]>;
}

export interface FleetOptions {
  readonly library: QueueLibrary;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly names: Names;
  readonly run: string;
  readonly isPathSet: (value: unknown) => value is PathSet;
  /** Called when a worker came or went. */
  readonly onChange: () => void;
}

/** In milliseconds. */
const TICK = 1000;
const ANSWER_WITHIN = 5000;
const DOWN_FOR = 10_000;
/** How often in a row a job must be missing before it counts as lost. */
const MISSES = 2;

interface Outstanding {
  readonly id: string;
  readonly label: string;
  readonly conclude: (reply: Reply) => void;
  readonly onTaken: (worker: string) => void;
  waitingSince: number | null;
  misses: number;
}

export async function openFleet(options: FleetOptions): Promise<Fleet | { readonly trouble: string }> {
  const { library, names, run } = options;
  const connected = await connect(library, options.url, options);
  if ("trouble" in connected) return connected;
  const { redis } = connected;
  const outstanding = new Map<string, Outstanding>();
  const queues = new Map<string, Queue>();
  const held = new Set<string>();
  let workers: readonly WorkerInfo[] = [];
  let failingSince: number | null = null;
  let isDown = false;

  const queueOf = (label: string): Queue => {
    const known = queues.get(label);
    if (known !== undefined) return known;
    const queue = new library.Queue(names.lane(label), { connection: redis, prefix: PREFIX });
    // What is wrong with the connection is seen by whoever waits for an answer.
    queue.on("error", () => {});
    queues.set(label, queue);
    return queue;
  };
  const conclude = (job: Outstanding, reply: Reply): void => {
    if (outstanding.delete(job.id)) job.conclude(reply);
  };
  const lose = (job: Outstanding, why: string, isOver = false): void =>
    conclude(job, { type: "lost", why, isOver });
  const take = async (job: Outstanding): Promise<void> => {
    const answer = await readAnswer(redis, names.answer(job.id), options.isPathSet);
    if (answer === null) lose(job, "its answer could not be read");
    else conclude(job, { type: "answer", answer });
  };
  const capacity = (label: string): number => {
    const lane = names.lane(label);
    const able = workers.filter(({ lanes, trouble }) => lanes.includes(lane) && trouble === null);
    return isDown ? 0 : able.reduce((sum, { concurrency }) => sum + concurrency, 0);
  };
  const lookAfter = async (job: Outstanding): Promise<void> => {
    const state = await queueOf(job.label).getJobState(job.id);
    if ((await redis.exists(names.answer(job.id))) > 0) return take(job);
    const isThere = state !== "unknown" && state !== "failed" && state !== "completed";
    const isHopeless = workers.every(({ lanes }) => !lanes.includes(names.lane(job.label)));
    job.misses = isThere && !isHopeless ? 0 : job.misses + 1;
    if (state !== "active") job.waitingSince ??= performance.now();
    if (job.misses < MISSES) return;
    if (isHopeless) await queueOf(job.label).remove(job.id);
    lose(job, isHopeless ? "no worker is there" : "workers lost it", isHopeless);
  };
  const lookAround = async (): Promise<true> => {
    await redis.set(names.run(run), "1", "EX", ALIVE.run);
    for (const tree of held) await holdTree(redis, names, { tree, run });
    const before = capacityOf(workers);
    workers = await listWorkers(redis, names);
    for (const job of outstanding.values()) await lookAfter(job);
    if (capacityOf(workers) !== before) options.onChange();
    return true;
  };
  const tick = async (): Promise<void> => {
    const seen = await within(ANSWER_WITHIN, lookAround());
    if (seen === true) failingSince = null;
    else failingSince ??= performance.now() - ANSWER_WITHIN;
    if (failingSince === null || performance.now() - failingSince < DOWN_FOR) return;
    isDown = true;
    for (const job of outstanding.values()) lose(job, "the queue cannot be reached any more", true);
    options.onChange();
  };

  const ear = redis.duplicate();
  ear.on("error", () => {});
  ear.on("message", (_channel: string, message: string) => {
    const news = readNews(message);
    const job = news === null ? undefined : outstanding.get(news.job);
    if (news === null || job === undefined) return;
    if (news.type === "answered") return void take(job).catch(() => {});
    job.waitingSince = null;
    job.onTaken(news.worker);
  });
  const heard = await within(ANSWER_WITHIN, Promise.all([ear.subscribe(names.news(run)), lookAround()]));
  if (heard === null) {
    ear.disconnect();
    redis.disconnect();
    return { trouble: "it does not answer" };
  }
  let timer: NodeJS.Timeout | undefined;
  const goOn = (): void => {
    timer = setTimeout(
      () => void tick().finally(() => (isDown || timer === undefined ? null : goOn())),
      TICK,
    );
  };
  goOn();

  return {
    capacity,
    isUp: () => !isDown,
    whyNone: (label) => {
      const lane = names.lane(label);
      const unwell = workers.find(({ lanes, trouble }) => lanes.includes(lane) && trouble !== null);
      return unwell === undefined
        ? "no worker is there"
        : `${unwell.name} could not run it (${unwell.trouble})`;
    },
    hold: async (tree) => {
      held.add(tree);
      await within(ANSWER_WITHIN, holdTree(redis, names, { tree, run }));
    },
    send: async (job, label, onTaken) => {
      const id = `${run}-${randomBytes(6).toString("hex")}`;
      let settled: (reply: Reply) => void = () => {};
      const reply = new Promise<Reply>((resolve) => (settled = resolve));
      const own: Outstanding = {
        id,
        label,
        conclude: settled,
        onTaken,
        waitingSince: performance.now(),
        misses: 0,
      };
      outstanding.set(id, own);
      const queue = queueOf(label);
      const jobOptions = { jobId: id, removeOnComplete: true, removeOnFail: true, attempts: 1 };
      const added = await within(ANSWER_WITHIN, queue.add("command", job, jobOptions));
      const takeBack = async (): Promise<boolean> => {
        if ((await within(ANSWER_WITHIN, queue.remove(id))) !== 1) return false;
        outstanding.delete(id);
        return true;
      };
      if (added === null) {
        outstanding.delete(id);
        void queue.remove(id).catch(() => {});
        return null;
      }
      const cancel = async (): Promise<void> => {
        if (await takeBack()) return;
        outstanding.delete(id);
        await within(ANSWER_WITHIN, redis.publish(names.cancelled, id));
      };
      return { reply, takeBack, cancel, waitingSince: () => own.waitingSince };
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      const goodBye = async (): Promise<readonly string[]> => {
        await redis.del(names.run(run));
        for (const tree of held) await releaseTree(redis, names, { tree, run });
        return takeUnheld(redis, names);
      };
      const unheld = isDown ? null : await within(ANSWER_WITHIN, goodBye());
      for (const queue of queues.values()) await within(TICK, queue.close());
      ear.disconnect();
      redis.disconnect();
      // Where nobody can be asked who else needs them, this run's own are its to remove.
      return unheld ?? [...held];
    },
  };
}

function capacityOf(workers: readonly WorkerInfo[]): string {
  return JSON.stringify(workers.map(({ id, concurrency, trouble }) => [id, concurrency, trouble === null]));
}

async function readAnswer(
  redis: Redis,
  key: string,
  isPathSet: FleetOptions["isPathSet"],
): Promise<Answer | null> {
  if ((await redis.strlen(key)) > MOST.answerBytes) return null;
  const bytes = await redis.getBuffer(key);
  await redis.del(key);
  return bytes === null ? null : unpackAnswer(bytes, isPathSet);
}

interface News {
  readonly job: string;
  readonly type: "taken" | "answered";
  readonly worker: string;
}

function readNews(message: string): News | null {
  try {
    const { job, type, worker } = JSON.parse(message) as Partial<News>;
    const isNews = typeof job === "string" && typeof worker === "string" && worker.length <= 100;
    return isNews && (type === "taken" || type === "answered") ? { job, type, worker } : null;
  } catch {
    return null;
  }
}
