import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

/** A check of single files that passes unless a file, or something that it reads with `cat`, says BAD. */
function fileCheck(fields: Partial<CheckInput> = {}): CheckInput {
  return {
    name: "files",
    type: "lint",
    command: "sh",
    args: ["-c", 'echo "$@" >> .ran; ! grep -l BAD "$@"', "sh", "{files}"],
    files: ["src/**"],
    follow: "content",
    ...fields,
  };
}

/** The targets that ran, in order; what was left from before is forgotten. */
function ran(rig: Rig): readonly string[] {
  const file = join(rig.root, ".ran");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  rmSync(file, { force: true });
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .sort();
}

function rigWith(...checks: readonly CheckInput[]): Rig {
  const rig = new Rig();
  rig.write(".gitignore", ".ran\nignored/\nnode_modules/\n.verification-baseline.json\n");
  rig.checks(...checks);
  return rig;
}

async function verified(rig: Rig, ...args: readonly string[]): Promise<VerificationResult> {
  return (await rig.json(args)).result;
}

describe("a second run", () => {
  it("runs nothing when nothing changed, and its answer reads as if everything had run", async () => {
    const rig = rigWith(fileCheck(), shell("whole", "echo whole >> .ran; echo said"));
    rig.write("src/a.ts", "export const a = 1;\n");
    rig.write("src/b.ts", "export const b = 2;\n");
    const first = await verified(rig);
    expect(first).toMatchObject({ success: true, mode: "full", filesVerified: 3, cacheHits: 0 });
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts", "whole"]);
    const second = await verified(rig);
    expect(ran(rig)).toEqual([]);
    expect(second).toMatchObject({
      success: true,
      mode: "incremental",
      filesVerified: 0,
      cacheHits: 3,
      passed: 2,
    });
    expect(second.results).toMatchObject([
      { check: "files", status: "passed", cached: true, exitCode: 0, cacheHits: 2 },
      { check: "whole", status: "passed", cached: true, stdout: "said\n" },
    ]);
    expect((await rig.verification()).stdout).toContain("= stands   files, whole");
  });

  it("runs the file that changed and no other, and says why", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const a = 1;\n");
    rig.write("src/b.ts", "export const b = 2;\n");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "export const b = 3;\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/b.ts"]);
    expect(result).toMatchObject({ filesVerified: 1, cacheHits: 1 });
    expect(result.scope.scopeRationale).toMatchObject([
      { file: "src/b.ts", check: "files", reason: "directly-changed" },
    ]);
    expect(result.changes.changedFiles).toMatchObject([{ path: "src/b.ts" }]);
  });

  it("finds a verdict again when content comes back: revert, branch, stash, rebase", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const a = 1;\n");
    const commit = rig.commitAll();
    await verified(rig);
    rig.git("checkout", "-q", "-b", "other");
    rig.write("src/a.ts", "export const a = 2;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    rig.git("checkout", "-q", "main");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.git("checkout", "-q", "other");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.git("reset", "-q", "--hard", commit);
    rig.git("commit", "-q", "--amend", "-m", "another hash");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.write("src/a.ts", "export const a = 2;\n");
    rig.git("stash", "-q");
    expect((await verified(rig)).filesVerified).toBe(0);
    expect(ran(rig)).toEqual([]);
  });

  it("works without git, by content", async () => {
    const rig = new Rig({ git: false });
    rig.checks(fileCheck());
    rig.write("src/a.txt", "1");
    rig.write("src/b.txt", "2");
    await verified(rig);
    ran(rig);
    rig.write("src/b.txt", "3");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/b.txt"]);
    expect(result.changes.detectionMethod).toBe("hash");
  });

  it.each(["git", "hash", "timestamp", "hybrid"] as const)(
    "sees an edit of the same size with the same mtime by %s",
    async (primary) => {
      const rig = rigWith();
      rig.config({ checks: [fileCheck()], incremental: { change_detection: { primary } } });
      rig.write("src/a.ts", "aaa");
      const { atime, mtime } = statSync(join(rig.root, "src/a.ts"));
      await verified(rig);
      ran(rig);
      rig.write("src/a.ts", "BAD");
      utimesSync(join(rig.root, "src/a.ts"), atime, mtime);
      const { status, result } = await rig.json();
      expect(ran(rig)).toEqual(["src/a.ts"]);
      expect(status).toBe(1);
      expect(result.changes.detectionMethod).toBe(primary);
    },
  );
});

