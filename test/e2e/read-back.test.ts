import { stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { FlowRig } from "../rig/flow.ts";
import { rigWith } from "../rig/incremental.ts";
import { OWN_BASELINE, shell } from "../rig/rig.ts";

/** What the fuzzer has found: texts that can be read, and that no program of ours would write. */
const LONG = "x".repeat(100_000);
const DEEP = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;

describe("a glob that is too long to be one", () => {
  it("a glob that is too long to be one in the baseline: it is not used", async () => {
    const rig = rigWith(shell("good", "true"));
    await rig.verification();
    rig.write(
      OWN_BASELINE,
      JSON.stringify({
        schemaVersion: 1,
        commitHash: null,
        timestamp: "2026-01-01T00:00:00.000Z",
        exclude: [LONG],
        files: {},
        fileHashes: {},
      }),
    );
    rig.write("a.txt", "new\n");
    const { status, stderr } = await rig.verification(["status"]);
    expect(status).toBe(0);
    expect(stderr).not.toContain("internal error");
    expect((await rig.json()).result).toMatchObject({ success: true, baseline: null });
  });

  it("a glob that is too long to be one among workspaces is ignored", async () => {
    const rig = rigWith(shell("good", "true"));
    rig.write("package.json", JSON.stringify({ workspaces: [LONG, `!${LONG}`, "packages/*"] }));
    rig.write("packages/a/package.json", '{ "name": "a" }');
    rig.write("a.ts", 'import "a";\n');
    expect((await rig.verification()).status).toBe(0);
  });

  it("a glob that is too long to be one in the configuration: one message, with its place", async () => {
    const rig = rigWith();
    rig.write(".verification.yml", stringify({ checks: [shell("good", "true", { files: [LONG] })] }));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: \.verification\.yml:\d+:\d+: .*files.* is not valid\./);
    expect(stderr).toContain("at most 65536 characters");
  });
});

describe("what has thousands of levels", () => {
  it.each([
    ["brackets", "{".repeat(20_000)],
    ["lists", `checks:\n  ${"- ".repeat(5000)}1\n`],
    ["levels that can be parsed", `checks: ${"[".repeat(400)}${"]".repeat(400)}\n`],
  ])("what has thousands of levels as a configuration of %s: one message", async (_, text) => {
    const rig = rigWith();
    rig.write(".verification.yml", text);
    const { status, stderr } = await rig.verification();
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: \.verification\.yml:1:1: \.verification\.yml is nested too deeply\./);
  });

  it("what has thousands of levels as a YAML file that is verified: it has a syntax error", async () => {
    const rig = rigWith({ name: "syntax", uses: "builtin:syntax" });
    rig.write("deep.yml", "{".repeat(20_000));
    rig.write("deep.json", `${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const { status, stderr } = await rig.verification();
    expect(stderr).not.toContain("internal error");
    expect(status).toBe(1);
  });

  it("what has thousands of levels as a baseline: it is not used", async () => {
    const rig = rigWith(shell("good", "true"));
    rig.write(".verification-baseline.json", `{ "schemaVersion": ${DEEP} }`);
    expect((await rig.json()).result).toMatchObject({ success: true });
  });
});

describe("records of Flow that nobody of ours has written", () => {
  it("an item's record that is nested thousands deep is corrupt, and everything else goes on", async () => {
    const rig = new FlowRig();
    rig.item("one", `{ "slug": "one", "description": "One", "more": ${DEEP} }`);
    for (const args of [["list"], ["list", "--json"], ["show", "one", "--json"], ["build", "one", "--yes"]]) {
      const { status, stderr } = await rig.flow(...args);
      expect({ args, status, stderr }).toMatchObject({ status: 0 });
    }
    expect(rig.has("docs/requirements/one/meta.json.corrupt")).toBe(true);
  });

  const active = {
    type: "feature",
    mode: "build",
    artifact_folder: "one",
    phases: ["05-test-strategy"],
    current_phase: "05-test-strategy",
    current_phase_index: 0,
    started_at: "2026-01-01T00:00:00.000Z",
    branch: null,
    supervised: false,
    options: {},
    quick_scan_before: null,
  };
  const phases = { "05-test-strategy": { status: "waiting" } };

  it.each([
    ["current_phase", { active_workflow: { ...active, current_phase: ["05-test-strategy"] }, phases }],
    ["mode", { active_workflow: { ...active, mode: { toString: 1 } }, phases }],
    ["started_at", { active_workflow: { ...active, started_at: {} }, phases }],
    ["options", { active_workflow: { ...active, options: { depth: [] } }, phases }],
    ["the status of a phase", { active_workflow: active, phases: { "05-test-strategy": { status: {} } } }],
    ["phases", { active_workflow: active, phases: [1] }],
    ["something nested thousands deep", `{ "active_workflow": null, "phases": {}, "more": ${DEEP} }`],
  ])("a state with another type for %s is no workflow", async (_, state) => {
    const rig = new FlowRig();
    rig.analysed("one");
    const text = typeof state === "string" ? state : JSON.stringify({ schemaVersion: 1, ...state });
    rig.write(".verification/state.json", text);
    for (const args of [["list"], ["show", "one", "--json"], ["done", "05-test-strateg"]]) {
      const { status, stderr } = await rig.flow(...args);
      expect({ args, status }).toEqual({ args, status: args[0] === "done" ? 2 : 0 });
      expect(stderr).toContain("state.json cannot be read");
    }
  });
});
