import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { IDENTITY } from "../../rig/git-identity.ts";
import { FAKE, probe } from "./scripts.ts";
import { readState, type State, type Variables } from "./state.ts";
import { FILES, IGNORED } from "./template.ts";
import { LINK } from "./watched-checks.ts";

/** A command that was started: by what, on which targets, and its status; null where it did not come to its end. */
export interface Execution {
  readonly check: string;
  readonly targets: readonly string[];
  readonly status: number | null;
}

/** A repository with all that is around it. */
export interface World {
  readonly root: string;
  /** Directories of PATH, the first goes first. */
  readonly places: readonly string[];
  variables: Variables;
  /** Never throws: where git refuses, nothing happened. */
  git(...args: readonly string[]): boolean;
  write(path: string, text: string): void;
  read(path: string): string | null;
  environment(): NodeJS.ProcessEnv;
  state(): State;
  /** What was executed since it was last asked. */
  executions(): readonly Execution[];
  remove(): void;
}

/** Makes repositories that are all alike. */
export interface Worlds {
  create(): World;
  remove(): void;
}

/** Git is started with the variables of this process: it gets a home without settings. */
export function createWorlds(): Worlds {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "verification-proof-")));
  const before = { ...process.env };
  Object.assign(process.env, homeless(base));
  const template = join(base, "template");
  fill(openWorld(template, base));
  let count = 0;
  return {
    create: () => {
      count += 1;
      const directory = join(base, `world-${count}`);
      cpSync(template, directory, { recursive: true, verbatimSymlinks: true });
      return openWorld(directory, base);
    },
    remove: () => {
      rmSync(base, { recursive: true, force: true });
      process.env = before;
    },
  };
}

function homeless(home: string): NodeJS.ProcessEnv {
  return { HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
}

function openWorld(directory: string, home: string): World {
  const root = join(directory, "repository");
  const log = join(directory, "log");
  const places = [join(directory, "first"), join(directory, "second")];
  const outside = {
    ...homeless(home),
    PATH: [...places, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
  };
  const world: World = {
    root,
    places,
    variables: { MODE: "loose" },
    git: (...args) => {
      try {
        execFileSync("git", [...IDENTITY, ...args], { cwd: root, env: outside, stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    },
    write: (path, text) => {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null),
    environment: () =>
      Object.fromEntries(
        Object.entries({ ...outside, PROOF_LOG: log, ...world.variables }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    state: () => readState(root, places, world.variables),
    executions: () => {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      for (const path of [log, `${log}.try`]) rmSync(path, { force: true });
      return readExecutions(text);
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
  return world;
}

/** `+|check|target...` when a command begins, `-status|check|target...` when it ends. */
function readExecutions(text: string): readonly Execution[] {
  const begun: string[] = [];
  const ended: Execution[] = [];
  for (const line of text.split("\n")) {
    const [sign = "", ...rest] = line.split("|");
    const key = rest.join("|");
    if (sign === "+") begun.push(key);
    if (!sign.startsWith("-")) continue;
    begun.splice(begun.indexOf(key), 1);
    ended.push(read(key, Number(sign.slice(1))));
  }
  return [...ended, ...begun.map((key) => read(key, null))];
}

function read(key: string, status: number | null): Execution {
  const [check = "", ...targets] = key.split("|");
  return { check, targets: targets.length === 0 ? [""] : targets, status };
}

function fill(world: World): void {
  for (const [path, text] of Object.entries({ ...FILES, ...IGNORED })) world.write(path, text);
  symlinkSync(LINK.first, join(world.root, LINK.path));
  installFake(world, 1);
  for (const place of world.places) mkdirSync(place, { recursive: true });
  installProbe(world, 1, { status: 0, note: "first" });
  world.git("init", "--quiet", "--template=", "--initial-branch=main");
  world.git("add", "--all");
  world.git("commit", "--quiet", "--message", "first");
}

/** Another version of the package: an even one fails. */
export function installFake(world: World, version: number): void {
  world.write(
    "node_modules/fake/package.json",
    JSON.stringify({ name: "fake", version: `${version}.0.0`, bin: "bin.sh" }),
  );
  world.write("node_modules/fake/lib.sh", `status=${version % 2 === 0 ? 1 : 0}\n`);
  world.write("node_modules/fake/bin.sh", FAKE);
  chmodSync(join(world.root, "node_modules/fake/bin.sh"), 0o755);
  mkdirSync(join(world.root, "node_modules/.bin"), { recursive: true });
  const link = join(world.root, "node_modules/.bin/fake");
  rmSync(link, { force: true });
  symlinkSync("../fake/bin.sh", link);
}

export function installProbe(
  world: World,
  place: number,
  { status, note }: { status: number; note: string },
): void {
  const file = join(world.places[place] ?? "", "probe");
  writeFileSync(file, probe(status, note));
  chmodSync(file, 0o755);
}
