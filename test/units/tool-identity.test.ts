import { createHash } from "node:crypto";
import {
  chmodSync,
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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identifyTool, type ToolIdentity } from "../../src/units/tool-identity.ts";
import type { Check } from "../../src/vocabulary/check.ts";
import type { RepoPath } from "../../src/vocabulary/path.ts";

let base = "";
let root = "";
let tracked = new Set<RepoPath>();
let hashed: string[] = [];
let env: NodeJS.ProcessEnv = {};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tool-identity-")));
  root = join(base, "repository");
  tracked = new Set();
  hashed = [];
  env = { PATH: join(base, "bin") };
  for (const name of [
    "node",
    "sh",
    "bash",
    "env",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "npx",
    "tool",
    "timeout",
    "nice",
  ])
    program(name);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A file of the snapshot. */
function track(path: string, text = path): void {
  place(join(root, path), text);
  tracked.add(path as RepoPath);
}

function place(absolute: string, text: string): void {
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

/** A program on the PATH. */
function program(name: string, text = `binary ${name}`): void {
  place(join(base, "bin", name), text);
  chmodSync(join(base, "bin", name), 0o755);
}

function identify(words: string | readonly string[], fields: Partial<Check> = {}): Promise<ToolIdentity> {
  const [command = "", ...args] = typeof words === "string" ? words.split(" ") : words;
  mkdirSync(join(root, fields.cwd ?? "."), { recursive: true });
  const check = { command, args, cwd: ".", files: ["src/**"], env: {}, ...fields } as Check;
  return identifyTool(check, {
    root,
    env,
    has: (path) => tracked.has(path),
    below: (directory) =>
      [...tracked].filter((path) => directory === "." || path.startsWith(`${directory}/`)),
    hashFile: async (path) => {
      hashed.push(path);
      const text = readFileSync(path, "utf8");
      return text === "unreadable" ? null : createHash("sha256").update(text).digest("hex");
    },
  });
}

/** Whether the identity is another one after `change`. */
async function changes(
  words: string | readonly string[],
  change: () => void,
  fields: Partial<Check> = {},
): Promise<boolean> {
  const before = await identify(words, fields);
  change();
  const after = await identify(words, fields);
  expect(before.unknown).toBeNull();
  expect(after.unknown).toBeNull();
  return before.lines.join("\n") !== after.lines.join("\n");
}

const files = async (
  words: string | readonly string[],
  fields: Partial<Check> = {},
): Promise<readonly string[]> => (await identify(words, fields)).files;
const lines = async (words: string | readonly string[], fields: Partial<Check> = {}): Promise<string> =>
  (await identify(words, fields)).lines.join("\n");

describe("the command itself", () => {
  it("is unknown where it is missing", async () => {
    expect((await identify("missing a")).unknown).toMatch(/missing was not found/);
  });

  it("is unknown where it cannot be read", async () => {
    program("tool", "unreadable");
    expect((await identify("tool")).unknown).toMatch(/could not be read/);
  });

  it("is hashed once, however often it is met", async () => {
    await identify(["sh", "-c", "tool a; tool b; tool c && node x"]);
    expect(hashed.filter((path) => path.endsWith("bin/tool"))).toHaveLength(1);
  });

  it("is told without saying where the repository stands", async () => {
    place(join(root, "build/x"), "x");
    track("package.json", JSON.stringify({ scripts: { a: `tool ${join(root, "build/x")}` } }));
    const text = await lines(["npm", "run", "a", "--", join(root, "build/x")]);
    expect(text).toContain("{root}/build/x");
    expect(text).not.toContain(root);
  });
});

describe("files beside the snapshot", () => {
  it.each([
    "node build/check.mjs",
    "tool --config=build/check.mjs",
    "tool -cbuild/check.mjs",
    "node build/check",
  ])("count by content: %s", async (words) => {
    place(join(root, "build/check.mjs"), "1");
    expect(await changes(words, () => place(join(root, "build/check.mjs"), "2"))).toBe(true);
  });

  it("count outside the repository", async () => {
    const file = join(base, "etc/x.conf");
    place(file, "1");
    expect(await changes(["tool", `--config=${file}`], () => place(file, "2"))).toBe(true);
  });

  it("count behind a link of the snapshot", async () => {
    place(join(root, "build/x.json"), "1");
    symlinkSync("build/x.json", join(root, "link.json"));
    tracked.add("link.json" as RepoPath);
    expect(await changes("tool link.json", () => place(join(root, "build/x.json"), "2"))).toBe(true);
    expect(await files("tool link.json")).toEqual(["link.json"]);
  });

  it("make the identity unknown where they cannot be read", async () => {
    place(join(root, "build/check.mjs"), "unreadable");
    expect((await identify("node build/check.mjs")).unknown).toMatch(/build\/check.mjs cannot be read/);
  });

  it("do not count where the tool writes them", async () => {
    place(join(root, "build/report.xml"), "1");
    const change = (): void => place(join(root, "build/report.xml"), "2");
    expect(await changes("tool --outputFile=build/report.xml", change)).toBe(false);
    expect(await changes(["sh", "-c", "tool > build/report.xml"], () => change())).toBe(false);
  });
});

describe("directories of the repository", () => {
  beforeEach(() => {
    track("rules/a.js");
    track("rules/deep/b.js");
    track("src/a.ts");
  });

  it.each([
    "tool --rulesdir=rules",
    "tool rules",
    "tool ./rules/",
    "tool rules/**",
    "tool --rulesdir rules src",
  ])("count with all that is below: %s", async (words) =>
    expect(await files(words)).toEqual(["rules/a.js", "rules/deep/b.js"]),
  );

  it("do not count where they are what is verified", async () => {
    expect(await files("tool src")).toEqual([]);
    expect(await files("tool rules", { files: null })).toEqual([]);
    expect(await files("tool src/**")).toEqual([]);
  });

  it("do not count where the check works in them", async () => {
    expect(await files("tool .")).toEqual([]);
    expect(await files("tool ..", { cwd: "rules/deep" })).toEqual([]);
    expect(await files("tool ../../rules", { cwd: "rules/deep" })).toEqual([]);
  });
});

describe("wrappers", () => {
  const WRAPPED = [
    "env A=1 -u B tool x",
    "timeout -k 5 10s tool x",
    "timeout --signal=KILL 10 tool x",
    "cross-env A=1 tool x",
    "dotenv -e .env -- tool x",
    "nice -n 5 tool x",
    "nohup tool x",
    "setsid -w tool x",
    "stdbuf -o L tool x",
    "ionice -c 3 tool x",
    "xargs -n 1 tool x",
    "sudo -u me tool x",
    "flock build.lock tool x",
    "time -p tool x",
    "env timeout 5 nice tool x",
    "npx --yes tool x",
    "npx -p pkg tool x",
    "bunx tool x",
    "npm exec -- tool x",
    "npm exec --package=pkg -- tool x",
    "pnpm exec tool x",
    "pnpm dlx tool x",
    "yarn dlx tool x",
    "yarn exec tool x",
    "yarn tool x",
  ];

  it.each(WRAPPED)("are seen through, and count themselves: %s", async (words) => {
    const [wrapper = ""] = words.split(" ");
    program(wrapper);
    const text = await lines(words);
    expect(text).toMatch(new RegExp(`^${wrapper} is content`, "m"));
    expect(text).toMatch(/^tool is content/m);
    expect(await changes(words, () => program("tool", "other"))).toBe(true);
  });

  it("leave the command unknown where it is missing behind them", async () => {
    expect((await identify("timeout 10 missing")).unknown).toMatch(/missing was not found/);
    expect((await identify("npx missing")).unknown).toMatch(/missing was not found/);
  });

  it("split what env is told to split", async () => {
    track("tools/a.mjs");
    expect(await files(["env", "-S", "A=1 node --import ./tools/a.mjs", "x"])).toEqual(["tools/a.mjs"]);
  });

  it("change the directory where they are told to", async () => {
    track("sub/a.mjs");
    expect(await files("env -C sub node a.mjs")).toEqual(["sub/a.mjs"]);
  });

  it("find the command of a scoped package", async () => {
    place(
      join(root, "node_modules/@a/b/package.json"),
      JSON.stringify({ name: "@a/b", version: "1.2.3", bin: { b: "b.js" } }),
    );
    place(join(root, "node_modules/@a/b/b.js"), "x");
    chmodSync(join(root, "node_modules/@a/b/b.js"), 0o755);
    mkdirSync(join(root, "node_modules/.bin"));
    symlinkSync("../@a/b/b.js", join(root, "node_modules/.bin/b"));
    expect(await lines("npx @a/b x")).toMatch(/^b is @a\/b@1\.2\.3/m);
  });
});

describe("shells", () => {
  beforeEach(() => {
    track("sub/a.mjs");
    track("a.mjs");
    track("in.txt");
  });

  it.each([
    ["sh", "-ec", "node a.mjs"],
    ["bash", "-lc", "node a.mjs"],
    ["sh", "-eu", "-c", "node a.mjs"],
    ["bash", "-o", "pipefail", "-c", "node a.mjs"],
    ["bash", "-c", "-e", "node a.mjs"],
    ["sh", "-c", 'exec "$@"', "_", "node", "a.mjs"],
    ["sh", "-c", 'x="$(node a.mjs)"'],
    ["sh", "-c", "env A=1 timeout 5 node a.mjs"],
  ])("read a text: %s %s %s", async (...words) => {
    expect(await files(words)).toEqual(["a.mjs"]);
    expect(await lines(words)).toMatch(/^node is/m);
  });

  it("follow cd", async () => {
    expect(await files(["sh", "-c", "cd sub && node a.mjs"])).toEqual(["sub/a.mjs"]);
    expect(await files(["sh", "-c", "(cd sub && tool); node a.mjs"])).toEqual(["a.mjs"]);
    track("package.json", JSON.stringify({ scripts: { a: "cd sub && node a.mjs" } }));
    expect(await files("npm run a")).toEqual(["sub/a.mjs"]);
  });

  it("go everywhere where only running can tell", async () => {
    expect(await files(["sh", "-c", "if x; then cd sub; fi; node a.mjs"])).toEqual(["a.mjs", "sub/a.mjs"]);
  });

  it("read input without a space", async () => {
    expect(await files(["sh", "-c", "tool <in.txt"])).toEqual(["in.txt"]);
  });

  it.each([". ./lib.sh", "source lib.sh", ". lib.sh"])("include a script: %s", async (text) => {
    track("lib.sh", "node sub/a.mjs");
    expect(await files(["sh", "-c", text])).toEqual(["lib.sh", "sub/a.mjs"]);
  });
});

describe("package managers", () => {
  beforeEach(() => {
    const manifest = (script: string): string => JSON.stringify({ scripts: { a: script } });
    track("package.json", manifest("node root.mjs"));
    track("packages/q/package.json", manifest("node own.mjs"));
    track("root.mjs");
    track("packages/q/own.mjs");
  });

  it.each([
    "npm --prefix packages/q run a",
    "npm run a --prefix=packages/q",
    "npm -C packages/q run a",
    "pnpm -C packages/q run a",
    "pnpm --dir packages/q a",
    "yarn --cwd packages/q a",
    "bun --cwd packages/q run a",
    "bun --cwd=packages/q run a",
  ])("run a script elsewhere: %s", async (words) => {
    expect(await files(words)).toEqual(["packages/q/own.mjs"]);
    expect(await lines(words)).toContain("script a of packages/q is node own.mjs");
  });

  it.each([
    "npm run a -w q",
    "npm run a --workspace=q",
    "npm run a --workspaces",
    "npm -w q run a",
    "pnpm -r run a",
    "pnpm --filter q run a",
    "pnpm --filter=q a",
    "pnpm run -r a",
    "yarn workspace q a",
    "yarn workspace q run a",
    "yarn workspaces foreach -A run a",
    "yarn workspaces run a",
    "bun --filter q run a",
  ])("run a script of workspaces: %s", async (words) => {
    expect(await files(words)).toContain("packages/q/own.mjs");
    expect(await lines(words)).toContain("script a of packages/q is node own.mjs");
    expect(
      await changes(words, () =>
        track("packages/q/package.json", JSON.stringify({ scripts: { a: "tool" } })),
      ),
    ).toBe(true);
  });

  it("give what follows to the script", async () => {
    track("rules/x.js");
    expect(await files("npm run a -- --rulesdir=rules")).toEqual(["root.mjs", "rules/x.js"]);
    expect(await files("yarn a --rulesdir rules")).toEqual(["root.mjs", "rules/x.js"]);
  });

  it("do not take the name of a script for a directory", async () => {
    track("a/x.js");
    expect(await files("npm run a")).toEqual(["root.mjs"]);
  });

  it.each(["run-s a", "concurrently npm:a", "turbo run a", "lerna run a", "node --run a"])(
    "are not the only ones to run scripts: %s",
    async (words) => {
      program(words.split(" ")[0] ?? "");
      expect(await files(words)).toContain("root.mjs");
    },
  );
});

describe("scripts of the repository", () => {
  const script = (path: string, text: string): void => {
    track(path, text);
    chmodSync(join(root, path), 0o755);
  };

  it("count with their interpreter", async () => {
    script("tools/check", "#!/usr/bin/env node\n");
    place(join(base, "bin/env"), "env");
    expect(await lines("tools/check")).toMatch(/^node is content/m);
    expect(await changes("tools/check", () => program("node", "other"))).toBe(true);
  });

  it.each(["tools/check.sh", "bash tools/check.sh", "sh -e tools/check.sh", "timeout 5 tools/check.sh"])(
    "are looked into where they are shell: %s",
    async (words) => {
      script(
        "tools/check.sh",
        "#!/bin/sh\nset -e # don't\nif true; then\n  node tools/x.mjs\nfi\n. tools/lib.sh\nunheard of\n",
      );
      track("tools/lib.sh", "tool rules.json");
      track("tools/x.mjs");
      track("rules.json");
      const identity = await identify(words);
      expect(identity.files).toEqual(["rules.json", "tools/check.sh", "tools/lib.sh", "tools/x.mjs"]);
      expect(identity.unknown).toBeNull();
      expect(await changes(words, () => program("tool", "other"))).toBe(true);
    },
  );

  it("find what lies beside them", async () => {
    script(
      "tools/check",
      '#!/usr/bin/env bash\nDIR="$(cd "$(dirname "$0")" && pwd)"\nnode "$DIR/x.mjs"\n. $(dirname $0)/lib.sh\n',
    );
    track("tools/x.mjs");
    track("tools/lib.sh", "x");
    expect(await files("tools/check")).toEqual(["tools/check", "tools/lib.sh", "tools/x.mjs"]);
  });

  it("start what is given to them", async () => {
    script("tools/with", '#!/bin/sh\nexec "$@"\n');
    expect(await lines("tools/with tool x")).toMatch(/^tool is/m);
  });

  it("are unknown where they are too long", async () => {
    script("tools/check.sh", "#".repeat(256 * 1024 + 1));
    expect((await identify("tools/check.sh")).unknown).toMatch(/too long/);
  });

  it("may call themselves", async () => {
    script("tools/check.sh", "#!/bin/sh\ntools/check.sh; cd tools && ./check.sh\n");
    expect((await identify("tools/check.sh")).unknown).toBeNull();
  });
});

describe("variables", () => {
  beforeEach(() => {
    track("tools/setup.cjs");
    track("tools/x.mjs");
    track("lib/y.js");
  });

  it("of the check name files", async () => {
    const set = { NODE_OPTIONS: "--require ./tools/setup.cjs --import=./tools/x.mjs" };
    expect(await files("tool", { env: set })).toEqual(["tools/setup.cjs", "tools/x.mjs"]);
    expect(await files("tool", { env: { CONFIG: "tools/x.mjs", OTHER: null } })).toEqual(["tools/x.mjs"]);
  });

  it("of the environment name files for Node", async () => {
    env = { ...env, NODE_OPTIONS: "--require ./tools/setup", NODE_PATH: "lib" };
    expect(await files("tool")).toEqual(["lib/y.js", "tools/setup.cjs"]);
  });

  it("set in a script name files", async () => {
    const text = "NODE_OPTIONS='--import ./tools/x.mjs' tool; T=tool; $T";
    expect(await files(["sh", "-c", text])).toEqual(["tools/x.mjs"]);
  });

  it("that set a mode name no directory", async () => {
    track("test/a.js");
    expect(await files("tool", { env: { NODE_ENV: "test" } })).toEqual([]);
  });
});
