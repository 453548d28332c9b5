import { hostname } from "node:os";
import { resolve } from "node:path";
import { identifyRepository } from "../shared/trust/remote-repository.ts";
import { findRepository } from "../shortcut/answer-from-last-run.ts";
import { tryLock } from "../system/own/lock.ts";
import { remoteUrl, removeTrees } from "../system/git/tree-ref.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Failure, Result } from "../vocabulary/failure.ts";
import { LABEL } from "../vocabulary/run/workers.ts";
import { checkQueueUrl } from "../queue/connect.ts";
import { takeUnheld } from "../queue/held-trees.ts";
import { createNames, type QueueNames } from "../queue/names.ts";
import { loadQueueLibrary } from "../queue/queue-library.ts";
import { takeJobs, type TakeJobsOptions } from "../queue/take-jobs.ts";
import { createCheckouts } from "./checkouts.ts";

export interface WorkerOptions extends Pick<TakeJobsOptions, "env" | "labels" | "concurrency" | "once"> {
  readonly cwd: string;
  readonly queue: string;
  readonly remote: string;
  readonly name?: string;
  /** Where checkouts are stored; by default beside the clone. */
  readonly directory?: string;
  /** How many checkouts are kept. */
  readonly checkouts: number;
  readonly lostAfter: number;
  readonly drain: AbortSignal;
  readonly stop: AbortSignal;
  readonly say: TakeJobsOptions["say"];
}

/** Runs commands for others until it is told to end. */
export async function runWorker(options: WorkerOptions): Promise<Result<null>> {
  const place = await locateClone(options);
  if (!place.ok) return place;
  const { root, names } = place.value;
  const url = checkQueueUrl(options.queue);
  if (!url.ok) return url;
  const wrong = options.labels.find((label) => !LABEL.test(label));
  if (wrong !== undefined)
    return fail({
      kind: "usage",
      message: "This is not a label.",
      value: wrong,
      expected: "letters and digits",
    });
  const library = loadQueueLibrary(root);
  if (!library.ok) return library;
  const directory = resolve(options.cwd, options.directory ?? `${root}.checkouts`);
  const lock = tryLock({ base: resolve(directory, ".."), path: directory }, "worker");
  if ("type" in lock) return fail(describeLock(lock, directory));
  const name =
    options.name ??
    hostname()
      .replaceAll(/[^\w.:@-]/g, "-")
      .slice(0, 60);
  const { concurrency, remote, env } = options;
  const checkouts = createCheckouts({
    clone: root,
    directory,
    remote,
    most: Math.max(options.checkouts, concurrency),
    env,
  });
  try {
    const ended = await takeJobs({
      ...options,
      library: library.value,
      url: url.value,
      names,
      name,
      perform: async (job, meanwhile) => {
        try {
          const answer = await checkouts.use(job, (session) => session.run(job, name, meanwhile));
          return "kind" in answer && "why" in answer && !("type" in answer)
            ? { version: 1, type: "refused", worker: name, ...answer }
            : answer;
        } catch (error) {
          const why = `an error: ${String(error).slice(0, 200)}`;
          return { version: 1, type: "refused", worker: name, kind: "trouble", why };
        }
      },
      tidy: async (redis) => {
        await removeTrees(root, remote, await takeUnheld(redis, names));
      },
    });
    if (ended === null) return succeed(null);
    return fail({
      kind: "usage",
      message: `The queue cannot be reached: ${ended.trouble}.`,
      hint: "Is Redis running there? On Debian: apt-get install redis-server",
    });
  } finally {
    lock.release();
  }
}

/** The clone that a worker works for, and the names of its repository in the queue. */
export async function locateClone({
  cwd,
  remote,
}: Pick<WorkerOptions, "cwd" | "remote">): Promise<
  Result<{ readonly root: string; readonly names: QueueNames }>
> {
  const root = findRepository(cwd);
  const url = root === null ? null : await remoteUrl(root, remote);
  if (root !== null && url !== null) return succeed({ root, names: createNames(identifyRepository(url)) });
  return fail({
    kind: "usage",
    message: root === null ? "This is not a git repository." : `There is no git remote called ${remote}.`,
    expected: "a clone of the repository that it runs commands for",
    hint: "Clone it first: git clone <url>; then start the worker in the clone.",
  });
}

function describeLock(
  lock: Exclude<ReturnType<typeof tryLock>, { release: unknown }>,
  directory: string,
): Failure {
  return lock.type === "held"
    ? {
        kind: "usage",
        message: `Another worker (process ${lock.pid} on ${lock.host}) keeps its checkouts there.`,
        value: directory,
        hint: "Give this one its own directory: --directory <dir>",
      }
    : { kind: "usage", message: `Checkouts cannot be stored there: ${lock.reason}.`, value: directory };
}
