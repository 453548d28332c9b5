import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

const ESCAPE = "\u001B[";

describe("text for people", () => {
  it("leads with what failed, why, what it printed, and the command to run again", async () => {
    const rig = new Rig();
    rig.config({
      checks: [
        shell("good", "true"),
        shell("bad", "echo on stdout; echo on stderr >&2; exit 7"),
        shell("after", "true", { dependsOn: ["bad"] }),
      ],
      profiles: { ci: {} },
    });
    const { status, stdout, stderr } = await rig.verification(["--profile", "ci"]);
    expect(status).toBe(1);
    expect(stdout.replaceAll(/\d+(\.\d+)? (ms|s)\b/g, "TIME")).toBe(`✗ bad failed: exit code 7 after TIME
    $ sh -c 'echo on stdout; echo on stderr >&2; exit 7'
    on stdout
    on stderr
    run again: verification --profile ci --check bad

✓ passed   good
○ skipped  after (bad did not pass)

1 failed, 1 passed, 1 skipped in TIME
`);
    // Progress is for the one who waits, and goes elsewhere.
    expect(stderr).toContain("✓ good");
    expect(stderr).toContain("✗ bad");
    expect(stderr).not.toContain(ESCAPE);
  });

  it("shows the end of a long output, and all of it with --verbose", async () => {
    const rig = new Rig();
    rig.checks(shell("long", "seq 1 100; exit 1"), shell("good", "echo fine"));
    const short = (await rig.verification()).stdout;
    expect(short).toContain("(75 lines above; --verbose shows more)");
    expect(short).not.toMatch(/^ {4}75$/m);
    expect(short).not.toContain("fine");
    const long = (await rig.verification(["--verbose"])).stdout;
    expect(long).toMatch(/^ {4}1$/m);
    expect(long).toContain("fine");
  });

  it("is silent with --quiet when all is well, and only says what failed otherwise", async () => {
    const rig = new Rig();
    rig.checks(shell("good", "echo fine"));
    expect(await rig.verification(["--quiet"])).toEqual({ status: 0, stdout: "", stderr: "" });
    rig.checks(shell("bad", "exit 1"));
    const { stdout, stderr } = await rig.verification(["--quiet"]);
    expect(stdout).toContain("✗ bad failed: exit code 1");
    expect(stderr).toBe("");
  });

  it("does not pass on what could take over a terminal", async () => {
    const rig = new Rig();
    rig.checks(shell("rude", "printf '\\033]0;title\\007\\033[2Jgone\\rkept\\n'; exit 1"));
    const { stdout } = await rig.verification();
    expect(stdout).toContain("    kept\n");
    expect(stdout).not.toContain("\u001B");
  });
});

