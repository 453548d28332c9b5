import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { plainJson } from "./files/plain-json.ts";
import { fail } from "../values/succeed.ts";
import type { Result } from "../vocabulary/failure.ts";
import { answerLive, describeInOneLine, openRuns } from "./answers/answers.ts";
import type { Message } from "./api.ts";
import { createJobs } from "./server/jobs.ts";
import { pageFiles, POLICY } from "./files/page-files.ts";
import { readAction } from "./server/read-action.ts";
import { readBody } from "./server/read-body.ts";
import { pastOf, readPast } from "./answers/read-past.ts";
import { type RequestGuard, refuseRequest } from "./server/refuse-request.ts";
import { createRoutes } from "./server/routes.ts";
import { cacheAnswer, type PageSession } from "./session.ts";
import { createStreams } from "./server/streams.ts";
import { type TouchedPlace, watchPlaces } from "./server/watch-places.ts";

export interface Dashboard {
  readonly port: number;
  /** With the token; for the terminal. */
  readonly address: string;
  /** An address that works once, so that it is worthless to others who see it in a list of processes. */
  openOnce(): string;
  close(): Promise<void>;
}

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** How often to check whether the process of a run still exists. */
const PULSE = 2000;

/** Serves the dashboard on this machine only. Resolves when it listens; fails if the port is not available. */
export async function serve(session: PageSession, port: number): Promise<Result<Dashboard>> {
  const files = pageFiles();
  const streams = createStreams();
  const opened = await openRuns(session);
  let { live } = opened;
  const past = cacheAnswer(() => readPast(session));
  const send = (message: Message): void => streams.send(plainJson(message));
  const jobs = createJobs(session, (job) => send({ type: "job", job }));
  const routes = createRoutes({ session, live: () => live, past, jobs });
  const sendLive = async (): Promise<void> =>
    send({ type: "live", live: answerLive(live, pastOf(await past.get())) });
  let wasRunning = false;
  const look = async (what: TouchedPlace): Promise<void> => {
    if (what === "repository") ({ live } = await openRuns(session));
    if (what !== "runs") return send({ type: "changed", what });
    const isRunning = live.current()?.state === "running";
    // A running run is not in the history yet.
    if (!isRunning || !wasRunning) past.forget();
    await sendLive();
    if (!isRunning) send({ type: "changed", what });
    wasRunning = isRunning;
  };
  const watching = watchPlaces(
    {
      root: opened.root,
      runs: opened.directory,
      flow: ["docs/requirements", ".verification", "BACKLOG.md"].map((path) => join(opened.root, path)),
    },
    (what) => void look(what).catch(() => {}),
  );
  const pulse = setInterval(() => {
    if (streams.count > 0 && wasRunning && live.current()?.state !== "running")
      void look("runs").catch(() => {});
  }, PULSE);
  pulse.unref();

  const token = randomBytes(24).toString("base64url");
  let once: string | null = null;
  const guard: { -readonly [Key in keyof RequestGuard]: RequestGuard[Key] } = { port, token };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const refused = refuseRequest({ method, url, headers }, guard);
    if (refused !== null) return sendJson(response, refused.status, { error: refused.error, details: [] });
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const file = files.get(pathname);
    if (file !== undefined) {
      response.writeHead(200, { ...HEADERS, "content-type": file.type }).end(file.text);
      return;
    }
    if (once !== null && pathname === `/open/${once}`) {
      once = null;
      response.writeHead(302, { ...HEADERS, location: `/#token=${token}` }).end();
      return;
    }
    const name = pathname.startsWith("/api/") ? pathname.slice("/api/".length) : "";
    if (name === "do") return act(request, response);
    if (method !== "GET") return sendJson(response, 405, { error: "Only GET is allowed here.", details: [] });
    if (name === "events") {
      streams.add(response, HEADERS);
      return sendLive();
    }
    const route = routes.get(name);
    if (route === undefined)
      return sendJson(response, 404, { error: "There is nothing at this address.", details: [] });
    const found = await route(searchParams);
    if (found.ok) return sendJson(response, 200, found.value);
    const details = found.failures.map(describeInOneLine);
    sendJson(response, 422, { error: details[0] ?? "There is no answer.", details });
  };
  const act = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, error: string): void =>
      sendJson(response, status, { error, details: [] });
    if (request.method !== "POST") return refuse(405, "Only POST is known here.");
    if (!session.canRun) return refuse(403, "The dashboard was started without --allow-run.");
    const body = await readBody(request);
    if ("status" in body)
      return refuse(body.status, "This is not an action: it must be a small JSON object.");
    const action = await readAction(body.value, session);
    if (action === null) return refuse(422, "There is no such action, or nothing to apply it to.");
    if (action.type === "stop")
      return jobs.stop() ? sendJson(response, 200, {}) : refuse(409, "Nothing is running.");
    const problem = jobs.start(action);
    return problem === null ? sendJson(response, 200, { job: jobs.state }) : refuse(409, problem);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: `An internal error: ${message}`, details: [] });
    });
  });
  server.requestTimeout = 30_000;
  server.maxHeadersCount = 100;
  const listening = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => resolve(null));
  });
  const close = async (): Promise<void> => {
    clearInterval(pulse);
    watching.close();
    streams.close();
    if (jobs.stop()) await jobs.ended();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  };
  if (listening !== null) {
    clearInterval(pulse);
    watching.close();
    const { code = "" } = listening;
    const message =
      code === "EADDRINUSE"
        ? "Another program already listens on this port."
        : `The port cannot be used (${code}).`;
    return fail({ kind: "usage", message, value: String(port), hint: "Use another --port, or omit it." });
  }
  guard.port = (server.address() as AddressInfo).port;
  const base = `http://127.0.0.1:${guard.port}`;
  return {
    ok: true,
    value: {
      port: guard.port,
      address: `${base}/#token=${token}`,
      openOnce() {
        once = randomBytes(16).toString("base64url");
        return `${base}/open/${once}`;
      },
      close,
    },
  };
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response
    .writeHead(status, { ...HEADERS, "content-type": "application/json; charset=utf-8" })
    .end(plainJson(value));
}
