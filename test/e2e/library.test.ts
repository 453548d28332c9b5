import { describe, expect, it } from "vitest";
import { plan, verify, wholeGraph, type Finding, type VerificationEvent } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("verify", () => {
  it("returns the result as a value and says what happens on the way", async () => {
    const rig = new Rig();
    rig.checks(
      shell("bad", "exit 1", { retryOnFailure: true, maxRetries: 1 }),
      shell("good", "true", { dependsOn: ["bad"] }),
    );
    const events: VerificationEvent[] = [];
    const result = await verify({ cwd: rig.root, onEvent: (event) => events.push(event) });
    expect(result).toMatchObject({ ok: true, value: { success: false, failed: 1, skipped: 1 } });
    expect(events.map(({ type }) => type)).toEqual([
      "looking",
      "looking",
      "looking",
      "run-started",
      "check-started",
      "check-retrying",
      "check-finished",
      "check-finished",
    ]);
  });

  it("returns what is wrong with the configuration as a value too", async () => {
    const rig = new Rig();
    rig.write(".verification.yml", "chekcs: []");
    expect(await verify({ cwd: rig.root })).toMatchObject({
      ok: false,
      failures: [{ kind: "config-invalid" }],
    });
  });

  it.each([
    [{ mode: "bogus" }, "mode", "one of auto, incremental, full"],
    [{ checks: "a" }, "checks", "a list of texts"],
    [{ cwd: "/nowhere/at/all" }, "cwd", "a directory that exists"],
  ])("returns what is wrong with options as a value: %j", async (options, name, expected) => {
    const rig = new Rig();
    rig.checks(shell("a", "true"));
    const given = { cwd: rig.root, ...options } as object;
    expect(await verify(given)).toMatchObject({
      ok: false,
      failures: [{ kind: "usage", message: `The option ${name} is not valid.`, expected }],
    });
  });

  it("takes a configuration from a program, with a function that reads findings", async () => {
    const rig = new Rig();
    const finding: Finding = {
      id: "1",
      check: "lint",
      category: "quality",
      severity: "warning",
      message: "seen",
      file: "a.ts",
      line: 3,
    };
    const result = await verify({
      cwd: rig.root,
      config: {
        checks: [
          {
            ...shell("lint", "echo a.ts:3; echo err >&2; exit 1"),
            parse: (stdout: string, stderr: string) => [
              { ...finding, message: `${stdout.trim()} ${stderr.trim()}` },
            ],
          },
        ],
      },
    });
    expect(result).toMatchObject({
      ok: true,
      value: { findings: [{ message: "a.ts:3 err" }], results: [{ errors: [{ line: 3 }] }] },
    });
  });

  it("falls back to the raw output, with a warning, when that function throws", async () => {
    const rig = new Rig();
    const parse = (): never => {
      throw new Error("oops");
    };
    const result = await verify({
      cwd: rig.root,
      config: { checks: [{ ...shell("lint", "echo raw; exit 1"), parse }] },
    });
    expect(result).toMatchObject({
      ok: true,
      value: { warnings: [expect.stringContaining("oops")], findings: [{ raw: "raw" }] },
    });
  });

  it("stops when its signal is aborted, also before it began", async () => {
    const rig = new Rig();
    rig.checks(shell("long", "sleep 300"));
    const result = await verify({ cwd: rig.root, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: true, value: { stoppedBy: "interrupted", success: false } });
  });
});

describe("plan", () => {
  it("a plan is plain data", async () => {
    const rig = new Rig();
    rig.write("b.ts", "");
    rig.write("a.ts", "");
    rig.checks(
      { name: "lint", command: "eslint", args: ["{files}"], files: ["*.ts"], env: { A: "1", B: null } },
      shell("off", "true", { enabled: false }),
    );
    const result = await plan({ cwd: rig.root });
    expect(result.ok && result.value).toMatchInlineSnapshot(`
      {
        "checks": [
          {
            "check": "lint",
            "commands": [
              {
                "args": [
                  "a.ts",
                  "b.ts",
                ],
                "command": "eslint",
                "cwd": ".",
                "env": {
                  "A": "1",
                },
                "files": [
                  "a.ts",
                  "b.ts",
                ],
                "timeout": 600000,
                "trace": null,
              },
            ],
            "decision": "run",
            "dependsOn": [],
            "units": [
              {
                "decision": "run",
                "kind": "predicted",
                "reason": {
                  "type": "not-reusable",
                  "why": "the command eslint was not found or could not be read",
                },
                "target": "a.ts",
              },
              {
                "decision": "run",
                "kind": "predicted",
                "reason": {
                  "type": "not-reusable",
                  "why": "the command eslint was not found or could not be read",
                },
                "target": "b.ts",
              },
            ],
          },
          {
            "check": "off",
            "decision": "skip",
            "dependsOn": [],
            "reason": {
              "type": "disabled",
            },
          },
        ],
        "mode": "full",
        "schemaVersion": 1,
      }
    `);
    expect(structuredClone(result)).toEqual(result);
  });
});

describe("wholeGraph", () => {
  it("gives every file and every edge between files", async () => {
    const rig = new Rig();
    rig.checks(shell("good", "true"));
    rig.write("a.ts", 'import "./b.ts";\n');
    rig.write("b.ts", 'export * from "./c.ts";\n');
    rig.write("c.ts", "export {};\n");
    const result = await wholeGraph({ cwd: rig.root });
    if (!result.ok) throw new Error("the graph was not given");
    expect(result.value.files).toEqual(expect.arrayContaining(["a.ts", "b.ts", "c.ts"]));
    const edges = result.value.edges.map(({ from, to }) => `${from} -> ${to}`);
    expect(edges).toEqual(["a.ts -> b.ts", "b.ts -> c.ts"]);
  });
});
