import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileCheck, ran, rigWith } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";

/** A repository with one check that has passed, and one more in a profile. */
async function createVerified(): Promise<Rig> {
  const rig = new Rig();
  rig.config({ checks: [shell("ok", "true")], profiles: { release: { checks: [shell("more", "true")] } } });
  rig.write("src/a.txt", "a");
  rig.commitAll();
  expect((await rig.verification()).status).toBe(0);
  return rig;
}

describe("an option before a subcommand", () => {
  it("asks for JSON as it does after it", async () => {
    const rig = await createVerified();
    for (const words of [
      ["--json", "status"],
      ["--json", "history"],
      ["--json", "history", "show"],
      ["history", "--json", "show"],
      ["--json", "metrics"],
      ["--json", "explain", "ok"],
      ["--json", "graph", "src/a.txt"],
      ["--json", "cache", "stats"],
      ["--json", "flow", "list"],
      ["flow", "--json", "list"],
      ["--json", "hooks", "status"],
      ["--json", "checkpoint", "r1"],
      ["--json", "receipt"],
    ]) {
      const { status, stdout } = await rig.verification(words);
      expect([status, words]).toEqual([0, words]);
      expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 });
    }
  });

  it("means what it means after it", async () => {
    const rig = await createVerified();
    const missing = await rig.verification(["--config", "missing.yml", "status"]);
    expect([missing.status, missing.stdout]).toEqual([2, ""]);
    expect(missing.stderr).toContain("missing.yml does not exist");
    const nope = await rig.verification(["--profile=nope", "status"]);
    expect(nope.status).toBe(2);
    expect(nope.stderr).toContain('There is no profile "nope".');
    expect((await rig.verification(["--profile", "release", "checkpoint", "r1"])).status).toBe(1);
    expect(rig.git("tag")).toBe("");
    const dry = await rig.verification(["--dry-run", "hooks", "install"]);
    expect([dry.status, dry.stdout.includes("would be installed")]).toEqual([0, true]);
    expect(existsSync(join(rig.root, ".git/hooks/pre-push"))).toBe(false);
    const one = await rig.verification(["--limit", "1", "--json", "history"]);
    expect(JSON.parse(one.stdout)).toHaveProperty("runs.length", 1);
  });

  it("is refused where the subcommand does not know it, and nothing is done", async () => {
    const rig = await createVerified();
    const config = readFileSync(join(rig.root, ".verification.yml"), "utf8");
    for (const [words, message, expected] of [
      [
        ["--dry-run", "cache", "clear"],
        "`verification cache clear` does not take --dry-run.",
        "--json, --config <file>",
      ],
      [["--dry-run", "init", "--force"], "`verification init` does not take --dry-run.", "--force"],
      [
        ["--check", "nope", "explain", "ok"],
        "`verification explain` does not take --check.",
        "--baseline <commit>",
      ],
      [["--tag", "quick", "hooks", "install"], "`verification hooks` does not take --tag.", "--hook <name>"],
      [
        ["--dry-run", "checkpoint", "r1"],
        "`verification checkpoint` does not take --dry-run.",
        "--profile <name>",
      ],
      [["--quiet", "--full", "audit"], "`verification audit` does not take --quiet or --full.", "--fix"],
      [["--dry-run", "replay", "1"], "`verification replay` does not take --dry-run.", "--every <n>"],
      [["--skip-cache", "receipt"], "`verification receipt` does not take --skip-cache.", "--output <file>"],
      [["history", "--limit", "1", "show"], "`verification history show` does not take --limit.", "--json"],
      [["flow", "--json", "abort"], "`verification flow abort` does not take --json.", "--config <file>"],
    ] as const) {
      const { status, stderr } = await rig.verification(words);
      expect([status, words]).toEqual([2, words]);
      expect(stderr).toContain(`error: ${message} Nothing was done.\n  expected: `);
      expect(stderr).toContain(expected);
    }
    expect(readFileSync(join(rig.root, ".verification.yml"), "utf8")).toBe(config);
    expect(existsSync(join(rig.root, ".git/hooks/pre-push"))).toBe(false);
    expect(rig.git("tag")).toBe("");
    expect((await rig.json()).result).toMatchObject({ cacheHits: 1, filesVerified: 0 });
    const asked = await rig.verification(["--json", "--dry-run", "cache", "clear"]);
    expect(JSON.parse(asked.stdout)).toMatchObject({ success: false, failures: [{ kind: "usage" }] });
  });
});

describe("a word after --", () => {
  it("is a path, also where it is the name of a command", async () => {
    const rig = rigWith(fileCheck({ files: ["**/*.ts"] }));
    rig.write("status/a.ts", "1");
    rig.write("src/b.ts", "1");
    expect((await rig.verification(["--", "status"])).status).toBe(0);
    expect(ran(rig)).toEqual(["status/a.ts"]);
    const missing = await rig.verification(["--", "cache"]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain("The path ./cache does not exist.");
  });
});
