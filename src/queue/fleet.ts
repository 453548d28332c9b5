import { randomBytes } from "node:crypto";
import type { PathSet } from "../vocabulary/tree/path-set.ts";
import { type WorkerAnswer, unpackAnswer } from "./answer.ts";
import { connectQueue, withinTime } from "./connect.ts";
import { holdTree, releaseTree, takeUnheld } from "./held-trees.ts";
import { type Job, MOST } from "./job.ts";
import { ALIVE, type QueueNames, PREFIX } from "./names.ts";
import { readNews } from "./news.ts";
import type { Queue, QueueLibrary, Redis } from "./queue-library.ts";
import { listWorkers, type WorkerInfo } from "./registry.ts";

/** The outcome of a sent command. */
export type Reply =
  | { readonly type: "answer"; readonly answer: WorkerAnswer }
  /** No answer; `why` is the end of a sentence. */
  | { readonly type: "lost"; readonly why: string; readonly isOver: boolean };

/** A command that was sent. */
export interface Sent {
  readonly reply: Promise<Reply>;
  /** Since when no worker has it, on the clock of `performance` in milliseconds; null if one has. */
  waitingSince(): number | null;
  /** Takes it back if no worker has started it. Returns whether it could. */
  takeBack(): Promise<boolean>;
  /** No longer needed, whoever has it. */
  cancel(): Promise<void>;
}

/** Gets the events of a sent command. */
export interface SentListener {
  readonly onTaken: (worker: string) => void;
  /** Its output while it runs: as much as for a command that runs here. */
  readonly onOutput: (text: string) => void;
}

/** The workers behind a queue, as a run sees them. */
export interface Fleet {
  /** How many commands with this label workers can run at once. */
  capacity(label: string): number;
  /** What is wrong with a worker for commands with this label; null if there is none. */
  troubleOf(label: string): string | null;
  /** Whether the queue can be reached. */
  isUp(): boolean;
  send(job: Job, label: string, hears: SentListener): Promise<Sent | null>;
  hold(tree: string): Promise<void>;
  /** Leaves the queue. Returns the trees that nobody needs any more. */
  close(): Promise<readonly string[]>;
}

export interface FleetOptions {
  readonly library: QueueLibrary;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly names: QueueNames;
  readonly run: string;
  readonly isPathSet: (value: unknown) => value is PathSet;
  /** Called when a worker appears or disappears. */
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
  readonly hears: SentListener;
  /** How much of its output is still passed on. */
  hearing: number;
  waitingSince: number | null;
  misses: number;
}

