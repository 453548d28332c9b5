import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { CheckInput, ConfigInput, VerificationResult } from "../../src/index.ts";
import type { TraceMode } from "../../src/vocabulary/check/trace-mode.ts";
import { runHosted } from "./command-host.ts";
import { IDENTITY } from "./git-identity.ts";

const BIN = join(import.meta.dirname, "../../bin/verification");
const CONTROLLED = join(import.meta.dirname, "controlled-command.mjs");

/** Where a checkout keeps the state that it last verified. */
export const OWN_BASELINE = ".verification-cache/baseline.state";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Undefined unsets a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads on standard input; nothing where not given. */
  readonly input?: string;
  /** Whether standard input stays open after that. */
  readonly holdsInput?: boolean;
}

/** One start of a controlled command. It does nothing until it is told to. */
export interface Invocation {
  readonly args: readonly string[];
  readonly pid: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  print(output: { stdout?: string; stderr?: string }): void;
  exit(code: number): void;
}

let rigs = 0;

/** A throw-away repository, the built command, and commands that the test controls. Gone when the test ends. */
export class Rig {
  readonly #isCompared = rigs++ % 3 === 0;
  readonly root: string;
  readonly home: string;
  readonly #directory: string;
  readonly #children = new Set<ChildProcess>();
  readonly #arrived: { name: string; invocation: Invocation }[] = [];
  #waiting: { name: string; resolve: (invocation: Invocation) => void }[] = [];
  #server: Server | undefined;

  /** Commands are watched only where a test is about that: what most of them start reads nothing that it depends on. */
  readonly #trace: TraceMode;

  constructor(options: { readonly git?: boolean; readonly trace?: TraceMode } = {}) {
    this.#trace = options.trace ?? "off";
    this.#directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-test-")));
    this.root = join(this.#directory, "repository");
    this.home = join(this.#directory, "home");
    mkdirSync(this.home);
    mkdirSync(this.root);
    if (options.git !== false) this.git("init", "--quiet", "--initial-branch=main");
    onTestFinished(() => this.#close());
  }

  write(path: string, content: string | Buffer): void {
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }

  /** Writes `.verification.yml`. */
  config(config: ConfigInput): void {
    const execution = { trace: this.#trace, ...config.execution };
    this.write(".verification.yml", stringify({ ...config, execution }));
  }

  checks(...checks: readonly CheckInput[]): void {
    this.config({ checks: [...checks] });
  }

  /** Where all worktrees keep their verdicts. */
  get storeDirectory(): string {
    return join(this.root, ".git/verification");
  }

  /** Removes all that earlier runs have remembered, but for the baseline. */
  forget(): void {
    const own = join(this.root, ".verification-cache");
    for (const name of existsSync(own) ? readdirSync(own) : [])
      if (name !== "baseline.state") rmSync(join(own, name), { recursive: true, force: true });
    rmSync(this.storeDirectory, { recursive: true, force: true });
  }

  git(...args: readonly string[]): string {
    return execFileSync("git", [...IDENTITY, ...args], {
      cwd: this.root,
      env: this.#env(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  commitAll(message = "change"): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return this.git("rev-parse", "HEAD").trim();
  }

  /** Starts the built command and does not wait for it. */
  start(
    args: readonly string[],
    options: RunOptions = {},
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: options.cwd ?? this.root,
      env: this.#envOfCommand(options.env),
      stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    this.#children.add(child);
    if (options.holdsInput === true) child.stdin?.write(options.input ?? "");
    else child.stdin?.end(options.input);
    const output = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    const ended = new Promise<Ended>((resolve) => {
      child.once("close", (status) => {
        this.#children.delete(child);
        resolve({ status, ...output });
      });
    });
    return { child, ended };
  }

  /** Runs the built command to its end, in a process that is shared. What is about processes uses `start`. */
  verification(args: readonly string[] = [], options: RunOptions = {}): Promise<Ended> {
    if (options.input !== undefined) return this.start(args, options).ended;
    return runHosted({ args, cwd: options.cwd ?? this.root, env: this.#envOfCommand(options.env) });
  }

  /** Runs with --json and reads the one document on standard output. */
  async json(
    args: readonly string[] = [],
    options: RunOptions = {},
  ): Promise<{ status: number | null; result: VerificationResult }> {
    const { status, stdout, stderr } = await this.verification([...args, "--json"], options);
    try {
      return { status, result: JSON.parse(stdout) as VerificationResult };
    } catch {
      throw new Error(`No JSON on standard output: ${stdout}\n${stderr}`);
    }
  }

  /** The command and arguments of a check that does what the test tells it. */
  controlled(name: string): { command: string; args: string[] } {
    return { command: process.execPath, args: [CONTROLLED, this.#socket(), name] };
  }

  /** Settles when the controlled command of this name has been started. */
  async started(name: string): Promise<Invocation> {
    const index = this.#arrived.findIndex((arrival) => arrival.name === name);
    const [arrival] = index === -1 ? [] : this.#arrived.splice(index, 1);
    return arrival?.invocation ?? new Promise((resolve) => this.#waiting.push({ name, resolve }));
  }

  /** Names of controlled commands that were started and that the test has not asked for. */
  get unclaimed(): readonly string[] {
    return this.#arrived.map(({ name }) => name);
  }

  #socket(): string {
    const path = join(this.#directory, "control");
    this.#server ??= createServer((socket) => this.#arrive(socket)).listen(path);
    return path;
  }

  #arrive(socket: Socket): void {
    socket.on("error", () => {});
    const send = (order: object): void => void socket.write(`${JSON.stringify(order)}\n`);
    const lines = createInterface({ input: socket });
    // A command that is killed does not say good-bye.
    lines.on("error", () => {});
    lines.once("line", (line) => {
      const { name, ...details } = JSON.parse(line) as Invocation & { name: string };
      const invocation: Invocation = {
        ...details,
        print: (output) => send(output),
        exit: (code) => send({ exit: code }),
      };
      const index = this.#waiting.findIndex((wait) => wait.name === name);
      if (index === -1) this.#arrived.push({ name, invocation });
      else this.#waiting.splice(index, 1)[0]?.resolve(invocation);
    });
  }

  /** As where it is installed for everybody: hints name it by its name alone. */
  #envOfCommand(changes: RunOptions["env"]): NodeJS.ProcessEnv {
    return this.#env({ PATH: [dirname(BIN), process.env["PATH"]].join(delimiter), ...changes });
  }

  #env(changes: RunOptions["env"] = {}): NodeJS.ProcessEnv {
    const own = {
      HOME: this.home,
      GIT_CONFIG_NOSYSTEM: "1",
      PATH: process.env["PATH"],
      TMPDIR: process.env["TMPDIR"],
      // In every third place, what is taken over from the last run is held against a look at everything.
      VERIFICATION_COMPARE: this.#isCompared ? "1" : undefined,
    };
    return Object.fromEntries(
      Object.entries({ ...own, ...changes }).filter(([, value]) => value !== undefined),
    );
  }

  #close(): void {
    for (const child of this.#children) child.kill("SIGKILL");
    this.#server?.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** A check that runs a line of shell. */
export function shell(name: string, script: string, fields: Partial<CheckInput> = {}): CheckInput {
  return { name, command: "sh", args: ["-c", script], ...fields };
}
