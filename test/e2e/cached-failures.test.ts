import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PACKAGE_ROOT } from "../rig/package-root.ts";
import { Rig, shell } from "../rig/rig.ts";

/** Reads a file whose name cannot be seen in the command. */
const LOOK = 'part=gene; ! grep -n BROKEN "$part"rated';

/** A repository with a lint check that fails for a reason that git ignores, and that no fingerprint can know of. */
function rigWithOutsideCause(): Rig {
  const rig = new Rig();
  rig.write(".gitignore", "generated\n.ran\n.verification-baseline.json\n");
  rig.write("a.txt", "fine\n");
  rig.write("b.txt", "fine\n");
  rig.write("generated", "BROKEN\n");
  rig.checks(shell("lint:all", `echo ran >> .ran; ${LOOK}`, { type: "lint" }));
  rig.commitAll();
  return rig;
}

/** Types a line as a person would, where the command is on the search path. */
function type(rig: Rig, line: string): { readonly status: number | null; readonly stdout: string } {
  rig.write(
    "../bin/verification",
    `#!/bin/sh\nexec "${process.execPath}" "${PACKAGE_ROOT}/bin/verification" "$@"\n`,
  );
  chmodSync(join(rig.root, "../bin/verification"), 0o755);
  const env = { HOME: join(rig.root, "../home"), PATH: `${join(rig.root, "../bin")}:${process.env["PATH"]}` };
  const { status, stdout } = spawnSync("sh", ["-c", line], { cwd: rig.root, env, encoding: "utf8" });
  return { status, stdout };
}

const HINT = /^\s*run again: (.*)$/m;

function runs(rig: Rig): number {
  return readFileSync(join(rig.root, ".ran"), "utf8").trim().split("\n").length;
}

describe("a failure whose cause is outside", () => {
  it("is told to be cached, and the command that is printed runs it again", async () => {
    const rig = rigWithOutsideCause();
    const first = await rig.verification();
    expect(first.stdout).not.toContain("cached failure");
    rig.write("generated", "fine\n");
    const second = await rig.verification();
    expect([second.status, runs(rig)]).toEqual([1, 1]);
    expect(second.stdout).toMatch(/lint:all failed: exit code 1 \(cached failure\)/);
    expect(second.stdout).toMatch(/cached failure from run \S+, just now: not run again/);
    const hint = HINT.exec(second.stdout)?.[1] ?? "";
    expect(hint).toBe("verification --force --check lint:all");
    expect([type(rig, hint).status, runs(rig)]).toEqual([0, 2]);
    // The new verdict is the one that counts from now on.
    expect([(await rig.verification()).status, runs(rig)]).toEqual([0, 2]);
  });

  it("runs again as often as the command is typed", async () => {
    const rig = rigWithOutsideCause();
    await rig.verification();
    const hint = HINT.exec((await rig.verification()).stdout)?.[1] ?? "";
    expect([type(rig, hint).status, runs(rig)]).toEqual([1, 2]);
    expect([type(rig, hint).status, runs(rig)]).toEqual([1, 3]);
  });

  it("a failure whose cause is outside of a file names the file, also where it is called as a command is", async () => {
    const rig = new Rig();
    rig.write(".gitignore", "generated\n.verification-baseline.json\n");
    rig.write("status", "fine\n");
    rig.write("generated", "BROKEN\n");
    const args = ["-c", LOOK, "sh", "{files}"];
    rig.checks({ name: "lint", type: "lint", command: "sh", args, files: ["status"] });
    await rig.verification();
    const hint = HINT.exec((await rig.verification()).stdout)?.[1] ?? "";
    expect(hint).toBe("verification --force --check lint ./status");
    rig.write("generated", "fine\n");
    expect(type(rig, hint).status).toBe(0);
    expect((await rig.verification()).status).toBe(0);
  });

  it("is marked in every report, with the command, and JSON keeps what it said", async () => {
    const rig = rigWithOutsideCause();
    await rig.verification();
    const { result } = await rig.json();
    expect(result.results[0]).toMatchObject({
      status: "failed",
      cached: true,
      filesVerified: 0,
      cacheHits: 1,
      exitCode: 1,
      replayed: { units: 1, files: [] },
    });
    for (const format of ["text", "agent", "markdown", "github", "html"]) {
      const { stdout } = await rig.verification(["--format", format]);
      expect([format, stdout]).toEqual([
        format,
        expect.stringMatching(/cached failure from run \S+, just now/),
      ]);
      expect([format, stdout]).toEqual([
        format,
        expect.stringContaining("verification --force --check lint:all"),
      ]);
    }
  });

  it("runs again by the command of the report for agents, too", async () => {
    const rig = rigWithOutsideCause();
    await rig.verification();
    const { stdout } = await rig.verification(["--format", "agent"]);
    const line = /^Re-check: (.*)$/m.exec(stdout)?.[1] ?? "";
    rig.write("generated", "fine\n");
    const typed = type(rig, line);
    expect([typed.status, typed.stdout]).toEqual([0, expect.stringMatching(/^PASSED/)]);
  });
});

it("a name that means something to a shell is quoted where a command is printed", async () => {
  const rig = new Rig();
  rig.write("my config.yml", 'checks: [{ name: c, type: lint, command: "false" }]\n');
  await rig.verification(["--config", "my config.yml"]);
  const { stdout } = await rig.verification(["--config", "my config.yml"]);
  const hint = HINT.exec(stdout)?.[1] ?? "";
  expect(hint).toBe("verification --config 'my config.yml' --force --check c");
  expect(execFileSync("sh", ["-c", `set -- ${hint}; echo $#`], { encoding: "utf8" }).trim()).toBe("6");
  expect(type(rig, hint).status).toBe(1);
});