describe("dependencies", () => {
  it("spread a change to what depends on it, through a chain that is shown", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import { b } from "./b";\nexport const a = b;\n');
    rig.write("src/b.ts", 'import { c } from "./c";\nexport const b = c;\n');
    rig.write("src/c.ts", "export const c = 1;\n");
    rig.write("src/other.ts", "export const other = 1;\n");
    await verified(rig);
    ran(rig);
    rig.write("src/c.ts", "export const c = 2;\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts", "src/c.ts"]);
    expect(result.scope.scopeRationale.find(({ file }) => file === "src/a.ts")).toMatchObject({
      reason: "dependency-changed",
      dependencyChain: ["src/a.ts", "src/b.ts", "src/c.ts"],
    });
    expect(result.scope.impactedByDependency).toEqual(["src/a.ts", "src/b.ts"]);
  });

  it("spread no further than follow says", async () => {
    const rig = rigWith(
      fileCheck({ name: "none", follow: "none" }),
      fileCheck({ name: "structure", follow: "structure" }),
      fileCheck({ name: "content", follow: "content" }),
    );
    rig.write("src/a.ts", 'import { f } from "./b";\nexport const a: number = f();\n');
    rig.write("src/b.ts", "export function f(): number {\n  return 1;\n}\n");
    await verified(rig);
    const units = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await verified(rig)).results.map(({ check, filesVerified }) => [check, filesVerified]),
      );
    rig.write("src/b.ts", "export function f(): number {\n  return 2;\n}\n");
    expect(await units()).toEqual({ none: 1, structure: 1, content: 2 });
    rig.write("src/b.ts", "export function f(x?: number): number {\n  return x ?? 2;\n}\n");
    expect(await units()).toEqual({ none: 1, structure: 2, content: 2 });
  });

  it("verify the dependents of a file that is deleted, and of one that shadows another", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b/index.ts", "export {};\n");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "export {};\n");
    const shadowed = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
    expect(shadowed.scope.scopeRationale.find(({ file }) => file === "src/a.ts")?.detail).toContain(
      "src/b/index.ts became src/b.ts",
    );
    rmSync(join(rig.root, "src/b.ts"));
    rmSync(join(rig.root, "src/b"), { recursive: true });
    const gone = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(gone.scope.scopeRationale[0]?.detail).toContain("unresolved");
  });

  it("reach across Markdown, YAML and JSON", async () => {
    const rig = rigWith(fileCheck({ files: ["**/*.md"] }));
    rig.write("docs/a.md", "# A\n\nSee [b](b.md#part) and [data](data.json).\n");
    rig.write("docs/b.md", "# B\n\n## Part\n");
    rig.write("docs/c.md", "# C\n");
    rig.write("docs/data.json", "{}");
    await verified(rig);
    ran(rig);
    rig.write("docs/data.json", '{"a":1}');
    await verified(rig);
    expect(ran(rig)).toEqual(["docs/a.md"]);
    rig.write("docs/b.md", "# B\n\n## Part two\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["docs/a.md", "docs/b.md"]);
    expect(result.scope.scopeRationale.find(({ file }) => file === "docs/a.md")?.reason).toBe(
      "cross-reference",
    );
  });

  it("follow an import that only running can resolve to the whole project, unless told not to", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const load = (name: string) => import(name);\n");
    rig.write("elsewhere.txt", "1");
    await verified(rig);
    ran(rig);
    rig.write("elsewhere.txt", "2");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect((await rig.verification(["explain", "src/a.ts"])).stdout).toContain(
      "src/a.ts:1 imports something that only running it can tell",
    );
    rig.config({ checks: [fileCheck()], incremental: { opaque_imports: "ignore" } });
    await verified(rig);
    ran(rig);
    rig.write("elsewhere.txt", "3");
    await verified(rig);
    expect(ran(rig)).toEqual([]);
  });

  it("cover generated code that git ignores", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "../ignored/generated";\n');
    rig.write("ignored/generated.ts", "export const x = 1;\n");
    await verified(rig);
    ran(rig);
    rig.write("ignored/generated.ts", "export const x = 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
  });
});

