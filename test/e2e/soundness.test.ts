import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { rigWith, verified } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";

interface Case {
  readonly what: string;
  readonly checks: readonly CheckInput[];
  readonly files: Readonly<Record<string, string>>;
  /** After this, running everything fails. */
  readonly breakIt: (rig: Rig) => void;
}

/** Runs every module, each on its own. */
const runEach: CheckInput = {
  name: "each",
  type: "test",
  command: "node",
  args: ["{files}"],
  files: ["src/a.mjs"],
};
const write = (path: string, text: string) => (rig: Rig) => rig.write(path, text);
const notBad = (path: string): string => `! grep -q BAD ${path}`;

const cases: readonly Case[] = [
  {
    what: "the code of a package whose declarations lie beside it, required by its directory",
    checks: [{ ...runEach, files: ["src/a.cjs"] }],
    files: {
      "src/a.cjs": 'require("..");',
      "package.json": '{ "name": "x", "main": "x.js", "types": "x.d.ts" }',
      "x.js": "",
      "x.d.ts": "export {};",
    },
    breakIt: write("x.js", "throw 1;"),
  },
  {
    what: "what a script in a language that is not read imports",
    checks: [
      {
        name: "each",
        type: "test",
        command: "python3",
        args: ["-B", "tools/check.py", "{files}"],
        files: ["src/*"],
      },
    ],
    files: { "src/a.txt": "", "tools/check.py": "import helper\n", "tools/helper.py": "" },
    breakIt: write("tools/helper.py", "raise SystemExit(1)\n"),
  },
  {
    what: "what an untracked module imports",
    checks: [runEach],
    files: {
      "src/a.mjs": 'import "../ignored/one.mjs";',
      "ignored/one.mjs": 'import "./two.mjs";',
      "ignored/two.mjs": "",
    },
    breakIt: write("ignored/two.mjs", "throw 1;"),
  },
  {
    what: "a tracked module that an untracked one imports",
    checks: [runEach],
    files: {
      "src/a.mjs": 'import "../ignored/one.mjs";',
      "ignored/one.mjs": 'export * from "./two.mjs";',
      "ignored/two.mjs": 'export * from "../lib/real.mjs";',
      "lib/real.mjs": "",
    },
    breakIt: write("lib/real.mjs", "throw 1;"),
  },
  {
    what: "a tracked module that an untracked script imports",
    checks: [{ ...runEach, args: ["ignored/run.mjs", "{files}"] }],
    files: { "src/a.mjs": "", "ignored/run.mjs": 'import "../lib/real.mjs";', "lib/real.mjs": "" },
    breakIt: write("lib/real.mjs", "throw 1;"),
  },
  {
    what: "the same in a check of the whole project",
    checks: [{ name: "whole", type: "test", command: "node", args: ["src/a.mjs"] }],
    files: {
      "src/a.mjs": 'import "../ignored/one.mjs";',
      "ignored/one.mjs": 'import "./two.mjs";',
      "ignored/two.mjs": "",
    },
    breakIt: write("ignored/two.mjs", "throw 1;"),
  },
  {
    what: "the package.json around a module that it imports",
    checks: [runEach],
    files: {
      "src/a.mjs": 'import { x } from "../lib/x.js"; if (x !== 1) throw 1;',
      "lib/x.js": "export const x = 1;",
      "lib/package.json": '{"type":"module"}',
    },
    breakIt: write("lib/package.json", '{"type":"commonjs"}'),
  },
  {
    what: "what a script of the repository imports from outside the tree",
    checks: [{ ...runEach, args: ["tools/check.mjs", "{files}"] }],
    files: { "src/a.mjs": "", "tools/check.mjs": 'import "../ignored/rule.mjs";', "ignored/rule.mjs": "" },
    breakIt: write("ignored/rule.mjs", "throw 1;"),
  },
  {
    what: "a configuration file in the root",
    checks: [
      shell("spell", `${notBad("cspell.json")} "$@"`, {
        type: "lint",
        args: ["-c", notBad("cspell.json"), "sh", "{files}"],
        files: ["src/*"],
      }),
    ],
    files: { "src/a.txt": "", "cspell.json": "{}" },
    breakIt: write("cspell.json", '"BAD"'),
  },
  {
    what: "anything, where the target's language is not read",
    checks: [
      shell("python", "true", {
        type: "test",
        args: ["-c", notBad("lib/helper.py"), "sh", "{files}"],
        files: ["src/*.py"],
      }),
    ],
    files: { "src/a.py": "import helper", "lib/helper.py": "" },
    breakIt: write("lib/helper.py", "BAD"),
  },
  {
    what: "a style sheet that another one imports",
    checks: [
      shell("styles", "true", {
        type: "test",
        args: ["-c", notBad("src/_part.scss"), "sh", "{files}"],
        files: ["src/main.scss"],
      }),
    ],
    files: { "src/main.scss": '@use "part";', "src/_part.scss": "" },
    breakIt: write("src/_part.scss", "BAD"),
  },
  {
    what: "a file beyond the repository that is imported",
    checks: [runEach],
    files: { "src/a.mjs": 'import "../../beyond.mjs";', "../beyond.mjs": "" },
    breakIt: write("../beyond.mjs", "throw 1;"),
  },
  {
    what: "a directory given as an input",
    checks: [shell("inputs", notBad("data/x.bin"), { files: ["src/*"], inputs: ["/data/"] })],
    files: { "src/a.txt": "", "data/x.bin": "" },
    breakIt: write("data/x.bin", "BAD"),
  },
  {
    what: "what a product is made from, at two removes",
    checks: [
      shell("build", "mkdir -p ignored; cp src/a.txt ignored/out", { type: "build", files: ["src/*"] }),
      shell("types", "true", { type: "type-check", files: ["types.txt"], dependsOn: ["build"] }),
      shell("test", notBad("ignored/out"), { type: "test", files: ["test.txt"], dependsOn: ["types"] }),
    ],
    files: { "src/a.txt": "", "types.txt": "", "test.txt": "" },
    breakIt: write("src/a.txt", "BAD"),
  },
];

