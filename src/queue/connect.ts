import { fail, succeed } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { QUEUE_PASSWORD_VARIABLE } from "../vocabulary/key-variables.ts";
import { QUEUE_URL } from "../vocabulary/run/workers.ts";
import type { QueueLibrary, Redis } from "./queue-library.ts";

/** How long Redis may take to answer at first, in milliseconds. */
const PATIENCE = 3000;

/** Whether it is the address of a Redis server; no other is supported. */
export function checkQueueUrl(url: string): Result<string> {
  if (QUEUE_URL.test(url) && URL.canParse(url)) return succeed(url);
  return fail({
    kind: "usage",
    message: "This is not the address of a queue.",
    value: withoutPassword(url),
    expected: "redis://host:port, or rediss://host:port for TLS",
  });
}

/** An address that is safe to show. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/\s]*@/, "//");
}

/** The options of every connection. It reconnects by itself until it is given up. */
function optionsOf(env: NodeJS.ProcessEnv, givenUp?: AbortSignal): object {
  const password = env[QUEUE_PASSWORD_VARIABLE];
  return {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => (givenUp?.aborted === true ? null : Math.min(1000, times * 100)),
    ...(password === undefined || password === "" ? {} : { password }),
  };
}

/** A connection that works, or why there is none, in one sentence. */
export async function connectQueue(
  library: QueueLibrary,
  url: string,
  { env, givenUp }: { readonly env: NodeJS.ProcessEnv; readonly givenUp?: AbortSignal },
): Promise<{ readonly redis: Redis } | { readonly trouble: string }> {
  const redis = new library.Redis(url, optionsOf(env, givenUp));
  let last = "it does not answer";
  redis.on("error", (error: Error) => {
    last = error.message === "" ? ((error as NodeJS.ErrnoException).code ?? last) : error.message;
  });
  const answer = await withinTime(
    PATIENCE,
    redis
      .connect()
      .then(() => redis.ping())
      .catch(async (error: Error) => {
        last = error.message;
        // The first attempt failed; more follow until the time is up.
        if (isRefused(error.message)) return null;
        return redis.ping();
      }),
  );
  if (answer === "PONG") return { redis };
  redis.disconnect();
  return { trouble: `${withoutPassword(url)}: ${last}` };
}

/** Errors that retrying does not fix. */
function isRefused(message: string): boolean {
  return /NOAUTH|WRONGPASS|ERR AUTH|invalid password|certificate/i.test(message);
}

/** Null if it takes longer, or fails. */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}