describe("each component of a fingerprint", () => {
  interface Flip {
    readonly what: string;
    readonly before: (rig: Rig) => void;
    readonly after: (rig: Rig) => void;
    readonly env?: readonly [Record<string, string>, Record<string, string>];
    readonly reason: string;
    readonly fields?: Partial<CheckInput>;
  }
  const tool = (rig: Rig, version: string): void => {
    rig.write("node_modules/.bin/tool", `#!/bin/sh\necho "$@" >> .ran # same for every version\n`);
    chmodSync(join(rig.root, "node_modules/.bin/tool"), 0o755);
    rig.write("node_modules/tool/package.json", JSON.stringify({ name: "tool", version }));
    rig.write("node_modules/tool/bin.sh", '#!/bin/sh\necho "$@" >> .ran\n');
    chmodSync(join(rig.root, "node_modules/tool/bin.sh"), 0o755);
    rmSync(join(rig.root, "node_modules/.bin/tool"), { force: true });
    symlinkSync("../tool/bin.sh", join(rig.root, "node_modules/.bin/tool"));
  };
  const file = (path: string) => (content: string) => (rig: Rig) => rig.write(path, content);
  const gone = (path: string) => (rig: Rig) => rmSync(join(rig.root, path), { force: true });
  const checkWith = (fields: Partial<CheckInput>) => (rig: Rig) => rig.checks(fileCheck(fields));
  const flips: readonly Flip[] = [
    {
      what: "the target",
      before: file("src/a.ts")("1"),
      after: file("src/a.ts")("2"),
      reason: "directly-changed",
    },
    {
      what: "the target's mode",
      before: (rig) => chmodSync(join(rig.root, "src/a.ts"), 0o644),
      after: (rig) => chmodSync(join(rig.root, "src/a.ts"), 0o755),
      reason: "directly-changed",
    },
    {
      what: "an argument",
      before: checkWith({}),
      after: checkWith({ args: ["-c", 'echo "$@" >> .ran;', "sh", "{files}"] }),
      reason: "definition-changed",
    },
    {
      what: "follow",
      before: checkWith({}),
      after: checkWith({ follow: "structure" }),
      reason: "definition-changed",
    },
    {
      what: "a declared input",
      fields: { inputs: ["data/*"] },
      before: file("data/x")("1"),
      after: file("data/x")("2"),
      reason: "input-changed",
    },
    {
      what: "a declared input that git ignores",
      fields: { inputs: ["ignored/x"] },
      before: file("ignored/x")("1"),
      after: file("ignored/x")("2"),
      reason: "input-changed",
    },
    {
      what: "a declared input that is not there",
      fields: { inputs: ["ignored/x"] },
      before: gone("ignored/x"),
      after: file("ignored/x")("1"),
      reason: "input-changed",
    },
    {
      what: "a variable that is set, then unset",
      fields: { env: ["FLAVOUR"] },
      env: [{ FLAVOUR: "" }, {}],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "the value of a variable",
      fields: { env: ["FLAVOUR"] },
      env: [{ FLAVOUR: "a" }, { FLAVOUR: "b" }],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "NODE_ENV, declared or not",
      env: [{ NODE_ENV: "test" }, { NODE_ENV: "production" }],
      before: () => {},
      after: () => {},
      reason: "environment-changed",
    },
    {
      what: "the lockfile",
      before: file("package-lock.json")("{}"),
      after: file("package-lock.json")('{"x":1}'),
      reason: "packages-changed",
    },
    {
      what: "what is installed",
      before: file("node_modules/.package-lock.json")("{}"),
      after: file("node_modules/.package-lock.json")('{"x":1}'),
      reason: "packages-changed",
    },
    {
      what: "a configuration file above the target",
      before: file(".eslintrc.json")("{}"),
      after: file(".eslintrc.json")('{"root":true}'),
      reason: "configuration-changed",
    },
    {
      what: "a configuration file that appears beside the target",
      fields: { files: ["src/*.ts"] },
      before: gone("src/.prettierrc"),
      after: file("src/.prettierrc")("{}"),
      reason: "configuration-changed",
    },
    {
      what: "what a configuration file imports",
      before: (rig) => (
        rig.write("eslint.config.js", 'import "./rules/own.js";'),
        rig.write("rules/own.js", "1")
      ),
      after: file("rules/own.js")("2"),
      reason: "configuration-changed",
    },
    {
      what: "the version of the tool",
      fields: { command: "tool", args: ["{files}"] },
      before: (rig) => tool(rig, "1.0.0"),
      after: (rig) => tool(rig, "1.0.1"),
      reason: "tool-changed",
    },
    {
      what: "a script of the repository, and what it imports",
      fields: { command: "node", args: ["tools/check.mjs", "{files}"] },
      before: (rig) => (
        rig.write("tools/check.mjs", 'import "./lib.mjs";'),
        rig.write(
          "tools/lib.mjs",
          'import { appendFileSync } from "node:fs"; appendFileSync(".ran", process.argv.slice(2).join(" ") + "\\n");',
        )
      ),
      after: (rig) =>
        rig.write(
          "tools/lib.mjs",
          'import { appendFileSync } from "node:fs"; appendFileSync(".ran", process.argv.slice(2).join(" ") + "\\n"); // new',
        ),
      reason: "input-changed",
    },
    {
      what: "the text of a package script, also one that another calls",
      fields: { command: "npm", args: ["run", "--silent", "outer", "--", "{files}"] },
      before: file("package.json")(
        JSON.stringify({
          name: "x",
          scripts: { outer: "npm run --silent inner --", inner: "sh -c 'echo \"$@\" >> .ran' sh" },
        }),
      ),
      after: file("package.json")(
        JSON.stringify({
          name: "x",
          scripts: { outer: "npm run --silent inner --", inner: "sh -c 'echo  \"$@\" >> .ran' sh" },
        }),
      ),
      reason: "configuration-changed",
    },
  ];

  it.each(flips)(
    "is missed alone and hit when it comes back: $what",
    async ({ before, after, env, reason, fields }) => {
      const rig = rigWith(fileCheck(fields));
      rig.write("src/a.ts", "1");
      const [first, second] = env ?? [{}, {}];
      before(rig);
      const one = await rig.json([], { env: first });
      expect(one.result.results[0]?.why).toBeUndefined();
      expect(ran(rig)).toEqual(["src/a.ts"]);
      after(rig);
      const { result } = await rig.json([], { env: second });
      expect(result.scope.scopeRationale).toMatchObject([{ file: "src/a.ts", reason }]);
      expect(ran(rig)).toEqual(["src/a.ts"]);
      expect((await rig.json([], { env: second })).result.filesVerified).toBe(0);
      before(rig);
      expect((await rig.json([], { env: first })).result).toMatchObject({ filesVerified: 0, cacheHits: 1 });
      expect(ran(rig)).toEqual([]);
    },
  );

  it("does not hold what cannot change a verdict: description, tags, limits", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    rig.checks(
      fileCheck({ description: "new", tags: ["x"], timeout: 5, critical: false, category: "other" }),
    );
    await verified(rig);
    expect(ran(rig)).toEqual([]);
  });
});

