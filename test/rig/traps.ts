import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Rig } from "./rig.ts";

/** What a link in a repository can lead to, beside the repository. */
export const TRAPS = {
  "a file": "victim",
  "nothing, where something could be made": "new",
  "nothing, in a directory that is not there": "none/new",
  "a directory": "directory",
  "a pipe": "pipe",
} as const;

/** A directory beside the repository that nobody has asked for anything in. */
export class Outside {
  readonly path: string;
  readonly #before: Readonly<Record<string, string>>;

  constructor(
    readonly rig: Rig,
    /** What the file that could be overwritten holds. */
    readonly content = "precious\n",
  ) {
    this.path = join(dirname(rig.root), "outside");
    mkdirSync(join(this.path, "directory/nested"), { recursive: true });
    writeFileSync(join(this.path, "victim"), content);
    writeFileSync(join(this.path, "directory/kept"), "kept\n");
    execFileSync("mkfifo", [join(this.path, "pipe")]);
    this.#before = this.#look();
  }

  /** Puts a link into the repository, in place of what has its name, and commits it. */
  link(from: string, to: string): void {
    const place = join(this.rig.root, from);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(this.path, to), place);
    this.rig.git("add", "--all", "--force");
    this.rig.git("commit", "--quiet", "--allow-empty", "--message", "a link");
  }

  /** What is not as it was: the names of what was made, changed or removed. */
  get touched(): readonly string[] {
    const now = this.#look();
    const names = new Set([...Object.keys(this.#before), ...Object.keys(now)]);
    return [...names].filter((name) => this.#before[name] !== now[name]);
  }

  #look(): Readonly<Record<string, string>> {
    const names = readdirSync(this.path, { recursive: true, encoding: "utf8" });
    return Object.fromEntries(
      names.map((name) => {
        const stat = lstatSync(join(this.path, name));
        const text = stat.isFile() ? readFileSync(join(this.path, name), "utf8") : "";
        return [name, `${stat.mode} ${stat.ino} ${text}`];
      }),
    );
  }
}
