import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

const CHECK = "checks:\n  - name: a\n    command: 'true'\n";

describe("where the configuration comes from", () => {
  it.each([".verification.yml", ".verification.yaml"])("the configuration is read from %s", async (file) => {
    const rig = new Rig();
    rig.write(file, CHECK);
    expect((await rig.verification()).status).toBe(0);
  });

  it.each([
    [".verification.json", (config: object) => config],
    ["package.json", (config: object) => ({ name: "x", verification: config })],
  ])("reads %s, also when it is indented with tabs", async (file, wrap) => {
    const rig = new Rig();
    rig.write(file, JSON.stringify(wrap({ checks: [{ name: "a", command: "true" }] }), null, "\t"));
    expect((await rig.verification()).status).toBe(0);
  });

  it("takes the first of several configurations, and says which is not read", async () => {
    const rig = new Rig();
    const named = (name: string): string => JSON.stringify({ checks: [{ name, command: "true" }] });
    const files = [".verification.yml", ".verification.yaml", ".verification.json"];
    rig.write("package.json", `{ "verification": ${named("last")} }`);
    for (const [index, file] of files.entries()) rig.write(file, named(`check-${index}`));
    for (const [index, file] of files.entries()) {
      const { status, result } = await rig.json();
      expect([status, result.results.map(({ check }) => check)]).toEqual([0, [`check-${index}`]]);
      expect(result.warnings.at(-1)).toBe(
        `the key verification of package.json is ignored, because ${file} exists.`,
      );
      rmSync(join(rig.root, file));
    }
    const { result } = await rig.json();
    expect([result.results.map(({ check }) => check), result.warnings]).toEqual([["last"], []]);
  });

  it.each([
    ["verification", [[], ["--dry-run"]]],
    ["scripts", [[], ["--dry-run"], ["init"]]],
  ])("refuses a package.json that is no JSON: %s", async (key, commands) => {
    const rig = new Rig();
    rig.write("a.json", "{}");
    rig.write("package.json", `{\n  "name": "x",\n  "${key}": { "test": "true" },\n}\n`);
    for (const args of commands) {
      const { status, stderr } = await rig.verification(args);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toMatch(/^error: package\.json:4:1: .*\(JSON syntax\)/);
    }
  });

  it("takes the repository's configuration from a directory below it", async () => {
    const rig = new Rig();
    rig.checks(shell("here", "pwd"));
    rig.write("deep/er/file", "");
    const { result } = await rig.json([], { cwd: join(rig.root, "deep/er") });
    expect(result.results[0]?.stdout).toBe(`${rig.root}\n`);
  });

  it("works outside git, from the directory that has the configuration", async () => {
    const rig = new Rig({ git: false });
    rig.checks(shell("here", "pwd"));
    rig.write("below/file", "");
    const { status, result } = await rig.json([], { cwd: join(rig.root, "below") });
    expect(status).toBe(0);
    expect(result.results[0]?.stdout).toBe(`${rig.root}\n`);
  });

  it("takes absolute paths by way of a link to the repository", async () => {
    const rig = new Rig();
    rig.checks(shell("files", "true", { args: ["-c", "true", "sh", "{files}"], files: ["*.txt"] }));
    for (const name of ["a", "b"]) rig.write(`${name}.txt`, name);
    const link = join(rig.root, "../link");
    symlinkSync(rig.root, link);
    const { result } = await rig.json([join(link, "a.txt")]);
    expect(result).toMatchObject({ success: true, filesVerified: 1 });
  });

  it("says that a file named with --config is not there", async () => {
    const rig = new Rig();
    const { status, stderr } = await rig.verification(["--config", "nowhere.yml"]);
    expect(status).toBe(2);
    expect(stderr).toContain("nowhere.yml does not exist");
  });
});

