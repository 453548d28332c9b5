import { createInterface } from "node:readline";
import { request, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import type { Rig, RunOptions } from "./rig.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The dashboard of a rig's repository, started as people start it. Ended with the test. */
export interface StartedDashboard {
  /** With the token. */
  readonly address: string;
  readonly port: number;
  readonly token: string;
  /** Sends exactly this, without anything that a browser would add. */
  send(path: string, options?: SendOptions): Promise<Reply>;
  /** Asks with the token, and reads the answer. */
  ask(path: string): Promise<Record<string, unknown>>;
  /** Starts something, with the token. */
  act(action: object): Promise<Reply>;
  end(): Promise<{ readonly status: number | null; readonly stderr: string }>;
}

export async function startDashboard(
  rig: Rig,
  flags: readonly string[] = [],
  options: RunOptions = {},
): Promise<StartedDashboard> {
  const { child, ended } = rig.start(["ui", "--no-open", ...flags], options);
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.stdout === null) throw new Error("The dashboard has no output.");
  const lines = createInterface({ input: child.stdout });
  const address = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    ended.then(({ stderr }) => Promise.reject(new Error(`It ended: ${stderr}`))),
  ]);
  const { port, hash } = new URL(address);
  const token = hash.replace("#token=", "");
  const send: StartedDashboard["send"] = (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.once("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  const authorization = `Bearer ${token}`;
  return {
    address,
    port: Number(port),
    token,
    send,
    ask: async (path) => {
      const { status, text } = await send(path, { headers: { authorization } });
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
    act: (action) =>
      send("/api/do", {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(action),
      }),
    end: async () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}
