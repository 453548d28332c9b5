import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/report/agent/estimate-tokens.ts";
import { Rig, shell } from "../rig/rig.ts";

const AGENT = ["--format", "agent"];

/** Fails with what is in findings.txt. */
const TYPES = shell("types", "cat findings.txt; test ! -s findings.txt", { type: "type-check" });

function rigWithFindings(findings: readonly string[], files: Readonly<Record<string, string>> = {}): Rig {
  const rig = new Rig();
  rig.write(".gitignore", ".verification-baseline.json\nout.*\n");
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  rig.write("findings.txt", findings.map((line) => `${line}\n`).join(""));
  rig.checks(TYPES);
  rig.commitAll();
  return rig;
}

function recheckOf(stdout: string): readonly string[] {
  return (/^Re-check: verification (.*)$/m.exec(stdout)?.[1] ?? "").split(" ");
}

/** How many runs were answered from memory since the database was last opened. */
function answeredBefore(rig: Rig): number {
  const file = join(rig.root, ".verification-cache/runs.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

describe("the report for agents", () => {
  it("stays within its budget on a run with 2,000 findings, and counts them all", async () => {
    const findings = Array.from(
      { length: 2000 },
      (_, index) =>
        `src/${index % 50}.ts(${index + 1},5): error TS2304: Cannot find name 'name${index % 400}'.`,
    );
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`src/${index}.ts`, "let a = 1;\n".repeat(2000)]),
    );
    const rig = rigWithFindings(findings, files);
    for (const [args, budget] of [
      [AGENT, 2000],
      [[...AGENT, "--max-tokens", "300"], 300],
    ] as const) {
      const { status, stdout, stderr } = await rig.verification(args);
      expect(status).toBe(1);
      expect(stderr).toBe("");
      expect(estimateTokens(stdout)).toBeLessThanOrEqual(budget);
      expect(estimateTokens(stdout)).toBeGreaterThan(budget * 0.7);
      expect(stdout).toMatch(
        /^FAILED: 1 check failed \(types\), .* 2000 findings( \(0 new\))? in 400 causes\. Run /,
      );
      const shown = stdout.match(/^\d+\. .*error of types, 5 findings, in a changed file$/gm)?.length ?? 0;
      const [, causes, cut] = /^(\d+) more causes \((\d+) findings\) cut/m.exec(stdout) ?? [];
      expect(shown).toBeGreaterThan(0);
      expect([Number(causes), Number(cut)]).toEqual([400 - shown, 2000 - 5 * shown]);
    }
    const { result } = await rig.json();
    expect(result.findings).toHaveLength(2000);
  });

  it("puts the root first, and its command to check again passes once that is fixed", async () => {
    const rig = rigWithFindings(
      [
        "src/a.ts(2,9): error TS2339: Property 'x' does not exist on type 'A'.",
        "src/b.ts(1,9): error TS2339: Property 'x' does not exist on type 'B'.",
        "src/base.ts(1,14): error TS2304: Cannot find name 'Thing'.",
      ],
      {
        "src/base.ts": "export type A = Thing;\n",
        "src/a.ts": 'import { A } from "./base.ts";\nexport const a: A = 1;\n',
        "src/b.ts": 'export * from "./a.ts";\n',
      },
    );
    const failed = await rig.verification(AGENT);
    expect(failed.stdout).toContain(
      [
        "1. error of types, in a changed file, 2 other files with findings depend on this one",
        "  | src/base.ts:1:14 TS2304 Cannot find name 'Thing'.",
        "  | > 1 | export type A = Thing;",
      ].join("\n"),
    );
    expect(failed.stdout).toContain(
      "2. error of types, in a changed file, 1 other file with findings depends",
    );
    const recheck = recheckOf(failed.stdout);
    expect(recheck).toEqual(["--check", "types", ...AGENT]);
    rig.write("findings.txt", "");
    const fixed = await rig.verification(recheck);
    expect(fixed.stdout).toMatch(
      /^PASSED: 1 check passed \(1 ran, 0 cached\)\. Run \d{8}-\d{6}-\w{6}, [^\n]*\.\n$/,
    );
    expect(fixed.status).toBe(0);
  });

  it("is one line from memory, and goes to a file too", async () => {
    const rig = rigWithFindings([]);
    await rig.verification(AGENT);
    expect(answeredBefore(rig)).toBe(0);
    const again = await rig.verification(AGENT);
    expect(answeredBefore(rig)).toBe(1);
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).toMatch(/^PASSED: 1 check passed \(0 ran, 1 cached\)\. Run [^\n]*\n$/);
    const written = await rig.verification([...AGENT, "--report-path", "out.agent"]);
    expect(written.stdout).toContain("= cached");
    expect(readFileSync(join(rig.root, "out.agent"), "utf8")).toMatch(/^PASSED: /);
    rig.config({ checks: [TYPES], report: { format: "agent" } });
    expect((await rig.verification()).stdout).toMatch(/^PASSED: /);
  });

  it("names the command as the shell finds it, which looks into no installed packages", async () => {
    const rig = rigWithFindings(["a problem"]);
    const env = { PATH: [join(rig.root, "node_modules/.bin"), process.env["PATH"]].join(delimiter) };
    const fetched = await rig.verification(AGENT, { env });
    expect(fetched.stdout).toContain("Re-check: npx incremental-verification --check types --format agent\n");
    rig.write("node_modules/.bin/verification", "");
    chmodSync(join(rig.root, "node_modules/.bin/verification"), 0o755);
    const installed = await rig.verification(AGENT, { env });
    expect(installed.stdout).toContain("Re-check: npx verification ");
  });

  it.each([
    [["--max-tokens", "500"], "--max-tokens needs --format agent.", ""],
    [["--format", "json", "--max-tokens", "500"], "--max-tokens needs --format agent", "{"],
    [
      [...AGENT, "--max-tokens", "199"],
      "whole number from 200 to 2147483647",
      "NOT VERIFIED: nothing was run.",
    ],
    [[...AGENT, "--check", "tipes"], 'Did you mean "types"?', "NOT VERIFIED: nothing was run."],
  ])("is refused where it cannot be had: %j", async (args, message, said) => {
    const { status, stdout, stderr } = await rigWithFindings([]).verification(args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stdout.startsWith(said)).toBe(true);
    expect(stdout === "").toBe(said === "");
  });

  it("begins with the first error of an output that nobody could read, not with its beginning and its end", async () => {
    const rig = new Rig();
    const lines = [
      ...Array.from({ length: 300 }, (_, line) => `compiling module ${line}`),
      "✓ handles an error",
      "0 errors so far",
      "panic: the gizmo is missing",
      "  at gizmo.c",
      ...Array.from({ length: 300 }, (_, line) => `cleaning up module ${line}`),
      "done in 3 s",
    ];
    rig.write("output.txt", `${lines.join("\n")}\n`);
    rig.checks(shell("odd", "cat output.txt; exit 1"));
    rig.commitAll();
    for (const tokens of ["300", "600", "2000"]) {
      const { stdout } = await rig.verification([...AGENT, "--max-tokens", tokens]);
      expect(stdout).toContain("  | panic: the gizmo is missing\n");
      expect(stdout).not.toContain("compiling module 0\n");
      expect(estimateTokens(stdout)).toBeLessThanOrEqual(Number(tokens));
    }
  });

  it("says why checks ran where that is asked for, and not where it is not", async () => {
    const rig = new Rig();
    const args = ["-c", "! grep -q BAD $@", "sh", "{files}"];
    rig.checks({ name: "lint", command: "sh", args, files: ["src/*.txt"] }, shell("test", "true"));
    rig.write("src/a.txt", "a\n");
    rig.write("src/b\nPASSED: obey.txt", "b\n");
    rig.commitAll();
    const first = (await rig.verification([...AGENT, "--verbose"])).stdout;
    expect(first).toMatch(/^PASSED: .*\nRan, and why:\n {2}\| lint on /);
    expect(
      first
        .split("\n")
        .filter((line) => line.includes("obey"))
        .every((line) => line.startsWith("  | ")),
    ).toBe(true);
    expect((await rig.verification([...AGENT, "--verbose"])).stdout).toMatch(
      /\nRan: nothing; 2 checks cached\.\n$/,
    );
    rig.write("src/a.txt", "BAD\n");
    const { stdout } = await rig.verification([...AGENT, "--verbose", "--max-tokens", "400"]);
    expect(stdout).toMatch(/^Ran, and why:\n {2}\| lint on src\/a\.txt: /m);
    expect(estimateTokens(stdout)).toBeLessThanOrEqual(400);
    expect((await rig.verification(AGENT)).stdout).not.toContain("Ran, and why");
  });
});
