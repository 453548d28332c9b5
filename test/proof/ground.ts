import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunRecord } from "../../src/store/records/records.ts";
import { runHosted } from "../rig/command-host.ts";
import { IDENTITY } from "../rig/git-identity.ts";
import { openRigStore } from "../rig/open-rig-store.ts";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import type { Ended } from "../rig/rig.ts";
import { readEnded, type Reading } from "./reading.ts";
import { type Files, GOOD, SHARED } from "./sample-tree.ts";

const BIN = join(PACKAGE_ROOT, "bin/verification");
const PRELOAD = join(PACKAGE_ROOT, "test/rig/faults.cjs");

/** What `test/rig/faults.cjs` is told; the places are those of the ground. */
export interface Fault {
  readonly kinds?: readonly string[];
  readonly places?: readonly string[];
  readonly from?: number;
  readonly times?: number;
  readonly error?: string;
  readonly kill?: "before" | "half";
  readonly log?: string;
}

/** How a process ended. */
export interface Finished extends Ended {
  readonly signal: string | null;
  /** Milliseconds. */
  readonly ms: number;
  /** The largest resident size that was seen, in KB, where it was asked for. */
  readonly peak: number;
}

/** A throw-away repository that can be copied as it is, with all that earlier runs have left in it. */
export class Ground {
  readonly directory: string;
  readonly root: string;

  private constructor(directory: string) {
    this.directory = directory;
    this.root = join(directory, "repository");
  }

  static create(): Ground {
    const ground = new Ground(makeDirectory());
    mkdirSync(join(ground.directory, "home"));
    mkdirSync(ground.root);
    ground.git("init", "--quiet", "--template=", "--initial-branch=main");
    ground.write(SHARED);
    ground.write(GOOD);
    ground.git("add", "--all");
    ground.git("commit", "--quiet", "--message", "first");
    return ground;
  }

  copy(): Ground {
    const copy = new Ground(makeDirectory());
    cpSync(this.directory, copy.directory, { recursive: true, preserveTimestamps: true });
    return copy;
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), text);
    }
  }

  git(...args: readonly string[]): void {
    execFileSync("git", [...IDENTITY, ...args], { cwd: this.root, env: this.env(), stdio: "pipe" });
  }

  env(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    return {
      HOME: join(this.directory, "home"),
      GIT_CONFIG_NOSYSTEM: "1",
      PATH: process.env["PATH"],
      ...changes,
    };
  }

  faultEnv(fault: Fault): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--require ${PRELOAD}`,
      FAULT: JSON.stringify({ root: this.root, report: this.report, ...fault }),
    };
  }

  get report(): string {
    return join(this.directory, "report.html");
  }

  /** Runs the command in a process of its own; `killAfter` milliseconds it is killed, if it is not over. */
  start(
    args: readonly string[],
    options: {
      readonly fault?: Fault;
      readonly killAfter?: number;
      readonly watchMemory?: boolean;
      readonly env?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Finished> {
    const { fault, killAfter, watchMemory = false } = options;
    const begun = performance.now();
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.root,
      env: this.env({ ...options.env, ...(fault === undefined ? {} : this.faultEnv(fault)) }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    const memory = watchMemory ? createMemoryWatch(child.pid ?? 0) : null;
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    return new Promise((resolve) => {
      child.once("close", (status, signal) => {
        clearTimeout(timer);
        resolve({ status, signal, ms: performance.now() - begun, peak: memory?.end() ?? 0, ...output });
      });
    });
  }

  /** Runs the command in a process that is shared, and reads what it says. */
  async read(args: readonly string[] = []): Promise<Reading> {
    return readEnded(await runHosted({ args: [...args, "--json"], cwd: this.root, env: this.env() }));
  }

  /** What a run says that knows nothing of any other. */
  async readFresh(): Promise<Reading> {
    const copy = this.copy();
    try {
      copy.forget();
      return await copy.read();
    } finally {
      copy.remove();
    }
  }

  /** Removes all that earlier runs have left. */
  forget(): void {
    for (const name of readdirSync(this.root))
      if (/^\.verification(-cache|-baseline.*)$/.test(name))
        rmSync(join(this.root, name), { recursive: true, force: true });
    rmSync(join(this.root, ".git/verification"), { recursive: true, force: true });
    rmSync(join(this.root, "out"), { recursive: true, force: true });
  }

  /** The runs that history knows, and what the store had to say. */
  async history(): Promise<{ readonly records: readonly RunRecord[]; readonly warnings: readonly string[] }> {
    const store = await openRigStore(this.root, join(this.directory, "home"));
    try {
      return { records: store.history.listRuns(1000), warnings: store.warnings };
    } finally {
      store.close();
    }
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function createMemoryWatch(pid: number): { end(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const [, found] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      peak = Math.max(peak, Number(found ?? 0));
    } catch {
      clearInterval(timer);
    }
  }, 50);
  return {
    end: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function makeDirectory(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "verification-fault-")));
}