describe("colour", () => {
  it.each([
    ["is off when nobody asked and the output is a pipe", {}, false],
    ["is on with FORCE_COLOR", { FORCE_COLOR: "1" }, true],
    ["is off with FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
    ["is off with NO_COLOR", { NO_COLOR: "1" }, false],
  ])("colour: %s", async (_, env, coloured) => {
    const rig = new Rig();
    rig.checks(shell("bad", "exit 1"));
    const { stdout } = await rig.verification([], { env });
    expect(stdout.includes(ESCAPE)).toBe(coloured);
  });
});

describe("on a terminal", () => {
  const onTerminal = (rig: Rig, env: Record<string, string>): string =>
    spawnSync(
      "python3",
      [
        "-c",
        "import pty,sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)",
        process.execPath,
        join(import.meta.dirname, "../../bin/verification"),
      ],
      {
        cwd: rig.root,
        env: { PATH: process.env["PATH"], TERM: "xterm", ...env },
        encoding: "utf8",
      },
    ).stdout;

  it("shows what runs and for how long, and cleans up after itself", () => {
    const rig = new Rig();
    rig.checks(shell("slow", "sleep 0.4"));
    const screen = onTerminal(rig, {});
    expect(screen).toMatch(/⠋.* slow .*\d+ ms/);
    expect(screen).toContain("0 of 1 done");
    expect(screen).toContain(`${ESCAPE}0J`);
    expect(screen).toContain(`${ESCAPE}32m`);
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("keeps colour off with %j", (env) => {
    const rig = new Rig();
    rig.checks(shell("bad", "exit 1"));
    expect(onTerminal(rig, env)).not.toMatch(/\u001B\[3\dm/);
  });

  it("prints plain lines in CI", () => {
    const rig = new Rig();
    rig.checks(shell("slow", "sleep 0.3"));
    expect(onTerminal(rig, { CI: "true" })).not.toContain("⠋");
  });
});

describe("JSON", () => {
  it("is exactly one document on standard output, whatever the checks print", async () => {
    const rig = new Rig();
    rig.checks(shell("noisy", "echo '{}'; echo '{}' >&2; exit 3"), shell("good", "true"));
    const { status, result } = await rig.json();
    expect(status).toBe(1);
    expect(result).toMatchObject({
      schemaVersion: 1,
      success: false,
      hasCriticalFailure: true,
      requestedMode: "auto",
      passed: 1,
      failed: 1,
      skipped: 0,
      totalChecks: 2,
      results: [
        {
          check: "noisy",
          type: "command",
          status: "failed",
          passed: false,
          cached: false,
          critical: true,
          exitCode: 3,
          retryCount: 0,
          stdout: "{}\n",
          stderr: "{}\n",
        },
        { check: "good", status: "passed", passed: true, exitCode: 0, errors: [] },
      ],
      findings: [{ check: "noisy", severity: "error", message: "noisy: exit code 3" }],
    });
    expect(result.duration).toBeGreaterThan(0);
    expect(Date.parse(result.startedAt)).toBeGreaterThan(0);
    expect(result.results[0]?.timestamp).toBeGreaterThanOrEqual(Date.parse(result.startedAt));
  });

  it("keeps the reason that was given", async () => {
    const rig = new Rig();
    rig.checks(shell("good", "true"));
    const { result } = await rig.json(["--force", "--reason", "release day"]);
    expect(result).toMatchObject({ mode: "full", requestedMode: "full", reason: "release day" });
  });
});

describe("a report in a file", () => {
  it("is written in its format beside the text on standard output", async () => {
    const rig = new Rig();
    rig.checks(shell("good", "true"));
    const { stdout } = await rig.verification(["--format", "json", "--report-path", "report.json"]);
    expect(stdout).toContain("1 passed");
    expect(JSON.parse(readFileSync(join(rig.root, "report.json"), "utf8"))).toMatchObject({ success: true });
  });

  it("can be asked for in the configuration", async () => {
    const rig = new Rig();
    rig.config({ checks: [shell("good", "true")], report: { format: "json", path: "out.json" } });
    await rig.verification();
    expect(JSON.parse(readFileSync(join(rig.root, "out.json"), "utf8"))).toMatchObject({ success: true });
    rig.config({ checks: [shell("good", "true")], report: { format: "json" } });
    expect(JSON.parse((await rig.verification()).stdout)).toMatchObject({ success: true });
  });
});

describe("the command itself", () => {
  it("survives a reader that goes away", async () => {
    const rig = new Rig();
    rig.checks(shell("long", "seq 1 200000; exit 1"));
    const bin = join(import.meta.dirname, "../../bin/verification");
    const { stdout, stderr } = spawnSync(
      "sh",
      ["-c", `'${process.execPath}' '${bin}' --verbose 2>err | head -1; cat err`],
      { cwd: rig.root, encoding: "utf8" },
    );
    expect(stdout).toContain("✗ long failed");
    expect(`${stdout}${stderr}`).not.toContain("EPIPE");
  });

  it("shows its help and version with exit status 0", async () => {
    const rig = new Rig();
    const help = await rig.verification(["--help"]);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain("Which checks");
    const version = await rig.verification(["--version"]);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
