import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { checkQueueUrl, connectQueue, withinTime } from "../queue/connect.ts";
import { PREFIX } from "../queue/names.ts";
import { loadQueueLibrary } from "../queue/queue-library.ts";
import { listWorkers, type WorkerInfo } from "../queue/registry.ts";
import { locateClone, type WorkerOptions } from "./run-worker.ts";

export interface QueueState {
  /** The label that its commands need; null for those without one. */
  readonly label: string | null;
  readonly waiting: number;
  readonly running: number;
  /** Held by a worker without a sign of life; another gets them soon. */
  readonly stalled: number;
}

export interface WorkerStatus {
  readonly workers: readonly WorkerInfo[];
  readonly queues: readonly QueueState[];
}

/** How many commands of one queue are counted. */
const MOST_LISTED = 10_000;
/** In milliseconds. */
const PATIENCE = 5000;

/** Which workers serve this repository, and what waits for them. */
export async function workerStatus(
  options: Pick<WorkerOptions, "cwd" | "remote" | "env" | "queue" | "labels">,
): Promise<Result<WorkerStatus>> {
  const place = await locateClone(options);
  if (!place.ok) return place;
  const { root, names } = place.value;
  const url = checkQueueUrl(options.queue);
  if (!url.ok) return url;
  const library = loadQueueLibrary(root);
  if (!library.ok) return library;
  const connected = await connectQueue(library.value, url.value, options);
  if ("trouble" in connected) return unreachable(connected.trouble);
  const { redis } = connected;
  const ask = async (): Promise<WorkerStatus> => {
    const workers = await listWorkers(redis, names);
    const labels = [...new Set([...options.labels, ...workers.flatMap((worker) => worker.labels)])].sort();
    const queues = await Promise.all(
      ["", ...labels].map(async (label): Promise<QueueState> => {
        const lane = names.lane(label);
        const queue = new library.value.Queue(lane, { connection: redis, prefix: PREFIX });
        queue.on("error", () => {});
        const { waiting = 0 } = await queue.getJobCounts("waiting");
        const active = await queue.getRanges(["active"], 0, MOST_LISTED);
        await queue.close();
        // A worker that holds one renews its lock as long as it lives.
        const locks = active.map((id) => `${PREFIX}:${lane}:${id}:lock`);
        const running = locks.length === 0 ? 0 : await redis.exists(...locks);
        const stalled = active.length - running;
        return { label: label === "" ? null : label, waiting, running, stalled };
      }),
    );
    return { workers, queues };
  };
  const status = await withinTime(PATIENCE, ask());
  redis.disconnect();
  return status === null ? unreachable("it does not answer") : succeed(status);
}

function unreachable(trouble: string): Result<never> {
  return fail({
    kind: "usage",
    message: `The queue cannot be reached: ${trouble}.`,
    hint: "Is Redis running there? On Debian: apt-get install redis-server",
  });
}
