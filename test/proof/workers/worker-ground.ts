import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { IDENTITY } from "../../rig/git-identity.ts";
import { PACKAGE_ROOT } from "../../rig/package-root.ts";
import { RedisServer } from "../../rig/redis.ts";
import { installTools } from "../../tools/tools.mjs";

const BIN = join(PACKAGE_ROOT, "bin/verification");

/** What a run came to: of every unit its fingerprint and outcome. */
export interface Came {
  readonly units: ReadonlyMap<string, string>;
  /** How many commands ran on workers. */
  readonly elsewhere: number;
}

/** A repository with workers that can be killed. */
export interface WorkerGround {
  startWorker(name: string): Promise<void>;
  kill(name: string): Promise<void>;
  runHere(): Promise<Came>;
  runShared(): Promise<Came>;
  /** Names on the remote that a run has put there. */
  refs(): readonly string[];
  /** Commands that are still there, after they had time to go. */
  processes(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function createWorkerGround(units: number): Promise<WorkerGround> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-workers-")));
  const [root, remote] = [join(directory, "repository"), join(directory, "remote.git")];
  mkdirSync(join(root, "src"), { recursive: true });
  symlinkSync(
    installTools(join(PACKAGE_ROOT, "test/tools/queue/package.json")),
    join(directory, "node_modules"),
  );
  for (let index = 0; index < units; index++)
    writeFileSync(join(root, `src/f${index}.txt`), index % 7 === 3 ? "bad\n" : `${index}\n`);
  const marker = `worker-ground-${process.pid}`;
  const script = `: ${marker}; sleep 0.05; ! grep -q bad "$0"`;
  const check = { name: "each", type: "lint", command: "sh", args: ["-c", script, "{files}"], batch: 1 };
  const config = { checks: [{ ...check, files: ["src/*.txt"] }], execution: { trace: "off" } };
  writeFileSync(join(root, ".verification.json"), JSON.stringify(config));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...IDENTITY, ...args], { cwd: root, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("init", "--quiet", "--bare", "--initial-branch=main", remote);
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  git("remote", "add", "origin", remote);
  git("push", "--quiet", "origin", "main");
  const redis = await RedisServer.start(directory);
  const workers = new Map<string, ChildProcess>();

  const verification = (...args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [BIN, ...args], {
        cwd: root,
        stdio: ["ignore", "pipe", "ignore"],
      });
      const chunks: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.once("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
    });
  const run = async (...args: readonly string[]): Promise<Came> => {
    const told = JSON.parse(await verification("--json", "--force", ...args)) as {
      results: readonly { ranOn?: readonly { commands: number }[] }[];
    };
    const ranOn = told.results[0]?.ranOn ?? [];
    const { units: list } = JSON.parse(await verification("explain", "each", "--json")) as {
      units: readonly {
        target: string;
        fingerprint: string;
        decision: string;
        verdict: { status: string } | null;
      }[];
    };
    const units = new Map(
      list.map((unit) => [
        unit.target,
        `${unit.decision} ${unit.verdict?.status ?? "unknown"} ${unit.fingerprint}`,
      ]),
    );
    return { units, elsewhere: ranOn.reduce((sum, { commands }) => sum + commands, 0) };
  };
  return {
    startWorker: async (name) => {
      const clone = join(directory, `clone-${name}`);
      if (!readdirSync(directory).includes(`clone-${name}`)) git("clone", "--quiet", remote, clone);
      const args = [
        BIN,
        "worker",
        "--queue",
        redis.url,
        "--name",
        name,
        "--concurrency",
        "2",
        "--lost-after",
        "2",
      ];
      const child = spawn(process.execPath, args, { cwd: clone, stdio: ["ignore", "ignore", "pipe"] });
      workers.set(name, child);
      await new Promise<void>((resolve, reject) => {
        child.stderr.on("data", (text: Buffer) => text.includes("is waiting") && resolve());
        child.once("exit", (status) => reject(new Error(`the worker ended with ${status}`)));
      });
    },
    kill: async (name) => {
      const child = workers.get(name);
      if (child === undefined) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
    runHere: () => run("--concurrency", "2"),
    runShared: () => run("--concurrency", "1", "--workers", redis.url),
    refs: () => git("ls-remote", remote, "refs/verification/*").split("\n").filter(Boolean),
    processes: async () => {
      // Those whose worker was killed are ended by whoever guards them, within seconds.
      for (let patience = 0; patience < 50 && listProcesses(marker).length > 0; patience++) await delay(200);
      return listProcesses(marker);
    },
    remove: async () => {
      for (const child of workers.values()) child.kill("SIGKILL");
      await redis.kill();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function listProcesses(marker: string): readonly string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const line = /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
      return line.startsWith("sh\0") && line.includes(marker) ? [`process ${pid}`] : [];
    } catch {
      return [];
    }
  });
}
