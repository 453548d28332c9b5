import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { findProgram } from "./program.ts";

/** How it is reached. */
export interface RedisOptions {
  readonly password?: string;
  /** Files in PEM: its certificate and key. Nobody is answered without TLS then. */
  readonly tls?: { readonly certificate: string; readonly key: string };
}

/** A real Redis, on a port of its own. It keeps nothing on the disk: whoever restarts it finds it empty. */
export class RedisServer {
  readonly #port: number;
  readonly #directory: string;
  readonly #options: RedisOptions;
  #child: ChildProcess | undefined;

  private constructor(port: number, directory: string, options: RedisOptions) {
    this.#port = port;
    this.#directory = directory;
    this.#options = options;
  }

  static async start(directory: string, options: RedisOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), directory, options);
    await server.start();
    return server;
  }

  get url(): string {
    return `${this.#options.tls === undefined ? "redis" : "rediss"}://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const program = findProgram({
      places: ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"],
      debian: "redis-server",
      advice: "The tests of workers need Redis: install it (Debian: apt-get install redis-server).",
    });
    const { password, tls } = this.#options;
    const port = String(this.#port);
    const usual = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", this.#directory];
    const args = [
      ...usual,
      ...(password === undefined ? [] : ["--requirepass", password]),
      ...(tls === undefined
        ? ["--port", port]
        : ["--port", "0", "--tls-port", port, "--tls-auth-clients", "no"]),
      ...(tls === undefined ? [] : ["--tls-cert-file", tls.certificate, "--tls-key-file", tls.key]),
      ...(tls === undefined ? [] : ["--tls-ca-cert-file", tls.certificate]),
    ];
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (text: Buffer) => text.includes("Ready to accept") && resolve());
      child.once("exit", (status) => reject(new Error(`Redis ended with ${status}`)));
    });
  }

  /** It does not answer until it goes on. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  goOn(): void {
    this.#child?.kill("SIGCONT");
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
