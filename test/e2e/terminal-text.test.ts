import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { COMMAND, FORBIDDEN } from "../report/hostile-text.ts";
import { FlowRig, logged } from "../rig/flow.ts";
import { rigWith } from "../rig/incremental.ts";
import { shell, type Ended, type Rig } from "../rig/rig.ts";

/** A terminal in eight bits, text that turns round, something nobody sees, and commands to three CI systems. */
const EVIL = "\u009B31m\u202Eevil\u200B ##[add-mask]a ##vso[task.complete]b ##teamcity[c]";
const INDENTED = "   ::stop-commands::token";
const FILE = `src/ ::error::x ${EVIL}.txt`;
/** What git takes for the name of a branch. */
const BRANCH = "b\u009B31m\u202E\u200B##vso";
const CI = { GITHUB_ACTIONS: "true", CI: "true", TF_BUILD: "True" };

const run = (rig: Rig, args: readonly string[]): Promise<Ended> => rig.verification(args, { env: CI });

function expectHarmless({ stdout, stderr }: Ended): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toMatch(FORBIDDEN);
    expect(text).not.toMatch(COMMAND);
  }
}

/** A check that says such things of its own and about a file that has such a name. */
function evilRig(): Rig {
  const rig = rigWith();
  rig.config({
    checks: [
      shell("say", `printf '%s\\n' '${INDENTED}' '${EVIL}' '::error::x' >&2; printf '\\tx\\n'; exit 1`),
      shell("find", "cat found.json; exit 1", { type: "lint", files: ["src/**"], parse: "eslint" }),
      { name: "good", command: "true", args: [INDENTED, EVIL], files: ["src/**"] },
    ],
    profiles: { [EVIL]: {} },
  });
  rig.write(FILE, "1\n");
  const message = { line: 1, column: 1, severity: 2, message: `::warning::${EVIL}`, ruleId: EVIL };
  rig.write("found.json", JSON.stringify([{ filePath: FILE, messages: [message] }]));
  rig.write("src/b.md", `[x](<${FILE.slice(4)}>)\n`);
  rig.commitAll();
  rig.git("checkout", "--quiet", "-b", BRANCH);
  return rig;
}