describe("failures", () => {
  it("of lint and types are replayed, those of tests run again", async () => {
    const rig = rigWith(
      ...(["lint", "type-check", "test", "build", "command", "custom"] as const).map((type) =>
        shell(type, `echo ${type} >> .ran; echo said; exit 3`, { type }),
      ),
    );
    await verified(rig);
    expect(ran(rig)).toHaveLength(6);
    const { status, result } = await rig.json();
    expect(ran(rig)).toEqual(["build", "command", "custom", "test"]);
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({
      status: "failed",
      cached: true,
      exitCode: 3,
      stdout: "said\n",
      errors: [{ message: "lint: exit code 3" }],
    });
    expect(result.results[0]?.why).toContain("same inputs");
  });

  it("can be set to be replayed or not", async () => {
    const rig = rigWith(
      shell("lint", "echo lint >> .ran; exit 1", { type: "lint", replayFailures: false }),
      shell("test", "echo test >> .ran; exit 1", { type: "test", replayFailures: true }),
    );
    await verified(rig);
    ran(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["lint"]);
  });

  it("of a batch are not pinned on any of its files, and go when the cause goes", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "BAD");
    rig.write("src/b.ts", "good");
    expect((await rig.json()).status).toBe(1);
    ran(rig);
    expect((await rig.json()).status).toBe(1);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
    rig.write("src/a.ts", "fine");
    expect((await rig.json()).status).toBe(0);
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("by a signal or a time limit are not stored, and no pass is", async () => {
    const rig = rigWith(
      shell("killed", "echo killed >> .ran; kill -KILL $$", { type: "lint" }),
      shell("slow", "echo slow >> .ran; sleep 60", { type: "lint", timeout: 300 }),
    );
    await verified(rig);
    ran(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["killed", "slow"]);
  });
});