describe("a mistake in the configuration", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["broken YAML", "checks:\n  - name: [a\n", [".verification.yml:3:1", "YAML syntax"]],
    [
      "a wrong type",
      "checks:\n  - name: a\n    command: x\n    timeout: soon\n",
      [":4:14", "checks[0].timeout", '"soon"', "expected: a number"],
    ],
    [
      "a number out of range",
      "checks:\n  - name: a\n    command: x\n    timeout: -1\n",
      [":4:14", "-1", "at least 0"],
    ],
    [
      "a misspelt key",
      "checks:\n  - name: a\n    comand: x\n",
      [":3:5", 'Unknown key "comand"', 'Did you mean "command"?'],
    ],
    ["a misspelt key at the top", "chekcs: []\n", [":1:1", 'Did you mean "checks"?']],
    [
      "a misspelt value",
      "checks:\n  - name: a\n    type: tset\n    command: x\n",
      [":3:11", '"tset"', 'Did you mean "test"?'],
    ],
    [
      "a misspelt way to trace",
      "checks:\n  - name: a\n    command: x\n    trace: offf\n",
      [":4:12", "checks[0].trace", '"offf"', "auto, on, full, off", 'Did you mean "off"?'],
    ],
    [
      "a misspelt way to trace all",
      "execution:\n  trace: ful\nchecks: []\n",
      [":2:10", "execution.trace", 'Did you mean "full"?'],
    ],
    [
      "a batch of nothing",
      "checks:\n  - name: a\n    command: x\n    batch: 0\n",
      [":4:12", "checks[0].batch", "at least 1"],
    ],
    [
      "a part of a batch",
      "checks:\n  - name: a\n    command: x\n    batch: 1.5\n",
      [":4:12", "checks[0].batch", "1.5", "a whole number"],
    ],
    [
      "a text where outputs belong",
      "checks:\n  - name: a\n    command: x\n    outputs: dist\n",
      [":4:14", "checks[0].outputs", '"dist"', "a list"],
    ],
    [
      "outputs that are everything",
      "checks:\n  - name: a\n    command: x\n    outputs: ['**']\n",
      [":4:14", "whole repository", "such as"],
    ],
    ["a missing name", "checks:\n  - command: x\n", [":2:5", "checks[0].name is missing"]],
    ["a missing command", "checks:\n  - name: a\n", [":2:5", 'The check "a" has no command']],
    ["a text where a list belongs", "checks: all\n", [":1:9", '"all"', "a list"]],
    ["a list where a mapping belongs", "- a\n- b\n", [":1:1", "a mapping of keys to values"]],
    [
      "two checks of one name",
      "checks:\n  - {name: a, command: x}\n  - {name: a, command: y}\n",
      [":3:12", 'Two checks are called "a"', ".verification.yml:2"],
    ],
    [
      "an unknown dependency",
      "checks:\n  - {name: lint, command: x}\n  - {name: b, command: x, dependsOn: [lnit]}\n",
      [":3:39", "lnit", 'Did you mean "lint"?'],
    ],
    [
      "a cycle",
      "checks:\n  - {name: a, command: x, dependsOn: [b]}\n  - {name: b, command: x, dependsOn: [c]}\n  - {name: c, command: x, dependsOn: [a]}\n",
      ["a -> b -> c -> a"],
    ],
    ["a check that depends on itself", "checks:\n  - {name: a, command: x, dependsOn: [a]}\n", ["a -> a"]],
    ["an unknown version", "version: 2\nchecks: []\n", [":1:10", "2", "expected: 1"]],
    [
      "a missing working directory",
      "checks:\n  - name: a\n    command: x\n    cwd: nowhere\n",
      [":4:10", "nowhere", "does not exist"],
    ],
    [
      "a working directory outside",
      "checks:\n  - name: a\n    command: x\n    cwd: ../..\n",
      [":4:10", "outside the repository"],
    ],
    [
      "shell syntax in a command",
      "checks:\n  - name: a\n    command: make all && make test\n",
      [":3:14", '"&&"', "sh", "-c"],
    ],
    [
      "a variable set in a command",
      "checks:\n  - name: a\n    command: FOO=1 node -e 0\n",
      [":3:14", 'env: { FOO: "1" }'],
    ],
    [
      "an open quote in a command",
      'checks:\n  - name: a\n    command: echo "x\n',
      [":3:14", "quote that is not closed"],
    ],
    [
      "{files} without files",
      "checks:\n  - name: a\n    command: x\n    args: ['{files}']\n",
      [":4:11", "no files"],
    ],
    [
      "an unknown template value",
      "checks:\n  - name: a\n    command: x\n    args: ['{{ workdir }}']\n",
      [":4:12", "{{ workdir }}", 'Did you mean "workDir"?'],
    ],
    [
      "a bad variable name",
      "checks:\n  - name: a\n    command: x\n    env: {A-B: 1}\n",
      [":4:16", "name of an environment variable"],
    ],
    ["an unknown profile key", "profiles:\n  ci:\n    exection: {}\n", [":3:5", 'Did you mean "execution"?']],
    ["a key of execution above it", "parallel: true\n", [":1:1", "It belongs under execution:."]],
    ["a key that begins like one", "reportFormat: json\n", [":1:1", 'Did you mean "report"?']],
    ["a skills entry that is not there", "skills: [nowhere]\n", [":1:10", "nowhere"]],
  ];

  it.each(cases)("%s is one clear message and exit status 2", async (_, text, expected) => {
    const rig = new Rig();
    rig.write(".verification.yml", text);
    const { status, stdout, stderr } = await rig.verification();
    for (const part of expected) expect(stderr).toContain(part);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(/ at .*\.js:\d+/);
  });

  it("is also given as JSON to a program that asked for JSON", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", "chekcs: []\n");
    const { status, result } = await rig.json();
    expect(status).toBe(2);
    expect(result).toMatchObject({
      success: false,
      failures: [{ kind: "config-invalid", at: { file: ".verification.yml", line: 1, column: 1 } }],
    });
  });

  it("a mistake in the configuration in package.json is placed in package.json", async () => {
    const rig = new Rig();
    rig.write("package.json", '{\n  "name": "x",\n  "verification": {\n    "chekcs": []\n  }\n}\n');
    expect((await rig.verification()).stderr).toContain("package.json:4:5");
  });

  it("reports everything that is wrong at once, from top to bottom", async () => {
    const rig = new Rig();
    rig.write(
      ".verification.yml",
      "checks:\n  - {name: a, comand: x}\n  - {name: b, timeout: x}\nversion: 9\n",
    );
    const { stderr } = await rig.verification();
    expect([...stderr.matchAll(/yml:(\d+):/g)].map(([, line]) => line)).toEqual(["2", "3", "4"]);
  });

  it("a YAML bomb as configuration is refused at once", async () => {
    const rig = new Rig();
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
    );
    rig.write(".verification.yml", `l0: &l0 lol\n${levels.join("\n")}\n`);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain("alias");
  });

  it("a configuration of more than 1 MiB is refused without being parsed", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", `${CHECK}# ${"x".repeat(1024 * 1024)}\n`);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/1\.0 MiB[^]*at most 1 MiB/);
  });

  it("a directory in place of the configuration is reported as unreadable", async () => {
    const rig = new Rig();
    mkdirSync(join(rig.root, ".verification.yml"));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toContain(".verification.yml cannot be read: it is a directory");
  });
});

