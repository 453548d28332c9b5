import { describe, expect, it } from "vitest";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "../../src/workflow.ts";
import { FEATURE, FlowRig, logged } from "../rig/flow.ts";
import { shell } from "../rig/rig.ts";

describe("flow build", () => {
  it("runs the whole workflow for an item that is raw, without a banner, and records it", async () => {
    const rig = new FlowRig();
    await rig.flow("add", "Export", "orders");
    const { status, stdout } = await rig.flow("build", "export-orders");
    expect(status).toBe(0);
    expect(stdout).toContain("export-orders is built");
    expect(stdout).not.toContain("BUILD SUMMARY");
    expect(rig.ran()).toEqual(FEATURE);
    expect(rig.branch()).toBe("feature/export-orders");
    expect(rig.meta("export-orders")).toMatchObject({
      workflow_type: "feature",
      phases_completed: ANALYSIS_PHASES,
      analysis_status: "analyzed",
      build_started_at: expect.any(String),
      build_completed_at: expect.any(String),
    });
    expect(rig.read("BACKLOG.md")).toContain("- 1 [x] Export orders");
    expect(rig.state().active_workflow).toBeNull();
  });

  it("begins with the implementation where the analysis is done, and shows what it will do", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    const { status, stdout } = await rig.flow("build", "pay", "--yes");
    expect(status).toBe(0);
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
    expect(stdout).toContain(
      [
        "BUILD SUMMARY: pay",
        "",
        "Analysis Status: Fully analyzed",
        "Completed phases:",
        "  [done] Phase 00: Quick Scan",
        "  [done] Phase 01: Requirements",
        "  [done] Phase 02: Impact Analysis",
        "  [done] Phase 03: Architecture",
        "  [done] Phase 04: Design",
        "",
        "Build will execute:",
        "  Phase 05: Test Strategy",
        "  Phase 06: Implementation",
        "  Phase 16: Quality Loop",
        "  Phase 08: Code Review",
      ].join("\n"),
    );
  });

  it("is the same verb as feature", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    expect((await rig.flow("feature", "pay", "--yes")).status).toBe(0);
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
  });

  it("changes nothing at all where nobody confirms, and says how to", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    const before = rig.everything();
    const { status, stdout, stderr } = await rig.flow("build", "pay");
    expect(status).toBe(2);
    expect(stdout).toContain("BUILD SUMMARY");
    expect(stderr).toContain("--yes");
    expect(rig.everything()).toEqual(before);
  });

  const SKIPPED = "warning: The analysis phases 02-impact-analysis";
  const PARTIAL = "Analysis Status: Partial (2 of 5 phases complete)";

  it.each([
    [[], FEATURE.slice(2), PARTIAL, "it takes the default, resume (answer with --on-partial)"],
    [["--on-partial", "resume"], FEATURE.slice(2), PARTIAL, "--on-partial resume"],
    [["--on-partial", "skip"], IMPLEMENTATION_PHASES, PARTIAL, SKIPPED],
    [["--on-partial", "restart"], FEATURE, "PARTIAL ANALYSIS: pay", "--on-partial restart"],
  ])("flow build with two phases done and %j runs %j", async (flags, expected, shown, said) => {
    const rig = new FlowRig();
    rig.analysed("pay", ANALYSIS_PHASES.slice(0, 2), { mine: "kept" });
    const { status, stdout, stderr } = await rig.flow("build", "pay", "--yes", ...flags);
    expect(status).toBe(0);
    expect(rig.ran()).toEqual(expected);
    expect(stdout).toContain("PARTIAL ANALYSIS: pay");
    expect(stdout).toContain(shown);
    expect(stderr).toContain(said);
    expect(rig.meta("pay")["mine"]).toBe("kept");
  });

  it("refuses a second workflow and names the first, until that is aborted", async () => {
    const rig = new FlowRig({ phases: { "06-implementation": "06-implementation" } });
    rig.analysed("one");
    rig.analysed("other");
    expect((await rig.flow("build", "one", "--yes")).stdout).toContain(
      "When it is done: verification flow done",
    );
    const before = rig.everything();
    for (const args of [
      ["build", "other", "--yes"],
      ["analyze", "other"],
      ["fix", "one", "--yes"],
    ]) {
      const { status, stderr } = await rig.flow(...args);
      expect(status).toBe(2);
      expect(stderr).toContain('one is in the workflow "feature"');
    }
    expect(rig.everything()).toEqual(before);
    expect((await rig.flow("abort")).stdout).toContain("The workflow of one was ended");
    expect((await rig.flow("abort")).status).toBe(2);
    rig.ran();
    expect((await rig.flow("build", "other", "--yes")).status).toBe(0);
    expect(rig.ran()).toEqual(["05-test-strategy"]);
  });

  it("offers to add a description that matches nothing; --yes takes the offer", async () => {
    const rig = new FlowRig();
    const before = rig.everything();
    const refused = await rig.flow("build", "Something", "new");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("--yes adds and builds it");
    expect(rig.everything()).toEqual(before);
    expect((await rig.flow("build", "Something", "new", "--yes")).status).toBe(0);
    expect(rig.ran()).toEqual(FEATURE);
    expect(rig.branch()).toBe("feature/REQ-0001-something-new");
    expect(rig.read("BACKLOG.md")).toContain("- 1 [x] Something new");
    expect(rig.meta("REQ-0001-something-new")["number"]).toBe("1");
  });

  it.each(["99", "#12", "PROJ-7"])("never adds %s, which is no description", async (input) => {
    const rig = new FlowRig();
    const before = rig.everything();
    const { status, stderr } = await rig.flow("build", input, "--yes");
    expect(status).toBe(2);
    expect(stderr).toContain("No item matches");
    expect(stderr).not.toContain("--yes adds");
    expect(rig.everything()).toEqual(before);
  });

  it("gives an item that is only a line in the backlog a directory with its number", async () => {
    const rig = new FlowRig();
    rig.write("BACKLOG.md", "# Mine\r\n\r\n- 7 [ ] Export it\r\n\r\nMore words.\r\n");
    expect((await rig.flow("build", "7")).status).toBe(0);
    expect(rig.branch()).toBe("feature/REQ-0007-export-it");
    expect(rig.read("BACKLOG.md")).toBe("# Mine\r\n\r\n- 7 [x] Export it\r\n\r\nMore words.\r\n");
  });

  const FIX = ["01-requirements", "02-tracing", "06-implementation"];
  const fixRig = (): FlowRig =>
    new FlowRig({ config: { workflows: { fix: { phases: FIX.map((key) => logged(key)) } } } });

  it.each([2, 3, 5])("counts in the fix workflow what it has of %i phases that are done", async (count) => {
    const rig = fixRig();
    rig.analysed("bug", ANALYSIS_PHASES.slice(0, count));
    const { status, stdout, stderr } = await rig.flow("fix", "bug", "--yes");
    expect(status).toBe(0);
    expect(stdout).not.toContain("PARTIAL");
    expect(stdout).toContain("Analysis Status: Fully analyzed\nCompleted phases:\n  [done] Phase 01");
    expect(stdout).toContain("Build will execute:\n  Phase 02: Tracing\n  Phase 06: Implementation\n");
    expect(stderr).not.toContain("ERR-ORCH");
    expect(rig.ran()).toEqual(FIX.slice(1));
    expect(rig.meta("bug")["workflow_type"]).toBe("fix");
  });

  it("runs all of the fix workflow where none of its phases is done, without a banner", async () => {
    const rig = fixRig();
    rig.analysed("bug", ANALYSIS_PHASES.slice(0, 1));
    const { status, stdout } = await rig.flow("fix", "bug");
    expect(status).toBe(0);
    expect(stdout).not.toContain("BUILD SUMMARY");
    expect(rig.ran()).toEqual(FIX);
  });

  it("counts the analysis phases of the workflow in use", async () => {
    const phases = ["00-quick-scan", "01-requirements", "06-implementation"].map((key) => logged(key));
    const rig = new FlowRig({ config: { workflows: { feature: { phases } } } });
    rig.analysed("pay", ["00-quick-scan"]);
    const { stdout } = await rig.flow("build", "pay", "--yes");
    expect(stdout).toContain("Analysis Status: Partial (1 of 2 phases complete)");
  });

  it("enters halfway only where the rules allow it, and not at a phase that is not there", async () => {
    const phases = FEATURE.map((key) => logged(key));
    const rig = new FlowRig();
    rig.analysed("pay");
    const refused = await rig.flow("build", "pay", "--yes", "--start-phase", "06-implementation");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("cannot be entered halfway");
    expect(refused.stderr).toContain("05-test-strategy, where this item starts");
    expect(refused.stderr).not.toContain("Analyse the item");
    expect(refused.stdout).toBe("");
    expect(rig.branch()).toBe("main");
    const unknown = await rig.flow("build", "pay", "--yes", "--start-phase", "nope");
    expect(unknown.status).toBe(0);
    expect(unknown.stderr).toContain('ERR-ORCH-INVALID-START-PHASE: "nope"');
    expect(rig.ran()).toEqual(FEATURE);
    rig.config({ workflows: { feature: { phases, rules: { no_halfway_entry: false } } } });
    const entered = await rig.flow("build", "pay", "--yes", "--start-phase", "16-quality-loop");
    expect(entered.status).toBe(0);
    expect(entered.stdout).toContain("Build will execute:\n  Phase 16: Quality Loop\n  Phase 08");
    expect(rig.ran()).toEqual(["16-quality-loop", "08-code-review"]);
  });

  it("tells a command its phase, item, directory, workflow and options", async () => {
    const print =
      'env | grep ^VERIFICATION_ | grep -vE "LINEAGE|COMPARE" | sort > "$VERIFICATION_ITEM_DIR/env.txt"; pwd >> "$VERIFICATION_ITEM_DIR/env.txt"';
    const feature = { phases: [logged("only", print)], options: { depth: "1", debate: { default: false } } };
    const rig = new FlowRig({ config: { workflows: { feature } } });
    rig.item("pay", { phases_completed: [] });
    expect((await rig.flow("build", "pay", "--option", "debate", "--option", "depth=3")).status).toBe(0);
    expect(rig.read("docs/requirements/pay/env.txt").trim().split("\n")).toEqual([
      "VERIFICATION_ITEM=pay",
      `VERIFICATION_ITEM_DIR=${rig.root}/docs/requirements/pay`,
      "VERIFICATION_OPTION_DEBATE=true",
      "VERIFICATION_OPTION_DEPTH=3",
      "VERIFICATION_PHASE=only",
      "VERIFICATION_WORKFLOW=feature",
      rig.root,
    ]);
    const unknown = await rig.flow("build", "pay", "--option", "deepth=3");
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('Did you mean "depth"?');
  });

  it("stops at a phase that fails, and the next build goes on there", async () => {
    const rig = new FlowRig({
      phases: { "06-implementation": logged("06-implementation", "test -e fixed") },
    });
    rig.analysed("pay");
    const failed = await rig.flow("build", "pay", "--yes");
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain("Phase 06: Implementation of pay is not done: its command exited with 1");
    expect(rig.ran()).toEqual(["05-test-strategy", "06-implementation"]);
    expect(rig.state().phases).toMatchObject({ "06-implementation": { status: "failed" } });
    rig.write("fixed", "");
    expect((await rig.flow("build", "pay")).status).toBe(0);
    expect(rig.ran()).toEqual(["06-implementation", "16-quality-loop", "08-code-review"]);
  });

  it("fails a phase whose artifact is missing or whose command is not there", async () => {
    const rig = new FlowRig({
      phases: {
        "05-test-strategy": logged("05-test-strategy", "", {
          artifacts: ["05-test-strategy.md", "plan-*.md", "/made.txt"],
        }),
      },
    });
    rig.analysed("pay");
    expect((await rig.flow("build", "pay", "--yes")).stdout).toContain(
      "2 artifacts are missing: docs/requirements/pay/plan-*.md, made.txt",
    );
    rig.write("docs/requirements/pay/plan-1.md", "");
    rig.write("made.txt", "");
    expect((await rig.flow("build", "pay")).status).toBe(0);
    const other = new FlowRig({
      phases: { "05-test-strategy": { key: "05-test-strategy", run: { command: "no-such-command" } } },
    });
    other.analysed("pay");
    const missing = await other.flow("build", "pay", "--yes");
    expect(missing.status).toBe(1);
    expect(missing.stdout).toContain("the command no-such-command was not found");
  });

  it("passes a gate by its checks, incrementally, and shows what failed", async () => {
    const rig = new FlowRig();
    const phases = FEATURE.map((key) =>
      key === "16-quality-loop"
        ? logged(key, "", { gate: { checks: ["good"], tags: ["slow"] } })
        : logged(key),
    );
    rig.config({
      workflows: { feature: { phases } },
      checks: [
        shell("good", "echo good >> .phases", { files: ["src/**"] }),
        shell("slow", "echo slow >> .phases; echo wrong number >&2; test -e src/fixed", {
          files: ["src/**"],
          tags: ["slow"],
        }),
        shell("never", "exit 1"),
      ],
    });
    rig.write("src/a.ts", "");
    rig.analysed("pay");
    const failed = await rig.flow("build", "pay", "--yes");
    expect(failed.status).toBe(1);
    expect(failed.stdout).toContain("its gate does not pass: slow");
    expect(failed.stdout).toContain("wrong number");
    // Both checks run at once, in any order.
    expect(rig.ran().toSorted()).toEqual([
      "05-test-strategy",
      "06-implementation",
      "16-quality-loop",
      "good",
      "slow",
    ]);
    expect((await rig.flow("build", "pay")).status).toBe(1);
    expect(rig.ran()).toEqual(["16-quality-loop", "slow"]);
    rig.write("src/fixed", "");
    expect((await rig.flow("build", "pay")).status).toBe(0);
    expect(rig.ran().toSorted()).toEqual(["08-code-review", "16-quality-loop", "good", "slow"]);
    const { runs } = JSON.parse((await rig.verification(["history", "--json"])).stdout) as {
      runs: unknown[];
    };
    expect(runs).toHaveLength(3);
  });

  it("shows what the checks of a gate found, not what they printed", async () => {
    const phases = ["06-implementation"].map((key) => logged(key, "", { gate: { checks: ["style"] } }));
    const rig = new FlowRig();
    const print = "echo noise; echo 'src/a.ts:3:7: error: wrong name'; seq 1 40; exit 1";
    rig.config({
      workflows: { feature: { phases } },
      checks: [shell("style", print, { files: ["src/**"] })],
    });
    rig.write("src/a.ts", "");
    rig.item("pay", { phases_completed: [] });
    const { status, stdout } = await rig.flow("build", "pay");
    expect(status).toBe(1);
    expect(stdout).toMatch(/ {4}style: .*\n {6}src\/a\.ts:3:7 error wrong name\n {2}once it is fixed/);
  });

  it("pauses between phases where it is supervised and nobody can be asked", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    for (const [index, phase] of IMPLEMENTATION_PHASES.entries()) {
      const { status, stdout } = await rig.flow(
        "build",
        "pay",
        ...(index === 0 ? ["--yes", "--supervised"] : []),
      );
      expect(status).toBe(0);
      expect(rig.ran()).toEqual([phase]);
      expect(stdout).toContain(index === 3 ? "is built" : "pay is paused before");
    }
  });
});