describe("what a check makes", () => {
  it("is made again when something that uses it has to run", async () => {
    const rig = rigWith(
      shell("build", "echo build >> .ran; mkdir -p ignored; cp src.txt ignored/out", {
        type: "build",
        files: ["src.txt"],
      }),
      shell("test", "echo test >> .ran; ! grep BAD ignored/out", {
        type: "test",
        dependsOn: ["build"],
        files: ["test.txt"],
      }),
    );
    rig.write("src.txt", "good");
    rig.write("test.txt", "1");
    rig.commitAll();
    await verified(rig);
    rig.git("checkout", "-q", "-b", "other");
    rig.write("src.txt", "BAD");
    rig.commitAll();
    expect((await rig.json()).status).toBe(1);
    rig.git("checkout", "-q", "main");
    expect((await rig.json()).status).toBe(0);
    ran(rig);
    // The product in the directory is of the other branch. Were it used as it is, this would fail.
    rig.write("test.txt", "2");
    const { status, result } = await rig.json();
    expect(ran(rig)).toEqual(["build", "test"]);
    expect(status).toBe(0);
    expect(result.scope.scopeRationale).toContainEqual(
      expect.objectContaining({ check: "build", reason: "needed-by" }),
    );
  });

  it("counts as changed for those that use it when what it is made from changes", async () => {
    const rig = rigWith(
      shell("build", "true", { type: "build", files: ["src.txt"] }),
      shell("test", "echo test >> .ran", { type: "test", dependsOn: ["build"], files: ["test.txt"] }),
    );
    rig.write("src.txt", "1");
    rig.write("test.txt", "1");
    await verified(rig);
    ran(rig);
    rig.write("src.txt", "2");
    await verified(rig);
    expect(ran(rig)).toEqual(["test"]);
  });
});

