import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig, shell } from "../rig/rig.ts";

const AGENT = { CLAUDECODE: "1" };

function passing(): Rig {
  const rig = new Rig();
  rig.checks(shell("test", "true"));
  rig.commitAll();
  return rig;
}

async function said(
  rig: Rig,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  return (await rig.verification(args, { env })).stdout;
}

describe("what goes to standard output where nobody says it", () => {
  it("is the report for agents where one is detected, and the text for people elsewhere, also from memory", async () => {
    const rig = passing();
    for (let round = 0; round < 2; round += 1) {
      expect(await said(rig, [], AGENT)).toMatch(/^PASSED: 1 check passed/);
      expect(await said(rig, [], { AI_AGENT: "somebody" })).toMatch(/^PASSED: 1 check passed/);
      expect(await said(rig, [], {})).not.toMatch(/^PASSED/);
    }
  });

  it("is overruled by --format, --json and VERIFICATION_FORMAT", async () => {
    const rig = passing();
    expect(await said(rig, ["--format", "text"], AGENT)).not.toMatch(/^PASSED/);
    expect(JSON.parse(await said(rig, ["--json"], AGENT))).toMatchObject({ success: true });
    expect(await said(rig, [], { ...AGENT, VERIFICATION_FORMAT: "text" })).not.toMatch(/^PASSED/);
    expect(await said(rig, [], { VERIFICATION_FORMAT: "agent" })).toMatch(/^PASSED/);
    expect(JSON.parse(await said(rig, [], { VERIFICATION_FORMAT: "json" }))).toMatchObject({ success: true });
    expect(await said(rig, ["--format", "agent"], { VERIFICATION_FORMAT: "json" })).toMatch(/^PASSED/);
    const wrong = await rig.verification([], { env: { VERIFICATION_FORMAT: "agnet" } });
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("VERIFICATION_FORMAT=agnet");
    expect(wrong.stderr).toContain("Did you mean agent?");
  });

  it("leaves what the configuration asks for, and its files are written", async () => {
    const rig = passing();
    rig.config({ checks: [shell("test", "true")], report: [{ format: "json", path: "out/report.json" }] });
    rig.write(".gitignore", "out\n");
    expect(await said(rig, [], AGENT)).toMatch(/^PASSED/);
    expect(JSON.parse(readFileSync(join(rig.root, "out/report.json"), "utf8"))).toMatchObject({
      success: true,
    });
    rig.config({ checks: [shell("test", "true")], report: { format: "markdown" } });
    expect(await said(rig, [], AGENT)).toMatch(/^#/m);
    expect(await said(rig, [], { ...AGENT, VERIFICATION_FORMAT: "agent" })).toMatch(/^PASSED/);
    expect(await said(rig, ["--format", "json=out/other.json"], AGENT)).toMatch(/^PASSED/);
    expect(existsSync(join(rig.root, "out/other.json"))).toBe(true);
  });

  it("has its budget and its verdict also without --format", async () => {
    const rig = passing();
    expect((await rig.verification(["--max-tokens", "300"], { env: AGENT })).status).toBe(0);
    expect((await rig.verification(["--max-tokens", "300"])).status).toBe(2);
    rig.write(".verification.yml", "checks: [");
    expect(await said(rig, [], AGENT)).toBe(
      "NOT VERIFIED: nothing was run. Standard error says what is wrong.\n",
    );
  });
});
