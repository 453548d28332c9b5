import { rigWith } from "../rig/incremental.ts";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigInput, VerificationResult } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

type StrategyInput = NonNullable<NonNullable<ConfigInput["recovery"]>["strategies"]>[number];

const IGNORED = ".toolcache\n.ran\nnode_modules\n.verification-baseline.json\n";

function read(rig: Rig, path: string): string {
  return readFileSync(join(rig.root, path), "utf8");
}

/** One line for each action. */
function told({ recovery }: VerificationResult): readonly string[] {
  return recovery.map(({ strategy, check, outcome, filesTouched }) =>
    [strategy, "for", check, outcome, ...filesTouched].join(" "),
  );
}

/** A repository with a check that passes once `word` says good, and strategies for it. */
function wordRig(strategies: StrategyInput[], recovery: ConfigInput["recovery"] = {}): Rig {
  const rig = new Rig();
  rig.write(".gitignore", IGNORED);
  rig.write("word", "bad\n");
  rig.write("other", "");
  rig.config({
    checks: [
      shell("word", 'grep -q good word || { echo "word:1: error: it says $(cat word)"; exit 1; }'),
      shell("other", "true", { files: ["other"], follow: "none" }),
    ],
    recovery: { strategies, ...recovery },
  });
  rig.commitAll();
  return rig;
}

const script = (name: string, text: string, fields: Partial<StrategyInput> = {}): StrategyInput => ({
  name,
  when: { check: "word" },
  run: { command: "sh", args: ["-c", `echo ${name} >> .ran; ${text}`] },
  ...fields,
});

describe("recovery with real tools", () => {
  it("fixes what a linter and a formatter found, in the files that failed, and what it leaves stands", async () => {
    const rig = new Rig();
    symlinkSync(join(import.meta.dirname, "../../node_modules"), join(rig.root, "node_modules"));
    rig.write(".gitignore", IGNORED);
    rig.write(".oxlintrc.json", '{ "rules": { "no-var": "error" } }\n');
    rig.write("src/a.js", "export function a() {\n  var one = 1;\n  return one;\n}\n");
    rig.write("src/b.js", "export const b = 1;\n");
    rig.write("src/c.js", "export const c = 1;\n");
    rig.config({
      checks: [
        { name: "lint", uses: "oxlint", files: ["src/**"] },
        { name: "format", type: "lint", command: "oxfmt", args: ["--check", "{files}"], files: ["src/**"] },
      ],
    });
    const head = rig.commitAll();
    rig.write("src/b.js", "export const  b = 2;\n");

    const without = await rig.json();
    expect([without.status, without.result.recovery]).toEqual([1, []]);
    const dry = await rig.verification(["--recover", "--dry-run"]);
    expect(dry.status).toBe(0);
    expect(read(rig, "src/a.js")).toContain("var one");

    const { status, stdout, stderr } = await rig.verification(["--recover", "--json"]);
    const result = JSON.parse(stdout) as VerificationResult;
    expect(stderr).toContain("$ oxlint --fix --format json --no-error-on-unmatched-pattern src/a.js\n");
    expect(stderr).toContain("because of 1 finding of lint (src/a.js:2 eslint(no-var))");
    expect(told(result)).toEqual([
      "oxlint-fix for lint recovered src/a.js",
      "oxfmt-write for format recovered src/b.js",
    ]);
    expect(result.recovery[1]?.command).toEqual(["oxfmt", "--write", "src/b.js"]);
    expect([status, result.success, result.failed]).toEqual([0, true, 0]);
    expect(read(rig, "src/a.js")).toContain("const one");
    expect(read(rig, "src/b.js")).toBe("export const b = 2;\n");
    // Only the working tree was edited.
    expect(rig.git("rev-parse", "HEAD").trim()).toBe(head);
    expect(rig.git("status", "--porcelain")).toBe(" M src/a.js\n M src/b.js\n");

    for (const args of [[], ["--recover"], ["--recover"]]) {
      const next = await rig.json(args);
      expect([next.status, next.result.filesVerified, next.result.cacheHits]).toEqual([0, 0, 6]);
      expect(next.result.recovery).toEqual([]);
    }
  });

  it("tells what it did in the report for people, and tries again when it is asked again", async () => {
    const rig = new Rig();
    symlinkSync(join(import.meta.dirname, "../../node_modules"), join(rig.root, "node_modules"));
    rig.write(".gitignore", IGNORED);
    rig.write(".oxlintrc.json", '{ "rules": { "eqeqeq": "error" } }\n');
    rig.write("src/a.js", "export const a = (one) => one == 1;\n");
    rig.checks({ name: "lint", uses: "oxlint", files: ["src/**"] });
    for (const _ of ["once", "twice"]) {
      const { status, stdout } = await rig.verification(["--recover"]);
      expect(status).toBe(1);
      expect(stdout).toContain("Recovery\n✗ oxlint-fix for lint: no change: there was nothing to fix");
      expect(stdout).toContain("1 failed, 0 passed");
    }
  });

  it("installs packages that are missing", async () => {
    const rig = new Rig();
    rig.write(".gitignore", IGNORED);
    rig.write("greet/package.json", '{ "name": "greet", "version": "1.0.0", "main": "index.js" }');
    rig.write("greet/index.js", "module.exports = 1;\n");
    rig.write("package.json", '{ "name": "x", "dependencies": { "greet": "file:greet" } }');
    rig.write("main.cjs", 'require("greet");\n');
    rig.checks({ name: "start", type: "test", command: "node", args: ["main.cjs"] });
    const { status, result } = await rig.json(["--recover"]);
    expect(told(result)).toEqual([
      "install-packages for start recovered node_modules/.package-lock.json package-lock.json",
    ]);
    expect(status).toBe(0);
  });
});

