import { ALIVE, type QueueNames } from "./names.ts";
import type { Redis } from "./queue-library.ts";

/** A worker, as it describes itself every few seconds. */
export interface WorkerInfo {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly labels: readonly string[];
  /** The queues that it takes commands from. */
  readonly lanes: readonly string[];
  /** How many commands it runs at once. */
  readonly concurrency: number;
  readonly running: number;
  /** How many it has run since it started. */
  readonly done: number;
  /** What went wrong the last time; null if nothing did. */
  readonly trouble: string | null;
}

const MOST_BYTES = 16 * 1024;
const MOST_SLOTS = 1024;

export async function announce(redis: Redis, names: QueueNames, info: WorkerInfo): Promise<void> {
  await redis.set(names.worker(info.id), JSON.stringify(info), "EX", ALIVE.worker);
  await redis.sadd(names.workers, info.id);
}

export async function signOff(redis: Redis, names: QueueNames, id: string): Promise<void> {
  await redis.del(names.worker(id));
  await redis.srem(names.workers, id);
}

/** Workers with a recent sign of life. Others are removed. */
export async function listWorkers(redis: Redis, names: QueueNames): Promise<readonly WorkerInfo[]> {
  const ids = await redis.smembers(names.workers);
  if (ids.length === 0) return [];
  const texts = await redis.mget(...ids.map((id) => names.worker(id)));
  const expired = ids.filter((_, index) => texts[index] === null);
  if (expired.length > 0) await redis.srem(names.workers, ...expired);
  return texts.flatMap((text) => readInfo(text) ?? []);
}

function readInfo(text: string | null): WorkerInfo | null {
  if (text === null || text.length > MOST_BYTES) return null;
  try {
    const info = JSON.parse(text) as WorkerInfo;
    const isOne =
      [info.id, info.name, info.platform].every((each) => typeof each === "string") &&
      [info.lanes, info.labels].every(
        (list) => Array.isArray(list) && list.every((each) => typeof each === "string"),
      ) &&
      [info.concurrency, info.running, info.done].every((each) => Number.isSafeInteger(each) && each >= 0) &&
      (info.trouble === null || typeof info.trouble === "string");
    return isOne ? { ...info, concurrency: Math.min(info.concurrency, MOST_SLOTS) } : null;
  } catch {
    return null;
  }
}
