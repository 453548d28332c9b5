import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { stringify } from "yaml";
import type { CheckInput } from "../../src/index.ts";
import { IDENTITY } from "../rig/git-identity.ts";
import { searchPath } from "../scenarios/programs.ts";
import type { Files } from "./proof.ts";

/** A repository on the disk, with what its commands are started with. */
export interface Maze {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Takes all of it away. */
  close(): void;
}

export interface Tools {
  /** A directory of packages that is installed in the maze. */
  readonly modules?: string;
  /** A directory of programs. */
  readonly bin?: string;
}

export function layMaze(files: Files, checks: readonly CheckInput[], { modules, bin }: Tools): Maze {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "verification-maze-")));
  const root = join(directory, "repository");
  const env = {
    HOME: join(directory, "home"),
    TMPDIR: join(directory, "tmp"),
    GIT_CONFIG_NOSYSTEM: "1",
    PATH: [...(bin === undefined ? [] : [bin]), searchPath()].join(delimiter),
  };
  for (const place of [root, env.HOME, env.TMPDIR]) mkdirSync(place);
  // Links to the same bytes: what is changed here is put in their place.
  if (modules !== undefined) execFileSync("cp", ["-al", modules, join(root, "node_modules")]);
  const maze: Maze = {
    root,
    env,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => {
      let top = join(root, path);
      rmSync(top, { recursive: true });
      for (top = dirname(top); isEmpty(top); top = dirname(top)) rmSync(top, { recursive: true });
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
  const settings = stringify({ checks, execution: { trace: "off" } }, { aliasDuplicateObjects: false });
  for (const [path, text] of Object.entries({ ...files, ".verification.yml": settings }))
    maze.write(path, text);
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", [...IDENTITY, ...args], { cwd: root, env, stdio: "pipe" });
  git("init", "--quiet", "--template=", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  return maze;
}

function isEmpty(directory: string): boolean {
  return readdirSync(directory).length === 0;
}