describe("on a terminal and in the log of a CI system, nothing from outside has an effect", () => {
  it("on a terminal and in the log of a CI system, nothing from outside has an effect in what is said of a repository", async () => {
    const rig = evilRig();
    const first = await run(rig, ["--reason", `${INDENTED} ${EVIL}`]);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain("    : :stop-commands::token\n");
    expect(first.stdout).toContain("evil # #[add-mask]a # #vso[task.complete]b # #teamcity[c]\n");
    // What only lays text out stays.
    expect(first.stdout).toContain("    \tx\n");
    expectHarmless(first);
    rig.write(FILE, "2\n");
    rig.write(`other ${FILE.slice(4)}`, "2\n");
    for (const args of [
      ["status"],
      ["--dry-run"],
      ["explain", FILE],
      ["explain", "find"],
      ["graph", FILE],
      ["graph", "src/b.md"],
      ["--verbose"],
      ["--verbose", "--blame", "--profile", EVIL],
      ["history"],
      ["history", "show"],
      ["history", "--check", EVIL],
      ["metrics"],
      ["flaky"],
      ["cache", "stats"],
      ["cache", "invalidated"],
      ["checkpoint", "now"],
      ["receipt", "--profile", EVIL],
      ["hooks", "status"],
      ["hooks", "install", "--dry-run", "--", EVIL],
      ["replay", "1", "--check", "good"],
    ]) {
      const ended = await run(rig, args);
      expect([args, ended.stdout + ended.stderr]).not.toEqual([args, ""]);
      expectHarmless(ended);
    }
    expect((await run(rig, ["status"])).stdout).toMatch(/^b##vso /);
  });

  it("on a terminal and in the log of a CI system, nothing from outside has an effect in what is wrong with a configuration or a command line", async () => {
    const rig = evilRig();
    for (const args of [
      ["--config", EVIL],
      ["--check", EVIL],
      ["--profile", `${EVIL}x`],
      [`--${EVIL}`],
      ["explain", `${FILE}x`],
      ["--mode", EVIL],
      ["--concurrency", EVIL],
      ["--format", EVIL],
      [`${FILE}x`],
      ["receipt", "--check", `${FILE}x`],
      ["replay", EVIL],
      ["hooks", EVIL],
    ]) {
      const ended = await run(rig, args);
      expect([args, ended.status]).toEqual([args, 2]);
      expect(ended.stderr).toContain("evil");
      expectHarmless(ended);
    }
    for (const text of [
      JSON.stringify({ checks: [{ name: "a", command: "true", type: `${INDENTED}${EVIL}` }] }),
      JSON.stringify({ [`::error::${EVIL}`]: 1 }),
      `checks:\n  - "${EVIL}`,
    ]) {
      rig.write(".verification.yml", text);
      const ended = await run(rig, []);
      expect(ended.status).toBe(2);
      expectHarmless(ended);
    }
  });

  it("on a terminal and in the log of a CI system, nothing from outside has an effect in what a phase of a workflow prints, which is shown as it comes, and in the name of an item", async () => {
    const say = `printf '%s\\n%s' '${INDENTED}' '${EVIL}'`;
    const rig = new FlowRig({ phases: { "00-quick-scan": logged("00-quick-scan", say) } });
    const added = await run(rig, ["flow", "add", `pay ${INDENTED} ${EVIL}`]);
    expect(added.status).toBe(0);
    const built = await run(rig, ["flow", "build", "1", "--yes"]);
    expect(built.stderr).toContain(
      "\n   : :stop-commands::token\nevil # #[add-mask]a # #vso[task.complete]b",
    );
    for (const ended of [
      added,
      built,
      await run(rig, ["flow", "list"]),
      await run(rig, ["flow", "show", "1"]),
      await run(rig, ["flow", "show", EVIL]),
    ])
      expectHarmless(ended);
  });
});

describe("a report that is printed", () => {
  it.each(["text", "agent", "markdown", "junit", "html"])("has no effect either: %s", async (format) => {
    const ended = await run(evilRig(), ["--format", format]);
    expect(ended.stdout).toContain("evil");
    expectHarmless(ended);
  });

  it("has the annotations that it is asked for, and no other command", async () => {
    const { stdout, stderr } = await run(evilRig(), ["--format", "github", "--reason", INDENTED]);
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.startsWith("::")).map((line) => line.slice(0, 18))).toEqual([
      "::error title=say ",
      "::error file=src/ ",
    ]);
    expectHarmless({
      status: 1,
      stdout: lines.filter((line) => !line.startsWith("::error ")).join("\n"),
      stderr,
    });
    for (const line of lines) expect(line.slice(1)).not.toMatch(COMMAND);
    expect(stdout).not.toMatch(FORBIDDEN);
  });

  it("is exact where it is JSON", async () => {
    const rig = evilRig();
    const ended = await run(rig, ["--json"]);
    expectHarmless(ended);
    const { changes, results } = JSON.parse(ended.stdout) as VerificationResult;
    expect(results[0]?.stderr).toBe(`${INDENTED}\n${EVIL}\n::error::x\n`);
    expect(changes.addedFiles).toContain(FILE);
    const sarif = await run(rig, ["--format", "sarif"]);
    expectHarmless(sarif);
    expect(JSON.parse(sarif.stdout)).toHaveProperty("version", "2.1.0");
    expect(JSON.parse((await run(rig, ["status", "--json"])).stdout)).toHaveProperty("branch", BRANCH);
  });

  it("is read back where it is a receipt", async () => {
    const rig = rigWith();
    rig.config({ checks: [shell("good", "true")], profiles: { [EVIL]: {} } });
    rig.commitAll();
    await run(rig, ["--profile", EVIL]);
    for (const form of [[], ["--json"]]) {
      const issued = await run(rig, ["receipt", "--profile", EVIL, ...form]);
      expect(issued.status).toBe(0);
      expectHarmless(issued);
      const held = await rig.verification(["receipt", "--profile", EVIL, "--check", "-"], {
        env: CI,
        input: issued.stdout,
      });
      expect(held.status).toBe(0);
      expectHarmless(held);
    }
  });
});
