import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";
import {
  base,
  changes,
  files,
  hashed,
  identify,
  lines,
  place,
  program,
  root,
  setVariables,
  track,
  tracked,
} from "../tool-repository.ts";

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
  ])("a file beside the snapshot counts by content: %s", async (words) => {
    place(join(root, "build/check.mjs"), "1");
    expect(await changes(words, () => place(join(root, "build/check.mjs"), "2"))).toBe(true);
  });

  it("a file outside the repository counts by content", async () => {
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

  it("do not count where they are copied to", async () => {
    place(join(root, "build/out"), "1");
    track("src.txt");
    const words = ["sh", "-c", "mkdir -p build; cp src.txt build/out"];
    expect(await changes(words, () => place(join(root, "build/out"), "2"))).toBe(false);
    expect(await files(words)).toEqual(["src.txt"]);
  });

  it.each([
    [false, "tool --outputFile=build/report.xml"],
    [false, "eslint -o build/report.xml"],
    [false, "npx eslint -o build/report.xml"],
    [false, "tool --junitxml=build/report.xml"],
    [false, "tool --cov-report=xml:build/report.xml"],
    [false, "go test -coverprofile=build/report.xml"],
    [true, "overcover --coverprofile build/report.xml"],
    [true, "unzip -o build/report.xml"],
    [true, "grep -o word build/report.xml"],
    [true, "cp -t out build/report.xml"],
    [true, "cp --target-directory=out build/report.xml"],
    [false, "cp in.txt build/report.xml"],
    [false, ["sh", "-c", "tool > build/report.xml"]],
    [true, "tool -O build/report.xml"],
    [true, "tool --log build/report.xml"],
    [true, "tool build/report.xml"],
  ] as const)("count (%s) unless the tool writes them: %s", async (doesCount, words) => {
    if (typeof words === "string") for (const word of words.split(" ").slice(0, 2)) program(word);
    place(join(root, "build/report.xml"), "1");
    expect(await changes(words, () => place(join(root, "build/report.xml"), "2"))).toBe(doesCount);
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

  it("shells follow cd", async () => {
    expect(await files(["sh", "-c", "cd sub && node a.mjs"])).toEqual(["sub/a.mjs"]);
    track("package.json", JSON.stringify({ scripts: { a: "cd sub && node a.mjs" } }));
    expect(await files("npm run a")).toEqual(["sub/a.mjs"]);
  });

  it.each(["if x; then cd sub; fi; node a.mjs", "(cd sub && tool); node a.mjs"])(
    "go everywhere where the order of the text does not tell: %s",
    async (text) => expect(await files(["sh", "-c", text])).toEqual(["a.mjs", "sub/a.mjs"]),
  );

  it("go on where a quote is open: every word may be a program or a file", async () => {
    const words = ["sh", "-c", "echo it's && tool a.mjs"];
    expect(await files(words)).toEqual(["a.mjs"]);
    expect(await changes(words, () => program("tool", "other"))).toBe(true);
  });

  it("read input without a space", async () => {
    expect(await files(["sh", "-c", "tool <in.txt"])).toEqual(["in.txt"]);
  });

  it.each([". ./lib.sh", "source lib.sh", ". lib.sh"])("a shell includes a script: %s", async (text) => {
    track("lib.sh", "node sub/a.mjs");
    expect(await files(["sh", "-c", text])).toEqual(["lib.sh", "sub/a.mjs"]);
  });
});

describe("scripts of the repository", () => {
  const script = (path: string, text: string): void => {
    track(path, text);
    chmodSync(join(root, path), 0o755);
  };

  it("scripts of the repository count with their interpreter", async () => {
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

  it("may hold words that are no names", async () => {
    script("tools/check.sh", `#!/bin/sh\n${"x".repeat(5000)} ${"y".repeat(300)}\na\0b c\0d\n`);
    expect((await identify("tools/check.sh")).unknown).toBeNull();
  });

  it("scripts of the repository may call themselves", async () => {
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

  it("variables of the check name files", async () => {
    const set = { NODE_OPTIONS: "--require ./tools/setup.cjs --import=./tools/x.mjs" };
    expect(await files("tool", { env: set })).toEqual(["tools/setup.cjs", "tools/x.mjs"]);
    expect(await files("tool", { env: { CONFIG: "tools/x.mjs", OTHER: null } })).toEqual(["tools/x.mjs"]);
  });

  it("variables of the environment name files for Node", async () => {
    setVariables({ NODE_OPTIONS: "--require ./tools/setup", NODE_PATH: "lib" });
    expect(await files("tool")).toEqual(["lib/y.js", "tools/setup.cjs"]);
  });

  it("set in a script are put in", async () => {
    expect(await lines(["sh", "-c", "T=tool; $T x"])).toMatch(/^tool is/m);
  });

  it("set in a script name files", async () => {
    const text = "NODE_OPTIONS='--import ./tools/x.mjs' tool";
    expect(await files(["sh", "-c", text])).toEqual(["tools/x.mjs"]);
  });

  it("variables that set a mode name no directory", async () => {
    track("test/a.js");
    expect(await files("tool", { env: { NODE_ENV: "test" } })).toEqual([]);
  });
});

describe("what the check says that it writes", () => {
  it("is no part of the tool, by a word, in a directory, or through an ignored script", async () => {
    place(join(root, "ignored/gen.js"), "import './out.js';");
    for (const path of ["build/report.txt", "ignored/out.js"]) place(join(root, path), "1");
    track("tracked/report.txt");
    track("tracked/other.txt");
    const outputs = ["build/**", "ignored/out.js", "tracked/report.txt"];
    const words = "node ignored/gen.js build/report.txt tracked/report.txt tracked";
    expect((await identify(words, { outputs })).files).toEqual(["tracked/other.txt"]);
    const rewrite = (): void => {
      for (const path of ["build/report.txt", "ignored/out.js"]) place(join(root, path), "2");
    };
    expect(await changes(words, rewrite, { outputs })).toBe(false);
    expect(await changes(words, () => place(join(root, "ignored/gen.js"), "2"), { outputs })).toBe(true);
  });

  it("does not take part where a build names it and git ignores it, unless it is a package's", async () => {
    for (const path of ["dist/made.mjs", "node_modules/p/cli.js"]) place(join(root, path), "1");
    track("tracked/gen.js", "1");
    const words = "tool tracked/gen.js dist/made.mjs node_modules/p/cli.js";
    let text = 1;
    const edit = (path: string) => (): void => place(join(root, path), String(++text));
    const build = { type: "build" } as const;
    expect(await changes(words, edit("dist/made.mjs"), build)).toBe(false);
    expect(await changes(words, edit("dist/made.mjs"))).toBe(true);
    expect(await changes(words, edit("node_modules/p/cli.js"), build)).toBe(true);
    expect((await identify(words, build)).files).toEqual(["tracked/gen.js"]);
  });

  it("leads to what it imports", async () => {
    track("dist/leading.js");
    expect((await identify("node dist/leading.js", { outputs: ["dist/**"] })).files).toEqual([
      "dist/leading.js",
    ]);
  });

  it("counts by its bytes where it is the command itself", async () => {
    track("bin/run", "#!/bin/sh\n");
    chmodSync(join(root, "bin/run"), 0o755);
    const edit = (): void => place(join(root, "bin/run"), "#!/bin/sh\nexit 1\n");
    expect(await changes("./bin/run", edit, { outputs: ["bin/**"] })).toBe(true);
  });
});
