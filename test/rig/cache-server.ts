import { spawn } from "node:child_process";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { installTools } from "../tools/tools.mjs";

export const TOKEN = "tok-5f0c1e7a9b3d4e6f8a1b";

/** Starts the real server, with its files in a directory. */
export async function startCacheServer(
  storage: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const modules = installTools(join(import.meta.dirname, "../tools/servers/package.json"));
  const port = await freePort();
  const child = spawn(process.execPath, [join(modules, "turborepo-remote-cache/dist/cli.js")], {
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: String(port),
      TURBO_TOKEN: TOKEN,
      STORAGE_PROVIDER: "local",
      STORAGE_PATH: storage,
      STORAGE_PATH_USE_TMP_FOLDER: "false",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => text.includes("listening") && resolve());
    child.once("exit", () => reject(new Error("the cache server ended")));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill("SIGKILL") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type Fault = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pass: (change?: (body: Buffer) => Buffer) => void,
) => void;

/** Stands in front of a server, counts what is asked, and does to it what a test says. */
export class Proxy {
  readonly requests: string[] = [];
  readonly #server: Server;
  fault: Fault | null = null;

  constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      this.requests.push(`${incoming.method} ${incoming.url}`);
      const pass = (change?: (body: Buffer) => Buffer): void =>
        forward(target, { incoming, outgoing, change });
      if (this.fault === null) pass();
      else this.fault(incoming, outgoing, pass);
    });
    onTestFinished(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await new Promise((resolve) => this.#server.once("listening", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

interface Passed {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly change: ((body: Buffer) => Buffer) | undefined;
}

function forward(target: string, { incoming, outgoing, change }: Passed): void {
  const { method, url, headers } = incoming;
  const onward = request(`${target}${url ?? ""}`, { method, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => {
      const body = Buffer.concat(chunks);
      const isChanged = change !== undefined && method === "GET" && answer.statusCode === 200;
      const sent = isChanged ? change(body) : body;
      const type = answer.headers["content-type"] ?? "application/octet-stream";
      outgoing.writeHead(answer.statusCode ?? 500, { "content-type": type, "content-length": sent.length });
      outgoing.end(sent);
    });
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