describe("an edit while a check runs", () => {
  it.each([
    ["stays", (rig: Rig) => rig.write("src/a.ts", "2")],
    ["is taken back", (rig: Rig) => (rig.write("src/a.ts", "2"), rig.write("src/a.ts", "1"))],
    ["is a new file", (rig: Rig) => rig.write("src/new.ts", "1")],
    ["is a deletion", (rig: Rig) => rmSync(join(rig.root, "src/b.ts"))],
  ])("and %s: the verdict is reported and not stored", async (_, edit) => {
    const rig = rigWith();
    rig.checks({ name: "whole", ...rig.controlled("whole"), files: ["src/**"] });
    rig.write("src/a.ts", "1");
    rig.write("src/b.ts", "1");
    const run = rig.verification();
    const command = await rig.started("whole");
    edit(rig);
    command.exit(0);
    const { status, stderr } = await run;
    expect(status).toBe(0);
    expect(stderr).toMatch(/changed while whole ran/);
    const again = rig.verification();
    (await rig.started("whole")).exit(1);
    expect((await again).status).toBe(1);
  });

  it("of something else does not matter", async () => {
    const rig = rigWith();
    rig.checks({ name: "whole", ...rig.controlled("whole"), files: ["src/**"] });
    rig.write("src/a.ts", "1");
    rig.write("other.txt", "1");
    const run = rig.verification();
    const command = await rig.started("whole");
    rig.write("other.txt", "2");
    command.exit(0);
    expect((await run).stderr).not.toContain("changed while");
    expect((await verified(rig)).filesVerified).toBe(0);
  });
});

describe("an interrupted run", () => {
  it.each(["SIGINT", "SIGKILL"] as const)("by %s resumes where it was", async (signal) => {
    const rig = rigWith();
    rig.config({
      checks: [
        shell("done", "echo done >> .ran"),
        { name: "long", ...rig.controlled("long"), dependsOn: ["done"] },
      ],
    });
    const { child, ended } = rig.start([]);
    await rig.started("long");
    child.kill(signal);
    await ended;
    ran(rig);
    const again = rig.json();
    (await rig.started("long")).exit(0);
    const { result } = await again;
    expect(result.success).toBe(true);
    // `done` is a command that may make something `long` uses, so it runs again with it; nothing else would.
    expect(result.scope.scopeRationale.map(({ check, reason }) => [check, reason])).toEqual([
      ["done", "needed-by"],
      ["long", "never-verified"],
    ]);
  });
});

describe("modes", () => {
  it.each([["--full"], ["--force"], ["--mode=full"]])("%s runs everything and stores it", async (flag) => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    const result = await verified(rig, flag, "--reason", "release");
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(result).toMatchObject({ mode: "full", requestedMode: "full", reason: "release", cacheHits: 0 });
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("--skip-cache neither reads nor writes", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig, "--skip-cache");
    expect(existsSync(join(rig.root, ".verification-cache"))).toBe(false);
    await verified(rig);
    ran(rig);
    rig.write("src/a.ts", "2");
    await verified(rig, "--skip-cache");
    expect(ran(rig)).toEqual(["src/a.ts"]);
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
  });

  it("turned off in the configuration, nothing is remembered", async () => {
    const rig = rigWith();
    rig.config({ checks: [fileCheck()], incremental: { enabled: false } });
    rig.write("src/a.ts", "1");
    await verified(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/a.ts"]);
  });

  it("paths narrow what is verified and make nothing outside them stale or green", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/x/a.ts", "1");
    rig.write("src/y/b.ts", "BAD");
    const narrowed = await rig.json(["src/x"]);
    expect(narrowed.status).toBe(0);
    expect(ran(rig)).toEqual(["src/x/a.ts"]);
    expect(existsSync(join(rig.root, ".verification-baseline.json"))).toBe(false);
    const whole = await rig.json();
    expect(whole.status).toBe(1);
    expect(ran(rig)).toEqual(["src/y/b.ts"]);
  });

  it("--baseline compares with a commit", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    const first = rig.commitAll();
    await verified(rig);
    rig.write("src/b.ts", "2");
    rig.commitAll();
    await verified(rig);
    expect((await verified(rig)).changes).toMatchObject({ addedFiles: [], baselineProblem: null });
    expect(await verified(rig, "--baseline", first)).toMatchObject({
      changes: { addedFiles: ["src/b.ts"] },
      baseline: { commitHash: first },
    });
    const unknown = await rig.verification(["--baseline", "no-such"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain("no-such");
  });
});