describe("a verdict does not stand when it would no longer be reached", () => {
  it.each(cases)(
    "a verdict does not stand when it would no longer be reached because of $what",
    async ({ checks, files, breakIt }) => {
      const rig = rigWith(...checks);
      for (const [path, text] of Object.entries(files)) rig.write(path, text);
      rig.commitAll();
      expect((await rig.json()).result).toMatchObject({ success: true });
      expect((await rig.json()).result).toMatchObject({ success: true, filesVerified: 0 });
      breakIt(rig);
      expect((await rig.json()).status).toBe(1);
    },
  );

  it("a verdict does not stand when it would no longer be reached because of what an ignored link leads to", async () => {
    const rig = rigWith(
      shell("inputs", notBad("ignored/link"), { files: ["src/*"], inputs: ["ignored/link"] }),
    );
    rig.write("src/a.txt", "");
    mkdirSync(join(rig.root, "ignored"));
    writeFileSync(join(rig.root, "../elsewhere"), "");
    symlinkSync("../../elsewhere", join(rig.root, "ignored/link"));
    expect((await rig.json()).status).toBe(0);
    writeFileSync(join(rig.root, "../elsewhere"), "BAD");
    expect((await rig.json()).status).toBe(1);
  });

  it("a verdict does not stand when it would no longer be reached because of an installer's record beside another package.json", async () => {
    const rig = rigWith(shell("packages", "true", { files: ["src/*"] }));
    rig.write("src/a.txt", "");
    rig.write("pkg/package.json", "{}");
    rig.write("pkg/node_modules/.package-lock.json", "1");
    await verified(rig);
    rig.write("pkg/node_modules/.package-lock.json", "2");
    expect((await verified(rig)).scope.scopeRationale).toMatchObject([{ reason: "packages-changed" }]);
  });
});

describe("a product", () => {
  const build = shell("build", "echo build >> .ran; mkdir -p ignored; cp src/a.txt ignored/out", {
    type: "build",
    files: ["src/*"],
  });
  const test = shell("test", notBad("ignored/out"), {
    type: "test",
    files: ["docs/*"],
    dependsOn: ["build"],
  });

  it("is made as a whole for a test that a path asks for", async () => {
    const rig = rigWith(build, test);
    rig.write("src/a.txt", "");
    rig.write("docs/a.txt", "1");
    expect((await rig.json()).status).toBe(0);
    rig.write("src/a.txt", "BAD");
    rig.write("docs/a.txt", "2");
    expect((await rig.json(["docs"])).status).toBe(1);
    expect((await rig.json()).status).toBe(1);
  });

  it("a product that nobody makes is not known, so nothing that uses it is kept", async () => {
    const rig = rigWith({ ...build, enabled: false }, test);
    rig.write("src/a.txt", "");
    rig.write("docs/a.txt", "1");
    rig.write("ignored/out", "");
    expect((await rig.json()).status).toBe(0);
    rig.write("ignored/out", "BAD");
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result.scope.scopeRationale).toMatchObject([{ check: "test", reason: "not-reusable" }]);
  });

  it("is not made for a check that none of the files is there for, and does not keep the tree from being verified", async () => {
    const rig = rigWith(build, { ...test, files: ["none/*"] });
    rig.write("src/a.txt", "");
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 1 });
    expect(await verified(rig)).toMatchObject({
      filesVerified: 0,
      baseline: { commitHash: expect.anything() },
    });
  });

  it("a product that one check names does not take the verdict of another with it that ran meanwhile", async () => {
    const rig = rigWith();
    const slow: CheckInput = { ...rig.controlled("slow"), name: "slow", type: "lint", files: ["lint/*"] };
    const make: CheckInput = { ...rig.controlled("make"), name: "make", type: "build", files: ["src/*"] };
    const uses = { ...test, dependsOn: ["make"] };
    rig.config({ checks: [slow, make, uses], execution: { maxParallel: 2 } });
    for (const path of ["src/a.txt", "docs/a.txt", "lint/a.txt", "ignored/out"]) rig.write(path, "1");
    const run = rig.json();
    const [lint, build] = await Promise.all([rig.started("slow"), rig.started("make")]);
    rig.write("ignored/out", "2");
    build.exit(0);
    lint.exit(0);
    expect((await run).result).toMatchObject({ success: true, warnings: [] });
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("a product that a test imports does not keep its verdict from standing", async () => {
    const rig = rigWith(
      shell("build", "mkdir -p ignored; cp src/a.mjs ignored/out.mjs", { type: "build", files: ["src/*"] }),
      {
        name: "test",
        type: "test",
        command: "node",
        args: ["{files}"],
        files: ["test/*"],
        dependsOn: ["build"],
      },
    );
    rig.write("src/a.mjs", "");
    rig.write("test/t.mjs", 'import "../ignored/out.mjs";');
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 2 });
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
    rmSync(join(rig.root, "ignored"), { recursive: true });
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 2 });
  });
});

