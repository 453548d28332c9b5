import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

const BIN = join(import.meta.dirname, "../../bin/verification");

/** Runs the command under what a line of shell has set before. */
function run(
  rig: Rig,
  before: string,
  after = "",
): { status: number | null; stdout: string; stderr: string } {
  const script = `${before}; exec "${process.execPath}" "${BIN}" ${after}`;
  return spawnSync("sh", ["-c", script], {
    cwd: rig.root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: rig.home },
  });
}

function rigWithFailure(): Rig {
  const rig = new Rig();
  rig.checks(shell("good", "true"), shell("bad", "exit 4"));
  return rig;
}

describe("where the system has little to give, no verdict is made up and the reason is said", () => {
  it("too few open files to load the program give no verdict, and the reason", () => {
    const { status, stderr } = run(rigWithFailure(), "ulimit -n 20");
    expect(status).toBe(3);
    expect(stderr).toContain("Too many files are open. Raise the limit (ulimit -n) and run again.");
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("too few open files to start commands give no verdict, and the reason", () => {
    const { status, stdout, stderr } = run(rigWithFailure(), "ulimit -n 29");
    // How many that is differs between versions of Node; that nothing passes does not.
    expect([1, 3]).toContain(status);
    expect(stdout).not.toContain("✓ passed   bad");
    expect(stderr).toMatch(/EMFILE/);
    expect(stderr).not.toContain("not installed");
    expect(stderr).not.toContain("This is a bug");
  });

  it("a full disk for the result gives no verdict, and the reason", () => {
    const { status, stderr } = run(rigWithFailure(), ":", "> /dev/full");
    expect(status).toBe(2);
    expect(stderr).toContain("error: The result cannot be written (ENOSPC).");
  });

  it("a full disk for progress alone leaves the verdict right", () => {
    const { status, stdout } = run(rigWithFailure(), ":", "2> /dev/full");
    expect(status).toBe(1);
    expect(stdout).toContain("✗ bad failed");
  });

  // Larger than what SQLite and the baseline write: nothing can be remembered.
  it("a limit on the size of files leaves the verdict right", () => {
    const rig = rigWithFailure();
    const limited = run(rig, "ulimit -f 4");
    expect(limited.status).toBe(1);
    expect(limited.stdout).toContain("✗ bad failed");
    expect(limited.stderr).toMatch(/warning: The cache cannot be (written|used)/);
    expect(run(rig, ":").status).toBe(1);
  });
});
