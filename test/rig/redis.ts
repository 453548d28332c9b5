import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { findProgram } from "./program.ts";

/** A real Redis, on a port of its own. It keeps nothing on the disk: whoever restarts it finds it empty. */
export class RedisServer {
  readonly #port: number;
  readonly #directory: string;
  #child: ChildProcess | undefined;

  private constructor(port: number, directory: string) {
    this.#port = port;
    this.#directory = directory;
  }

  static async start(directory: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), directory);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const program = findProgram({
      places: ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"],
      debian: "redis-server",
      advice: "The tests of workers need Redis: install it (Debian: apt-get install redis-server).",
    });
    const args = ["--port", String(this.#port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const child = spawn(program, [...args, "--dir", this.#directory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (text: Buffer) => text.includes("Ready to accept") && resolve());
      child.once("exit", (status) => reject(new Error(`Redis ended with ${status}`)));
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
