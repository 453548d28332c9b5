import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { installTools } from "../tools/tools.mjs";
import { type RedisOptions, RedisServer } from "./redis.ts";
import type { Ended, Rig } from "./rig.ts";

const BIN = join(import.meta.dirname, "../../bin/verification");

/** As the rig gives it to the command, so that both find the same programs. */
const PATHS = [dirname(BIN), process.env["PATH"]].join(delimiter);

export interface WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** All that it has said so far. */
  readonly said: () => string;
  /** Settles when it has said this, again since it was last asked. */
  readonly says: (text: string) => Promise<void>;
}

export interface WorkerStart {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** What it is started by; the Node of the tests unless given. */
  readonly by?: readonly [command: string, ...args: string[]];
}

/** A repository with a remote, a Redis, and workers in clones of their own. */
export class WorkerRig {
  readonly rig: Rig;
  readonly redis: RedisServer;
  readonly remote: string;
  readonly directory: string;
  #clones = 0;

  private constructor(rig: Rig, redis: RedisServer) {
    this.rig = rig;
    this.redis = redis;
    this.directory = dirname(rig.root);
    this.remote = join(this.directory, "remote.git");
  }

  static async create(rig: Rig, options: RedisOptions = {}): Promise<WorkerRig> {
    const directory = dirname(rig.root);
    const redis = await RedisServer.start(directory, options);
    onTestFinished(() => redis.kill());
    symlinkSync(
      installTools(join(import.meta.dirname, "../tools/queue/package.json")),
      join(directory, "node_modules"),
    );
    const made = new WorkerRig(rig, redis);
    rig.git("init", "--quiet", "--bare", "--initial-branch=main", made.remote);
    rig.git("remote", "add", "origin", made.remote);
    return made;
  }

  /** The variables of a worker; those of a run are the same. */
  get env(): Readonly<Record<string, string>> {
    return { HOME: this.rig.home, GIT_CONFIG_NOSYSTEM: "1", PATH: PATHS };
  }

  /** Commits everything, and lets workers have it. */
  publish(): void {
    this.rig.commitAll();
    this.rig.git("push", "--quiet", "origin", "HEAD:main");
  }

  /** Starts a worker, and waits until it is ready. */
  async worker(
    name: string,
    { args = [], env = {}, node = [], by = [process.execPath] }: WorkerStart = {},
  ): Promise<WorkerProcess> {
    const clone = join(this.directory, `clone-${++this.#clones}`);
    this.rig.git("clone", "--quiet", this.remote, clone);
    const queue = ["--queue", this.redis.url, "--name", name, "--lost-after", "1"];
    const [program, ...before] = by;
    const child = spawn(program, [...before, ...node, BIN, "worker", ...queue, ...args], {
      cwd: clone,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    onTestFinished(() => endGroup(child));
    let text = "";
    let asked = 0;
    const listeners = new Set<() => void>();
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
    const ended = new Promise<number | null>((resolve) =>
      child.once("close", (status) => {
        resolve(status);
        for (const listener of listeners) listener();
      }),
    );
    const says = (wanted: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const listener = (): void => {
          const at = text.indexOf(wanted, asked);
          const isOver = child.exitCode !== null || child.signalCode !== null;
          if (at === -1 && !isOver) return;
          listeners.delete(listener);
          asked = at + wanted.length;
          if (at === -1) reject(new Error(`${name} ended and said: ${text}`));
          else resolve();
        };
        listeners.add(listener);
        listener();
      });
    await says("is waiting for commands");
    return { name, child, ended, says, said: () => text };
  }

  /** Runs the product here with these workers. */
  run(...args: readonly string[]): Promise<Ended> {
    return this.rig.verification(["--workers", this.redis.url, ...args]);
  }

  /** Names that are on the remote beside its branch. */
  refs(): readonly string[] {
    return this.rig
      .git("ls-remote", this.remote)
      .split("\n")
      .flatMap((line) => line.split("\t")[1] ?? [])
      .filter((name) => name !== "HEAD" && name !== "refs/heads/main");
  }

  /** Every unit of a check as the store knows it. */
  async units(check: string, env: Readonly<Record<string, string>> = {}): Promise<readonly object[]> {
    const { stdout } = await this.rig.verification(["explain", check, "--json"], { env });
    const { units } = JSON.parse(stdout) as { units: readonly ExplainedUnit[] };
    return units.map(({ target, decision, fingerprint, weakKey, pathSet, verdict }) => {
      const { status, kind } = verdict ?? {};
      return { target, decision, fingerprint, weakKey, pathSet, status, kind };
    });
  }
}

interface ExplainedUnit {
  readonly target: string;
  readonly decision: string;
  readonly fingerprint: string;
  readonly weakKey: string;
  readonly pathSet: object;
  readonly verdict: { readonly status: string; readonly kind: string } | null;
}

/** Ends a process with those that it started: what starts the worker may be another program. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // They have ended by themselves.
  }
}

/** The numbers of processes that have this text in their command lines. */
export function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    });
}
