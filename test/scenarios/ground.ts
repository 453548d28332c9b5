import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { runHosted } from "../rig/command-host.ts";
import { IDENTITY } from "../rig/git-identity.ts";
import type { Ended } from "../rig/rig.ts";
import { installPackages, type Installed } from "./install-packages.ts";
import { writeManifests, writeRecord } from "./manifests.ts";
import { searchPath } from "./programs.ts";
import type { Files, Scenario, Step } from "./scenario.ts";

/**
 * A directory with a repository, a home and what lies beside them, whose state can be saved and brought back. Installed
 * tools stay where they are; all else in `node_modules` belongs to the state.
 */
export class Ground {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-scenario-")));
  readonly root = join(this.directory, "now/repository");
  readonly #modules = join(this.root, "node_modules");
  readonly #installed: Installed;

  constructor(tools: readonly string[]) {
    mkdirSync(this.root, { recursive: true });
    this.#installed = installPackages(this.root, tools);
  }

  /** Makes a repository with these projects in it, as it is before the first run. */
  prepare(scenarios: readonly Scenario[]): void {
    this.#clear();
    for (const name of ["home", "tmp"]) mkdirSync(join(this.directory, "now", name));
    this.git("init", "--quiet", "--template=", "--initial-branch=main");
    const files: Files = Object.assign({}, ...scenarios.map((scenario) => scenario.files));
    const config: object = Object.assign({}, ...scenarios.map((scenario) => scenario.config));
    const checks = scenarios.flatMap((scenario) => scenario.checks);
    this.do({
      write: {
        "README.md": "# Project\n",
        ...writeManifests(this.#installed, files),
        ...files,
        ".gitignore": `${["node_modules", files[".gitignore"] ?? ""].join("\n").trim()}\n`,
        ".verification.yml": stringify({ ...config, checks }, { aliasDuplicateObjects: false }),
        ...writeRecord(this.#installed, files),
      },
    });
    this.do({ commit: "first" });
    for (const step of scenarios.flatMap(({ before = [] }) => before)) this.do(step);
  }

  do(step: Step): void {
    if ("write" in step)
      for (const [path, text] of Object.entries(step.write)) {
        mkdirSync(dirname(this.#place(path)), { recursive: true });
        writeFileSync(this.#place(path), text);
      }
    else if ("replace" in step) this.#replace(...step.replace);
    else if ("delete" in step) rmSync(this.#place(step.delete), { recursive: true });
    else if ("rename" in step) {
      const [from, to] = step.rename.map((path) => this.#place(path)) as [string, string];
      mkdirSync(dirname(to), { recursive: true });
      renameSync(from, to);
    } else if ("link" in step) {
      const [path, target] = step.link;
      mkdirSync(dirname(this.#place(path)), { recursive: true });
      rmSync(this.#place(path), { recursive: true, force: true });
      symlinkSync(target, this.#place(path));
    } else if ("git" in step) this.git(...step.git);
    else if ("commit" in step) {
      this.git("add", "--all");
      this.git("commit", "--quiet", "--allow-empty", "--message", step.commit);
    } else
      execFileSync("sh", ["-c", step.shell], {
        cwd: this.root,
        env: this.#env(),
        stdio: ["ignore", "pipe", "pipe"],
      });
  }

  git(...args: readonly string[]): void {
    execFileSync("git", [...IDENTITY, ...args], { cwd: this.root, env: this.#env(), stdio: "pipe" });
  }

  run(...args: readonly string[]): Promise<Ended> {
    return runHosted({ args, cwd: this.root, env: this.#env() });
  }

  /** Keeps the state as it is now. */
  save(tries = 5): void {
    try {
      this.#copyNow();
    } catch (error) {
      // A database that was closed a moment ago may take its log away while it is copied.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 1) throw error;
      rmSync(join(this.directory, "saved"), { recursive: true, force: true });
      this.save(tries - 1);
    }
  }

  #copyNow(): void {
    cpSync(join(this.directory, "now"), join(this.directory, "saved"), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (path) => !this.#installed.places.has(path),
    });
  }

  /** Brings the saved state back, at the same place. */
  restore(): void {
    this.#clear({ keepSaved: true });
    cpSync(join(this.directory, "saved"), join(this.directory, "now"), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  #clear({ keepSaved = false } = {}): void {
    const remove = (path: string): void => rmSync(path, { recursive: true, force: true });
    if (!keepSaved) remove(join(this.directory, "saved"));
    for (const name of readdirSync(join(this.directory, "now")))
      if (name !== "repository") remove(join(this.directory, "now", name));
    for (const name of readdirSync(this.root)) if (name !== "node_modules") remove(join(this.root, name));
    if (!existsSync(this.#modules)) return;
    for (const name of readdirSync(this.#modules)) {
      const path = join(this.#modules, name);
      if (!this.#installed.places.has(path) && !this.#installed.scopes.has(path)) remove(path);
    }
  }

  #replace(path: string, from: string, to: string): void {
    const text = readFileSync(this.#place(path), "utf8");
    if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`);
    writeFileSync(
      this.#place(path),
      text.replace(from, () => to),
    );
  }

  #place(path: string): string {
    return path.startsWith("~/") ? join(this.directory, "now/home", path.slice(2)) : join(this.root, path);
  }

  #env(): NodeJS.ProcessEnv {
    return {
      HOME: join(this.directory, "now/home"),
      GIT_CONFIG_NOSYSTEM: "1",
      PATH: searchPath(),
      // Tools keep caches there, which belong to the state.
      TMPDIR: join(this.directory, "now/tmp"),
    };
  }
}
