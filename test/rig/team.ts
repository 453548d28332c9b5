import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { CheckInput, ConfigInput, VerificationResult } from "../../src/index.ts";
import { createSigningKey, type SigningKey } from "../../src/shared/trust/keys.ts";
import { runHosted } from "./command-host.ts";
import { IDENTITY } from "./git-identity.ts";
import type { Ended } from "./rig.ts";

const BIN = join(import.meta.dirname, "../../bin");

export interface Writer {
  readonly key: SigningKey;
  readonly secret: string;
  readonly name: string;
}

export function createWriter(name: string): Writer {
  const { key, secretText } = createSigningKey();
  return { key, secret: secretText, name };
}

/** A check of single files that passes unless a file says BAD, and notes in the clone what it was run on. */
export const filesCheck: CheckInput = {
  name: "files",
  type: "lint",
  command: "sh",
  args: ["-c", 'echo "$@" >> .ran; ! grep -l BAD "$@"', "sh", "{files}"],
  files: ["src/**"],
  follow: "none",
};

/** A repository that several people clone, each with a home and a path of their own, and a place where they share. */
export class Team {
  readonly directory: string = realpathSync(mkdtempSync(join(tmpdir(), "verification-team-")));
  readonly origin: string = join(this.directory, "origin.git");
  readonly cache: string = join(this.directory, "cache");
  readonly ci: Writer = createWriter("ci");
  url: string = `file://${this.cache}`;
  #clones = 0;

  constructor(options: { readonly checks?: readonly CheckInput[]; readonly remote?: object } = {}) {
    onTestFinished(() => rmSync(this.directory, { recursive: true, force: true }));
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", this.origin]);
    const first = this.clone();
    first.config(options.checks ?? [filesCheck], options.remote ?? {});
    first.write(".gitignore", ".ran\n.seen\n");
    for (const name of ["a", "b", "c"]) first.write(`src/${name}.txt`, `${name}\n`);
    first.commit();
    first.git("push", "--quiet", "origin", "HEAD:main");
  }

  /** Another machine: another path, another user. */
  clone(): Member {
    const home = join(this.directory, `machine-${++this.#clones}`);
    const root = join(home, "deep".repeat(this.#clones), "repository");
    mkdirSync(dirname(root), { recursive: true });
    execFileSync("git", ["clone", "--quiet", this.origin, root], { stdio: ["ignore", "ignore", "ignore"] });
    return new Member(this, root, home);
  }
}

export class Member {
  readonly team: Team;
  readonly root: string;
  readonly home: string;

  constructor(team: Team, root: string, home: string) {
    this.team = team;
    this.root = root;
    this.home = home;
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  config(checks: readonly CheckInput[], remote: object = {}, more: Partial<ConfigInput> = {}): void {
    const { ci, url } = this.team;
    const cache = { remote: { url, trust: [`${ci.key.publicText} ${ci.name}`], ...remote } };
    this.write(".verification.yml", stringify({ execution: { trace: "off" }, ...more, checks, cache }));
  }

  git(...args: readonly string[]): string {
    const env = { HOME: this.home, PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1" };
    return execFileSync("git", [...IDENTITY, ...args], {
      cwd: this.root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  commit(message = "change"): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", message);
  }

  /** Runs the command as somebody who signs with this key, or with none. */
  run(
    args: readonly string[],
    writer: Writer | null = null,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    return runHosted({ args, cwd: this.root, env: this.#env(writer, env) });
  }

  /** The same in a process of its own, so that several go on at once. */
  start(args: readonly string[], writer: Writer | null = null): Promise<number | null> {
    return new Promise((resolve) => {
      const options = { cwd: this.root, env: this.#env(writer, {}), stdio: "ignore" } as const;
      spawn(process.execPath, [join(BIN, "verification"), ...args], options).once("close", resolve);
    });
  }

  #env(writer: Writer | null, env: Readonly<Record<string, string>>): Record<string, string> {
    return {
      HOME: this.home,
      PATH: `${BIN}:${process.env["PATH"] ?? ""}`,
      GIT_CONFIG_NOSYSTEM: "1",
      VERIFICATION_COMPARE: "1",
      ...(writer === null ? {} : { VERIFICATION_CACHE_KEY: writer.secret }),
      ...env,
    };
  }

  async verify(
    writer: Writer | null = null,
    env: Readonly<Record<string, string>> = {},
  ): Promise<VerificationResult & { stderr: string }> {
    const { stdout, stderr } = await this.run(["--json"], writer, env);
    try {
      return { ...(JSON.parse(stdout) as VerificationResult), stderr };
    } catch {
      throw new Error(`No JSON on standard output: ${stdout}\n${stderr}`);
    }
  }
}