describe("bad usage", () => {
  it.each([
    [["--check", "lnit"], 'Did you mean "lint"?'],
    [["--tag", "slow"], 'No check has the tag "slow"'],
    [["--category", "x"], 'No check has the category "x"'],
    [["--profile", "ci"], 'There is no profile "ci"'],
    [["--skill", "x"], 'There is no skill "x"'],
    [["--trigger", "x"], 'No skill has the trigger "x"'],
    [["nowhere/"], "nowhere/ does not exist"],
    [["../.."], "outside the repository"],
    [["--concurrency", "0"], "whole number from 1 to 2147483647"],
    [["--timeout", "soon"], "whole number from 0 to 2147483647"],
    [["--timeout", "99999999999"], "whole number from 0 to 2147483647"],
    [["--mode", "ful"], "Allowed choices are auto, incremental, full"],
    [["--full", "--incremental"], "Both"],
    [["--verbos"], "--verbose"],
    [["--report-path", ".verification.yml/report"], "cannot be written"],
  ])("%j is one clear message and exit status 2", async (args, message) => {
    const rig = new Rig();
    rig.checks(shell("lint", "echo ran > ran"));
    const { status, stderr } = await rig.verification(args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(() => readFileSync(join(rig.root, "ran"))).toThrow("ENOENT");
  });
});

describe("bad usage, asked for JSON,", () => {
  it.each([
    [["--json", "--bogus"], "Unknown option '--bogus'."],
    [["--format", "json", "--bogus"], "Unknown option '--bogus'."],
    [["--json", "--concurrency", "abc"], "Expected a whole number from 1"],
    [["--json", "--verify-cache", "x"], "Expected a share from 0 to 1"],
    [["cache", "frob", "--json"], "Allowed choices are stats"],
    [["history", "--limit", "0", "--json"], "Expected a whole number from 1"],
    [["replay", "--json"], "Missing required argument 'range'."],
    [["receipt", "--json", "extra"], "Too many arguments"],
  ])("is a document on standard output: %j", async (args, message) => {
    const { status, stdout, stderr } = await new Rig().verification(args);
    const { success, failures } = JSON.parse(stdout) as { success: boolean; failures: readonly Failure[] };
    expect([status, success]).toEqual([2, false]);
    expect(failures).toEqual([expect.objectContaining({ kind: "usage" })]);
    expect(failures[0]?.message).toContain(message);
    expect(stderr).toContain("error: ");
  });
});

describe("a profile", () => {
  it("puts checks and execution over the rest, and can add checks", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("lint", "echo base", { tags: ["x"] }), shell("test", "true")],
      profiles: {
        ci: {
          checks: { lint: { args: ["-c", "echo ci"] }, test: { enabled: false } },
          execution: { maxParallel: 1 },
        },
        more: { checks: [shell("extra", "true")] },
      },
    });
    const base = await rig.json();
    expect(base.result.results.map(({ stdout, status }) => [stdout, status])).toEqual([
      ["base\n", "passed"],
      ["", "passed"],
    ]);
    const { result } = await rig.json(["--profile", "ci", "--profile", "more"]);
    expect(result.results.map(({ check, stdout, status }) => [check, stdout, status])).toEqual([
      ["lint", "ci\n", "passed"],
      ["test", "", "skipped"],
      ["extra", "", "passed"],
    ]);
  });

  it("a profile that changes a check that does not exist is a mistake", async () => {
    const rig = new Rig();
    rig.config({
      checks: [shell("lint", "true")],
      profiles: { ci: { checks: { lnit: { enabled: false } } } },
    });
    const { status, stderr } = await rig.verification(["--profile", "ci"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "lint"?');
  });
});