describe("recovery", () => {
  it("does nothing unless it is asked for, by the flag or by the configuration", async () => {
    const rig = wordRig([script("fix", "echo good > word")]);
    const without = await rig.json();
    expect([without.status, told(without.result), existsSync(join(rig.root, ".ran"))]).toEqual([
      1,
      [],
      false,
    ]);

    const enabled = wordRig([script("fix", "echo good > word")], { enabled: true });
    expect((await enabled.json(["--no-recover"])).status).toBe(1);
    expect(read(enabled, "word")).toBe("bad\n");
    const { status, result } = await enabled.json();
    expect([status, told(result)]).toEqual([0, ["fix for word recovered word"]]);
    const watching = await enabled.verification(["--watch", "--recover"]);
    expect(watching.status).toBe(2);
    expect(watching.stderr).toContain("--watch and --recover do not go together");
  });

  it("recovery of a run over everything goes on with that run, and with nothing from before it", async () => {
    const rig = rigWith();
    rig.config({
      recovery: {
        strategies: [
          {
            name: "repair",
            when: { check: "fix" },
            run: { command: "sh", args: ["-c", "echo good > b.txt"] },
          },
        ],
      },
      execution: { failFast: true, maxParallel: 1 },
      checks: [
        shell("fix", "grep -q good b.txt", { type: "lint", files: ["b.txt"] }),
        shell("after", 'test ! -e "$(printf ign)ored/red"', { type: "test", files: ["a.txt"] }),
      ],
    });
    rig.write("a.txt", "a");
    rig.write("b.txt", "good");
    expect((await rig.json()).status).toBe(0);
    rig.write("b.txt", "bad");
    rig.write("ignored/red", "");
    const { status, result } = await rig.json(["--full", "--recover"]);
    expect(result.recovery).toMatchObject([{ strategy: "repair", outcome: "recovered" }]);
    expect(result.results).toMatchObject([
      { status: "passed" },
      { check: "after", status: "failed", cached: false },
    ]);
    expect(status).toBe(1);
  });

  it("never runs what does not match", async () => {
    const rig = wordRig([
      script("other", "echo good > word", { when: { check: "word", pattern: "it says worse" } }),
      script("code", "echo good > word", { when: { code: "E1" } }),
      script("type", "echo good > word", { when: { type: "lint" } }),
    ]);
    const { status, result } = await rig.json(["--recover"]);
    expect([status, told(result), existsSync(join(rig.root, ".ran"))]).toEqual([1, [], false]);
  });

  it("tries one strategy after the other, and stops where the check passes", async () => {
    const rig = wordRig([
      script("broken", "exit 3"),
      script("first", "echo worse > word"),
      script("second", "echo good > word"),
      script("never", "echo bad > word"),
    ]);
    const { status, result } = await rig.json(["--recover", "--force"]);
    expect(status).toBe(0);
    expect(told(result)).toEqual([
      "broken for word failed",
      "first for word improved word",
      "second for word recovered word",
    ]);
    expect(result.recovery[0]).toMatchObject({ ended: "exit code 3", attempt: 1 });
    // Everything was run once, as asked; after that, what nothing was done to stands.
    expect(result.requestedMode).toBe("full");
    expect(result.results).toMatchObject([{ cached: false }, { check: "other", cached: true }]);
    expect(read(rig, ".ran")).toBe("broken\nfirst\nsecond\n");
  });

  it("gives up after its attempts, and says what would have been next", async () => {
    const rig = wordRig([script("grow", "echo more >> word")], { max_attempts: 2 });
    const { status, result } = await rig.json(["--recover"]);
    expect(status).toBe(1);
    expect(told(result)).toEqual([
      "grow for word still-failing word",
      "grow for word still-failing word",
      "grow for word gave-up",
    ]);
    expect(read(rig, ".ran")).toBe("grow\ngrow\n");
    expect(result.results[0]).toMatchObject({ check: "word", status: "failed" });
  });

  it("sees that it would go in a circle", async () => {
    const flip = "if grep -q bad word; then echo worse > word; else echo bad > word; fi";
    const rig = wordRig([script("flip", flip)], { max_attempts: 20 });
    const { status, result } = await rig.json(["--recover"]);
    expect(status).toBe(1);
    expect(told(result)).toEqual(["flip for word improved word", "flip for word looped word"]);
    expect(read(rig, ".ran")).toBe("flip\nflip\n");
    // The result is about the tree as it is.
    expect(result.findings).toMatchObject([{ message: "it says bad" }]);
  });

  it("does not take a stored failure for an answer after something was done that no file shows", async () => {
    const rig = new Rig();
    rig.write(".gitignore", IGNORED);
    rig.write(".toolcache", "stale");
    rig.config({
      checks: [shell("lint", "test ! -e .toolcache", { type: "lint" })],
      recovery: { strategies: [{ name: "clear", when: { type: "lint" }, run: "rm .toolcache" }] },
    });
    expect((await rig.json()).result.results).toMatchObject([{ status: "failed" }]);
    expect((await rig.json()).result.results).toMatchObject([{ status: "failed", cached: true }]);
    const { status, result } = await rig.json(["--recover"]);
    expect([status, told(result)]).toEqual([0, ["clear for lint recovered"]]);
    expect((await rig.json()).result.results).toMatchObject([{ status: "passed", cached: true }]);
  });

  it("asks every failed check again after a strategy that may have fixed more than its own", async () => {
    const rig = new Rig();
    rig.write(".gitignore", IGNORED);
    rig.write(".toolcache", "stale");
    rig.config({
      checks: [
        shell("lint", "test ! -e .$(printf tool)cache", { type: "lint" }),
        shell("other", "test ! -e ./.$(printf tool)cache", { replayFailures: true }),
      ],
      recovery: { strategies: [{ name: "clear", when: { check: "lint" }, run: "rm .toolcache" }] },
    });
    const { status, result } = await rig.json(["--recover"]);
    expect([status, told(result)]).toEqual([0, ["clear for lint recovered"]]);
    expect(result.results).toMatchObject([
      { check: "lint", status: "passed" },
      { check: "other", status: "passed" },
    ]);
  });

  it("ends a strategy that takes too long, and one that is interrupted", async () => {
    const rig = new Rig();
    rig.write(".gitignore", IGNORED);
    rig.config({
      checks: [shell("word", "exit 1")],
      recovery: {
        strategies: [
          { name: "slow", when: { check: "word" }, run: rig.controlled("slow"), timeout: 300 },
          { name: "stuck", when: { check: "word" }, run: rig.controlled("stuck") },
        ],
      },
    });
    const { child, ended } = rig.start(["--recover", "--json"]);
    const slow = await rig.started("slow");
    const stuck = await rig.started("stuck");
    child.kill("SIGINT");
    const { status, stdout } = await ended;
    const result = JSON.parse(stdout) as VerificationResult;
    expect([status, result.stoppedBy, result.success]).toEqual([130, "interrupted", false]);
    expect(result.recovery).toMatchObject([
      { strategy: "slow", outcome: "failed", ended: "timed out after 300 ms" },
      { strategy: "stuck", outcome: "interrupted" },
    ]);
    for (const { pid } of [slow, stuck]) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
