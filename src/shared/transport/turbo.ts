import { setTimeout as delay } from "node:timers/promises";
import type { Fetched, Transport, Trouble } from "./transport.ts";

export interface TurboOptions {
  readonly url: string;
  readonly team: string | null;
  readonly token: string | null;
  readonly fetch?: typeof fetch;
}

/** How often to try, and how long the first pause is, in milliseconds; each pause doubles. */
const TRIES = 3;
const PAUSE = 50;

/** A server of the Turborepo remote cache API, version 8. */
export function createTurboTransport(options: TurboOptions): Transport {
  const { url, team, token, fetch: request = fetch } = options;
  const address = (name: string): string => {
    const target = new URL(`${url.replace(/\/+$/, "")}/v8/artifacts/${name}`);
    if (team !== null) target.searchParams.set(team.startsWith("team_") ? "teamId" : "slug", team);
    return target.href;
  };
  const send = async (name: string, init: RequestInit): Promise<Response> =>
    request(address(name), {
      ...init,
      // A request to this server must not go to another, nor must its token.
      redirect: "error",
      headers: {
        ...init.headers,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  return {
    place: new URL(url).origin,
    get: (name, limit, signal) =>
      retry(signal, async () => {
        const response = await send(name, { signal });
        if (response.status === 404) return discard(response, "absent");
        if (response.status !== 200) return discard(response, statusTrouble(response.status, options));
        return readBody(response, limit);
      }),
    put: (name, bytes, signal) =>
      retry(signal, async () => {
        const response = await send(name, {
          method: "PUT",
          signal,
          body: new Uint8Array(bytes),
          headers: { "content-type": "application/octet-stream", "x-artifact-duration": "0" },
        });
        return discard(response, response.ok ? "written" : statusTrouble(response.status, options));
      }),
    alone: (_, work) => work(),
  };
}

/** Trouble that may be over in a moment. */
interface Passing extends Trouble {
  readonly isPassing: boolean;
}

function statusTrouble(status: number, { team }: Pick<TurboOptions, "team">): Passing {
  if (status === 400 && team === null)
    return { trouble: `it answered ${status}: it may want a team (cache.remote.team)`, isPassing: false };
  if (status === 400 || status === 401 || status === 403)
    return {
      trouble: `it answered ${status}: VERIFICATION_CACHE_TOKEN is not accepted there`,
      isPassing: false,
    };
  const isFull = status === 413 || status === 507;
  return {
    trouble: isFull ? `it answered ${status}: there is no room` : `it answered ${status}`,
    isPassing: status >= 500 && !isFull,
  };
}

/** Retries after trouble that may be over in a moment, as long as there is time. */
async function retry<T>(signal: AbortSignal, attempt: () => Promise<T | Passing>): Promise<T | Trouble> {
  for (let tries = 1; ; tries++) {
    const done = await attempt().catch((error: unknown): Passing => explain(error, signal));
    const isPassing = typeof done === "object" && done !== null && "isPassing" in done && done.isPassing;
    if (!isPassing || tries >= TRIES || signal.aborted) return done;
    await delay(PAUSE * 2 ** tries * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    if (signal.aborted) return done;
  }
}

function explain(error: unknown, { aborted }: AbortSignal): Passing {
  if (aborted) return { trouble: "it takes too long to answer", isPassing: false };
  const { cause } = error as { cause?: { code?: string; message?: string } };
  const code = cause?.code ?? cause?.message ?? String(error);
  const words = WORDS[code];
  return { trouble: words === undefined ? code : `${words}, ${code}`, isPassing: code !== REDIRECT };
}

const REDIRECT = "unexpected redirect";
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host cannot be looked up",
  ECONNRESET: "the connection broke off",
  UND_ERR_SOCKET: "the connection broke off",
  [REDIRECT]: "it sends requests elsewhere, where they do not go",
};

/** Reads no more than allowed, whatever length the server claims. */
async function readBody(response: Response, limit: number): Promise<Fetched | Passing> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(response.headers.get("content-length") ?? 0) > limit)
    return discard(response, { trouble: "what it has is too large", isPassing: false });
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) return { trouble: "what it has is too large", isPassing: false };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
}

/** A body that is not read keeps its connection open. */
async function discard<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => {});
  return value;
}