export async function openFleet(options: FleetOptions): Promise<Fleet | { readonly trouble: string }> {
  const { library, names, run } = options;
  const connected = await connectQueue(library, options.url, options);
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
    // Whoever waits for an answer notices that the connection is broken.
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
  /**
   * Takes it out of the queue, or makes its worker end it. Resolves when the queue has confirmed that, which may take
   * long.
   */
  const forget = async ({ id, label }: Outstanding): Promise<void> => {
    await queueOf(label)
      .remove(id)
      .then((removed) => (removed === 1 ? removed : redis.publish(names.cancelled, id)))
      .catch(() => {});
  };
  const lookAfter = async (job: Outstanding): Promise<void> => {
    const state = await queueOf(job.label).getJobState(job.id);
    const [answered, ending] = await Promise.all([
      redis.exists(names.answer(job.id)),
      redis.exists(names.ending(job.id)),
    ]);
    if (answered > 0) return take(job);
    const isThere = ending > 0 || (state !== "unknown" && state !== "failed" && state !== "completed");
    const isHopeless = workers.every(({ lanes }) => !lanes.includes(names.lane(job.label)));
    job.misses = isThere && !isHopeless ? 0 : job.misses + 1;
    if (state === "active" || ending > 0) job.waitingSince = null;
    else job.waitingSince ??= performance.now();
    if (job.misses < MISSES) return;
    if (isHopeless) await queueOf(job.label).remove(job.id);
    lose(job, isHopeless ? "no worker is there" : "workers lost it", isHopeless);
  };
  const lookAround = async (): Promise<true> => {
    await redis.set(names.run(run), "1", "EX", ALIVE.run);
    for (const tree of held) await holdTree(redis, names, { tree, run });
    const before = capacityOf(workers);
    workers = await listWorkers(redis, names);
    await Promise.all([...outstanding.values()].map(lookAfter));
    if (capacityOf(workers) !== before) options.onChange();
    return true;
  };
  let looking: Promise<boolean> | undefined;
  const tick = async (): Promise<void> => {
    const start = performance.now();
    // One look at a time: a queue that is back answers the pending one first.
    looking ??= lookAround()
      .catch(() => false)
      .finally(() => (looking = undefined));
    if ((await withinTime(ANSWER_WITHIN, looking)) === true) {
      failingSince = null;
      if (isDown) {
        isDown = false;
        options.onChange();
      }
      return;
    }
    failingSince ??= start;
    if (isDown || performance.now() - failingSince < DOWN_FOR) return;
    isDown = true;
    for (const job of outstanding.values()) {
      lose(job, "the queue did not answer", true);
      void forget(job);
    }
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
    if (news.type !== "output") return job.hears.onTaken(news.worker);
    job.hears.onOutput(news.text.slice(0, job.hearing));
    job.hearing -= Math.min(job.hearing, news.text.length);
  });
  const heard = await withinTime(ANSWER_WITHIN, Promise.all([ear.subscribe(names.news(run)), lookAround()]));
  if (heard === null) {
    ear.disconnect();
    redis.disconnect();
    return { trouble: "it does not answer" };
  }
  let timer: NodeJS.Timeout | undefined;
  const goOn = (): void => {
    timer = setTimeout(() => void tick().finally(() => (timer === undefined ? null : goOn())), TICK);
  };
  goOn();

  return {
    capacity,
    isUp: () => !isDown,
    troubleOf: (label) => {
      const lane = names.lane(label);
      const unwell = workers.find(({ lanes, trouble }) => lanes.includes(lane) && trouble !== null);
      return unwell === undefined ? null : `${unwell.name} could not run it (${unwell.trouble})`;
    },
    hold: async (tree) => {
      held.add(tree);
      await withinTime(ANSWER_WITHIN, holdTree(redis, names, { tree, run }));
    },
    send: async (job, label, hears) => {
      const id = `${run}-${randomBytes(6).toString("hex")}`;
      let resolveReply: (reply: Reply) => void = () => {};
      const reply = new Promise<Reply>((resolve) => (resolveReply = resolve));
      const outstandingJob: Outstanding = {
        id,
        label,
        conclude: resolveReply,
        hears,
        hearing: MOST.heardBytes,
        waitingSince: performance.now(),
        misses: 0,
      };
      outstanding.set(id, outstandingJob);
      const queue = queueOf(label);
      const jobOptions = { jobId: id, removeOnComplete: true, removeOnFail: true, attempts: 1 };
      const added = await withinTime(ANSWER_WITHIN, queue.add("command", job, jobOptions));
      const takeBack = async (): Promise<boolean> => {
        if ((await withinTime(ANSWER_WITHIN, queue.remove(id))) !== 1) return false;
        outstanding.delete(id);
        return true;
      };
      if (added === null) {
        outstanding.delete(id);
        void forget(outstandingJob);
        return null;
      }
      const cancel = async (): Promise<void> => {
        outstanding.delete(id);
        await withinTime(ANSWER_WITHIN, forget(outstandingJob));
      };
      return { reply, takeBack, cancel, waitingSince: () => outstandingJob.waitingSince };
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      const goodBye = async (): Promise<readonly string[]> => {
        await redis.del(names.run(run));
        for (const tree of held) await releaseTree(redis, names, { tree, run });
        return takeUnheld(redis, names);
      };
      const unheld = isDown ? null : await withinTime(ANSWER_WITHIN, goodBye());
      for (const queue of queues.values()) await withinTime(TICK, queue.close());
      ear.disconnect();
      redis.disconnect();
      // If the queue cannot say who else needs them, this run removes its own.
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
): Promise<WorkerAnswer | null> {
  // One byte more than allowed, so that an answer that is too long can be recognised.
  const [bytes] = await Promise.all([redis.getrangeBuffer(key, 0, MOST.answerBytes), redis.del(key)]);
  return unpackAnswer(bytes, isPathSet);
}