describe("a file that is changed and changed back while a check runs", () => {
  it.each([
    ["an ignored input", "ignored/x", { inputs: ["ignored/x"] }],
    ["a module that the tool's script imports", "tools/lib.mjs", { inputs: ["tools/run.mjs"] }],
    ["what a configuration file imports", "rules/own.js", { configuration: ["eslint.config.js"] }],
  ])("counts when it is %s", async (_, path, fields) => {
    const rig = rigWith();
    const { command, args } = rig.controlled("slow");
    rig.write("tools/lib.mjs", "export {};\n");
    rig.write("tools/run.mjs", 'import "./lib.mjs";\n');
    rig.write("eslint.config.js", 'import "./rules/own.js";\n');
    rig.write("rules/own.js", "export {};\n");
    rig.write("ignored/x", "1");
    rig.write("src/a.txt", "1");
    rig.checks({
      name: "slow",
      type: "lint",
      command,
      args: [...args, "tools/run.mjs", "{files}"],
      files: ["src/*"],
      follow: "none",
      ...fields,
    });
    const run = rig.verification();
    const slow = await rig.started("slow");
    rig.write(path, "changed");
    rig.write(path, path === "ignored/x" ? "1" : "export {};\n");
    slow.exit(0);
    expect((await run).stderr).toContain(`${path} changed while slow ran`);
    const again = rig.json();
    (await rig.started("slow")).exit(0);
    expect((await again).result.filesVerified).toBe(1);
  });
});

describe("a file of the tree that is changed and changed back while a check runs", () => {
  const flickers: readonly (readonly [what: string, fields: Partial<CheckInput>, last: readonly string[]])[] =
    [
      ["what a link leads to", { files: ["links/*"], follow: "none" }, []],
      ["what an input that is a link leads to", { files: ["src/*"], inputs: ["links/*"] }, []],
      ["what a target in a language that is not read may read", { files: ["src/*.rb"] }, ["{files}"]],
    ];
  it.each(flickers)("counts when it is %s", async (_, fields, last) => {
    const rig = rigWith();
    const { command, args } = rig.controlled("slow");
    rig.checks({
      name: "slow",
      type: "lint",
      command,
      args: [...args, ...last],
      ...fields,
    });
    rig.write("src/a.rb", "");
    rig.write("data/real.txt", "one");
    mkdirSync(join(rig.root, "links"));
    symlinkSync("../data/real.txt", join(rig.root, "links/a.txt"));
    rig.commitAll();
    const run = rig.json();
    const slow = await rig.started("slow");
    rig.write("data/real.txt", "two");
    rig.write("data/real.txt", "one");
    slow.exit(0);
    expect((await run).result).toMatchObject({ success: true });
    const again = rig.json();
    (await rig.started("slow")).exit(1);
    expect((await again).status).toBe(1);
  });
});

describe("the configuration", () => {
  it.each([
    [{ checks: [shell("a", "true", { inputs: ["../x"] })] }, "outside the repository"],
    [
      { checks: [shell("a", "true")], incremental: { caching: { storage_path: "." } } },
      "used only for the store",
    ],
    [
      { checks: [shell("a", "true")], incremental: { caching: { storage_path: "src/" } } },
      "src also contains a.txt",
    ],
    [
      { checks: [shell("a", "true")], incremental: { caching: { storage_path: "../cache" } } },
      "used only for the store",
    ],
    [
      { checks: [shell("a", "true")], incremental: { caching: { storage_path: ".GIT/refs/tags" } } },
      "used only for the store",
    ],
  ])("cannot hide files from us: %j", async (config, message) => {
    const rig = rigWith();
    rig.write("src/a.txt", "");
    rig.config(config);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
