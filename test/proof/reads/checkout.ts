import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runHosted } from "../../rig/command-host.ts";
import { openedIn, straceTo, trackedFiles } from "../../scenarios/true-reads.ts";

interface PrintedUnit {
  readonly target: string;
  readonly decision: "run" | "stand";
  readonly reason: { readonly type: string; readonly changes?: readonly { readonly path: string }[] };
}

interface PrintedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface PrintedPlan {
  readonly checks: readonly {
    readonly check: string;
    readonly units?: readonly PrintedUnit[];
    readonly commands?: readonly PrintedCommand[];
  }[];
}

export const CACHED = "cached";

/** A unit with its own command, and what that command opened. */
export interface WatchedUnit {
  readonly name: string;
  readonly check: string;
  readonly commands: readonly PrintedCommand[];
  readonly statuses: readonly (number | null)[];
  readonly opened: ReadonlySet<string>;
}

/** A repository with installed packages, in which every edit is taken back. */
export class Checkout {
  readonly root: string;
  readonly tracked: readonly string[];

  constructor(root: string) {
    this.root = realpathSync(root);
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd: this.root, encoding: "utf8" });
    if (changed !== "")
      throw new Error(`${root} has changes, and could not be put back as it is:\n${changed}`);
    this.tracked = trackedFiles(this.root).filter((path) => lstatSync(join(this.root, path)).isFile());
  }

  async verify(...args: readonly string[]): Promise<string> {
    // In CI a few cached units run at random, to be compared.
    const env = { ...process.env, CI: "" };
    const { stdout, stderr, status } = await runHosted({ args, cwd: this.root, env });
    if (status !== 0 && status !== 1) throw new Error(`${args.join(" ")} in ${this.root}: ${stderr}`);
    return stdout;
  }

  async plan(...args: readonly string[]): Promise<PrintedPlan["checks"]> {
    return (JSON.parse(await this.verify("--dry-run", "--json", ...args)) as PrintedPlan).checks;
  }

  /** Every unit, by name: `CACHED`, or why it would run. */
  async decisions(): Promise<ReadonlyMap<string, string>> {
    return new Map(
      (await this.plan()).flatMap(({ check, units = [] }) =>
        units.map(({ target, decision, reason }) => [
          nameOf(check, target),
          decision === "stand" ? CACHED : describe(reason),
        ]),
      ),
    );
  }

  /** What the command of this unit alone opens; null where it has no command, as built-in verifiers. */
  async watch(check: string, target: string): Promise<WatchedUnit | null> {
    const paths = target === "" ? [] : ["--", target];
    const planned = await this.plan("--force", "--check", check, ...paths);
    const commands = planned.find((each) => each.check === check)?.commands ?? [];
    if (commands.length === 0) return null;
    const directory = mkdtempSync(join(tmpdir(), "verification-reads-"));
    const out = join(directory, "opened");
    // Python reads no source that it has compiled before.
    const env = { PYTHONPYCACHEPREFIX: join(directory, "compiled"), PYTHONDONTWRITEBYTECODE: "1" };
    try {
      const opened = new Set<string>();
      const statuses = commands.map((command) => {
        const status = this.#run(command, straceTo(out), env);
        for (const path of openedIn(this.root, out)) if (this.tracked.includes(path)) opened.add(path);
        return status;
      });
      return { name: nameOf(check, target), check, commands, statuses, opened };
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  /** Whether the commands of a unit end as they did when they were watched. */
  endsAsBefore({ commands, statuses }: WatchedUnit): boolean {
    return commands.every((command, index) => this.#run(command, [], {}) === statuses[index]);
  }

  /** Does something while a file has other bytes. */
  async with<T>(path: string, bytes: string | Buffer, act: () => Promise<T>): Promise<T> {
    const place = join(this.root, path);
    const original = readFileSync(place);
    try {
      writeFileSync(place, bytes);
      return await act();
    } finally {
      writeFileSync(place, original);
    }
  }

  #run({ command, args, cwd, env }: PrintedCommand, before: readonly string[], more: object): number | null {
    const bins: string[] = [];
    const from = join(this.root, cwd);
    for (let place = from; place.startsWith(this.root); place = dirname(place))
      bins.push(join(place, "node_modules/.bin"));
    const PATH = [...bins, process.env["PATH"]].join(delimiter);
    const [program = command, ...words] = [...before, command, ...args];
    const options = {
      cwd: from,
      env: { ...process.env, ...more, ...env, PATH },
      stdio: "ignore",
      timeout: 300_000,
    } as const;
    return spawnSync(program, words, options).status;
  }
}

function describe({ type, changes = [] }: PrintedUnit["reason"]): string {
  return [type, ...changes.map(({ path }) => path)].join(" ");
}

function nameOf(check: string, target: string): string {
  return target === "" ? check : `${check} on ${target}`;
}