describe("the baseline", () => {
  it("is written when everything passed, small, and not otherwise", async () => {
    const rig = rigWith(fileCheck());
    for (let index = 0; index < 50; index++) rig.write(`src/${index}.ts`, `${index}`);
    const commit = rig.commitAll();
    rig.write("src/0.ts", "changed");
    await verified(rig);
    const baseline = JSON.parse(readFileSync(join(rig.root, ".verification-baseline.json"), "utf8")) as {
      commitHash: string;
      files: object;
    };
    expect(baseline.commitHash).toBe(commit);
    expect(Object.keys(baseline.files)).toEqual(["src/0.ts"]);
    rig.write("src/1.ts", "BAD");
    await verified(rig);
    expect(JSON.parse(readFileSync(join(rig.root, ".verification-baseline.json"), "utf8"))).toEqual(baseline);
  });

  it.each([
    ["corrupt", "{ nope"],
    ["from the future", '{"schemaVersion":99}'],
    [
      "at an unknown commit",
      `{"schemaVersion":1,"commitHash":"${"1".repeat(40)}","timestamp":"2026-01-01T00:00:00.000Z","exclude":[],"files":{}}`,
    ],
  ])("that is %s counts as not there, with the reason, and verdicts still stand", async (_, text) => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    await verified(rig);
    rig.write(".verification-baseline.json", text);
    const status = await rig.verification(["status", "--json"]);
    const { changes } = JSON.parse(status.stdout) as VerificationResult;
    expect(changes.baselineProblem).toBeTruthy();
    expect((await verified(rig)).filesVerified).toBe(0);
  });
});

describe("the store", () => {
  const database = (rig: Rig): string => join(rig.root, ".verification-cache");

  it("is private and ignores itself", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    expect(statSync(database(rig)).mode & 0o777).toBe(0o700);
    expect(rig.git("status", "--porcelain", "--ignored")).not.toMatch(/^\?\? \.verification-cache/m);
  });

  it("that is corrupt is a cold start, said once", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    const { readdirSync } = await import("node:fs");
    for (const file of readdirSync(database(rig)).filter((name) => name.includes(".db")))
      writeFileSync(join(database(rig), file), "garbage".repeat(1000));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(0);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("that cannot be written leaves the verdict right, with one warning", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.write(".verification-cache", "a file where the directory should be");
    const { status, stderr } = await rig.verification();
    expect(status).toBe(0);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
  });

  it("is shared by several runs at once", async () => {
    const rig = rigWith(fileCheck(), shell("whole", "true"));
    for (let index = 0; index < 20; index++) rig.write(`src/${index}.ts`, `${index}`);
    const runs = await Promise.all(Array.from({ length: 6 }, () => rig.verification()));
    expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 0));
    expect((await verified(rig)).filesVerified).toBe(0);
    const stats = await rig.verification(["cache", "stats", "--json"]);
    expect(JSON.parse(stats.stdout)).toMatchObject({ runs: 7 });
  });

  it("can be looked at, pruned and cleared, and keeps a trail of what stopped standing", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b.ts", "1");
    await verified(rig);
    rig.write("src/b.ts", "2");
    await verified(rig);
    ran(rig);
    const trail = JSON.parse((await rig.verification(["cache", "invalidated", "--json"])).stdout) as {
      invalidated: object[];
    };
    expect(trail.invalidated).toContainEqual(
      expect.objectContaining({ check: "files", target: "src/a.ts", triggeredBy: "src/b.ts" }),
    );
    expect((await rig.verification(["cache", "stats"])).stdout).toMatch(/verdicts +4 /);
    expect((await rig.verification(["cache", "prune"])).status).toBe(0);
    expect((await verified(rig)).filesVerified).toBe(0);
    expect((await rig.verification(["cache", "clear"])).stdout).toContain("Removed 4 verdicts");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
  });
});

describe("asking why", () => {
  it("explain says what differs, from which value to which, or since when it stands", async () => {
    const rig = rigWith(fileCheck({ env: ["FLAVOUR"] }));
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b.ts", "1");
    await rig.verification([], { env: { FLAVOUR: "a" } });
    expect((await rig.verification(["explain", "src/a.ts"], { env: { FLAVOUR: "a" } })).stdout).toMatch(
      /stands {2}files \(passed in run \S+, 20/,
    );
    expect((await rig.verification(["explain", "files"])).stdout).toMatch(/FLAVOUR set \w+ -> absent/);
    rig.write("src/b.ts", "2");
    const { stdout } = await rig.verification(["explain", "src/a.ts"], { env: { FLAVOUR: "a" } });
    expect(stdout).toContain("src/b.ts changed");
    expect(stdout).toContain("through src/a.ts -> src/b.ts");
    const json = JSON.parse(
      (await rig.verification(["explain", "src/a.ts", "--json"], { env: { FLAVOUR: "a" } })).stdout,
    ) as object;
    expect(json).toMatchObject({
      units: [
        {
          check: "files",
          decision: "run",
          reason: { type: "dependency-changed", chain: ["src/a.ts", "src/b.ts"] },
        },
      ],
    });
    const unknown = await rig.verification(["explain", "fiels"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('Did you mean "files"?');
  });

  it("graph shows edges with their types, chains and cycles", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\nimport "react";\nimport "./nowhere";\n');
    rig.write("src/b.ts", 'import "./c";\n');
    rig.write("src/c.ts", 'import "./b";\n');
    const { stdout } = await rig.verification(["graph", "src/c.ts", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "src/c.ts",
      dependencies: [{ to: "src/b.ts", type: "import", strength: "strong", line: 1 }],
      dependents: [{ from: "src/b.ts" }],
      transitiveDependents: [
        { path: "src/b.ts" },
        { path: "src/a.ts", chain: ["src/c.ts", "src/b.ts", "src/a.ts"] },
      ],
      cycle: ["src/b.ts"],
    });
    const text = (await rig.verification(["graph", "src/a.ts"])).stdout;
    expect(text).toContain("src/b.ts import line 1");
    expect(text).toContain("./nowhere line 3");
    expect((await rig.verification(["graph", "nope.ts"])).status).toBe(2);
  });

  it("status shows what changed and what would run, and runs nothing", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    expect((await rig.verification(["status"])).stdout).toContain("files would run: not verified yet");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "1");
    rmSync(join(rig.root, "src/a.ts"));
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain("A src/b.ts");
    expect(stdout).toContain("D src/a.ts");
    expect(ran(rig)).toEqual([]);
    const json = JSON.parse((await rig.verification(["status", "--json"])).stdout) as object;
    expect(json).toMatchObject({
      branch: "main",
      checks: [{ check: "files", unitsToRun: 1, unitsStanding: 0 }],
    });
  });

  it("--dry-run gives every unit its reason", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.txt", "1");
    await verified(rig);
    rig.write("src/b.txt", "1");
    const { stdout } = await rig.verification(["--dry-run", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      mode: "incremental",
      checks: [
        {
          decision: "run",
          units: [
            { target: "src/a.txt", decision: "stand", reason: { type: "stands" } },
            { target: "src/b.txt", decision: "run", reason: { type: "never-verified" } },
          ],
        },
      ],
    });
  });
});

describe("renames", () => {
  it("run again by default, and reuse an identical file's verdict where the check allows it", async () => {
    const rig = rigWith(
      fileCheck({ name: "rerun", follow: "none" }),
      fileCheck({ name: "reuse", follow: "none", renames: "reuse" }),
    );
    rig.write("src/a.ts", "1");
    rig.commitAll();
    await verified(rig);
    renameSync(join(rig.root, "src/a.ts"), join(rig.root, "src/renamed.ts"));
    const { results } = await verified(rig);
    expect(results.map(({ check, cached }) => [check, cached])).toEqual([
      ["rerun", false],
      ["reuse", true],
    ]);
  });
});
