import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANALYSIS_PHASES } from "../../src/workflow.ts";
import { FEATURE, FlowRig, logged } from "../rig/flow.ts";

describe("flow add", () => {
  it.each([
    ["\"quoted\" and 'single' $(rm -rf .)", "quoted-and-single-rm-rf"],
    ["two\nlines\tand a tab", "two-lines-and-a-tab"],
    ["../../outside/the repository", "outside-the-repository"],
    ["支付 → [x](docs/requirements/other/)", "支付-x-docs-requirements-other"],
    ["--force", "force"],
    ["a".repeat(300), "a".repeat(50)],
  ])("makes an item of %j that its number finds again", async (description, slug) => {
    const rig = new FlowRig();
    const added = await rig.flow("add", "--json", "--", description);
    expect(JSON.parse(added.stdout)).toMatchObject({
      slug,
      number: "1",
      dir: `docs/requirements/${slug}`,
      marker: " ",
    });
    expect(readdirSync(join(rig.root, "docs/requirements"))).toEqual([slug]);
    expect(rig.read("BACKLOG.md").split("\n")).toHaveLength(4);
    expect(await rig.show("1")).toMatchObject({ slug, status: "raw" });
    expect((await rig.flow("build", "1")).status).toBe(0);
    expect(rig.read("BACKLOG.md")).toContain("- 1 [x] ");
  });

  it("refuses an empty description and writes nothing", async () => {
    const rig = new FlowRig();
    const before = rig.everything();
    expect((await rig.flow("add", " ")).status).toBe(2);
    expect(rig.everything()).toEqual(before);
  });

  it("names the backlog where that cannot be written, and leaves nothing", async () => {
    const rig = new FlowRig();
    rig.write("BACKLOG.md/in-the-way", "");
    const { status, stderr } = await rig.flow("add", "Pay");
    expect(status).toBe(2);
    expect(stderr).toContain("The backlog cannot be written");
    expect(stderr).toContain(`${rig.root}/BACKLOG.md`);
    expect(rig.has("docs")).toBe(false);
  });

  it("keeps a reference that the description names", async () => {
    const rig = new FlowRig();
    await rig.flow("add", "Fix the login", "#23");
    expect(rig.meta("fix-the-login-23")).toMatchObject({ source: "github", source_id: "#23" });
    expect(await rig.show("#23")).toMatchObject({ slug: "fix-the-login-23" });
  });
});

describe("flow list and show", () => {
  it("show every item with its status, phase and staleness, and write nothing", async () => {
    const rig = new FlowRig();
    await rig.flow("add", "Raw", "one");
    rig.analysed("analysed");
    rig.item("legacy", null);
    rig.item("broken", "{");
    rig.commitAll();
    const before = rig.everything();
    const { stdout } = await rig.flow("list");
    expect(stdout).toMatch(/1 +\[ \] +raw-one +raw +00-quick-scan +-/);
    expect(stdout).toMatch(/analysed +analyzed +05-test-strategy +stale, 1 commit, no cited file affected/);
    expect(stdout).toMatch(/legacy +raw/);
    const { items } = JSON.parse((await rig.flow("list", "--json")).stdout) as { items: { slug: string }[] };
    expect(items.map(({ slug }) => slug).sort()).toEqual(["analysed", "broken", "legacy", "raw-one"]);
    expect((await rig.flow("show", "broken")).stdout).toContain("counts as raw");
    expect(rig.everything()).toEqual(before);
  });

  it("say of an item that is built that it is done and that nothing remains", async () => {
    const rig = new FlowRig();
    await rig.flow("add", "Pay");
    await rig.flow("build", "1");
    expect((await rig.flow("list")).stdout).toMatch(/1 +\[x\] +pay +done +current/);
    expect((await rig.flow("show", "1")).stdout).toMatch(
      /status +done, built .*\n +completed .*\n +remaining +nothing\n/,
    );
    const shown = { status: "done", startPhase: null, remainingPhases: [], completedPhases: ANALYSIS_PHASES };
    expect(await rig.show("1")).toMatchObject(shown);
    const { items } = JSON.parse((await rig.flow("list", "--json")).stdout) as { items: unknown[] };
    expect(items).toMatchObject([shown]);
  });

  it("list what matches where several do, with exit status 2", async () => {
    const rig = new FlowRig();
    rig.analysed("a-pay");
    rig.analysed("b-pay");
    const { status, stderr } = await rig.flow("show", "pay");
    expect(status).toBe(2);
    expect(stderr).toContain("one of a-pay, b-pay");
    expect((await rig.flow("show", "none")).status).toBe(2);
  });

  it("say that there is nothing yet", async () => {
    expect((await new FlowRig().flow("list")).stdout).toContain("There is no item yet");
  });
});

describe("the branch", () => {
  it("takes uncommitted work along and leaves it uncommitted", async () => {
    const rig = new FlowRig();
    rig.write("staged.txt", "1");
    rig.write("edited.txt", "1");
    rig.commitAll();
    rig.analysed("pay");
    rig.write("staged.txt", "2");
    rig.git("add", "staged.txt");
    rig.write("edited.txt", "2");
    rig.write("untracked.txt", "new");
    const head = rig.git("rev-parse", "HEAD");
    expect((await rig.flow("build", "pay", "--yes")).status).toBe(0);
    expect(rig.branch()).toBe("feature/pay");
    expect(rig.git("rev-parse", "HEAD")).toBe(head);
    expect(rig.git("status", "--porcelain", "staged.txt", "edited.txt", "untracked.txt")).toBe(
      " M edited.txt\nM  staged.txt\n?? untracked.txt\n",
    );
    expect(rig.git("stash", "list")).toBe("");
  });

  it("is not switched to where git refuses: nothing is changed, and git's words are shown", async () => {
    const rig = new FlowRig();
    rig.write("file.txt", "main");
    rig.commitAll();
    rig.git("switch", "--quiet", "--create", "feature/pay");
    rig.write("file.txt", "feature");
    rig.commitAll();
    rig.git("switch", "--quiet", "main");
    rig.analysed("pay");
    rig.write("file.txt", "uncommitted");
    const { status, stderr } = await rig.flow("build", "pay", "--yes");
    expect(status).toBe(2);
    expect(stderr).toContain("Git does not switch to feature/pay, so nothing was changed");
    expect(stderr).toContain("would be overwritten");
    expect(rig.branch()).toBe("main");
    expect(rig.read("file.txt")).toBe("uncommitted");
    expect(rig.has(".verification/state.json")).toBe(false);
  });

  it("is left again where it has another record of the item", async () => {
    const rig = new FlowRig();
    rig.analysed("pay", ["00-quick-scan"]);
    rig.commitAll();
    rig.git("branch", "feature/pay");
    rig.analysed("pay");
    rig.commitAll();
    const { status, stderr } = await rig.flow("build", "pay", "--yes", "--on-behind", "proceed");
    expect(status).toBe(2);
    expect(stderr).toContain("The branch feature/pay has a different record of pay");
    expect(rig.branch()).toBe("main");
    expect(rig.meta("pay")["phases_completed"]).toEqual(ANALYSIS_PHASES);
  });

  it("is gone back to when a build goes on", async () => {
    const rig = new FlowRig({ phases: { "06-implementation": "06-implementation" } });
    rig.analysed("pay");
    await rig.flow("build", "pay", "--yes");
    rig.git("switch", "--quiet", "main");
    expect((await rig.flow("done", "06-implementation")).status).toBe(0);
    expect(rig.branch()).toBe("feature/pay");
  });
});

describe("handed-over phases", () => {
  it("are the built-in workflow's, from analysis to build", async () => {
    const rig = new FlowRig({ config: { workflows: {} } });
    await rig.flow("add", "pay");
    const first = await rig.flow("analyze", "pay");
    expect(first.status).toBe(0);
    expect(first.stdout).toContain("Usually in: docs/requirements/pay/quick-scan.md");
    expect((await rig.flow("done", "01-requirements")).stderr).toContain(
      "The current phase of pay is 00-quick-scan",
    );
    expect((await rig.flow("build", "other", "--yes")).stderr).toContain("pay is being analysed");
    for (const phase of ANALYSIS_PHASES) expect((await rig.flow("done", phase)).status).toBe(0);
    expect(rig.state().active_workflow).toBeNull();
    await rig.flow("build", "pay", "--yes");
    for (const phase of FEATURE.slice(5)) expect((await rig.flow("done", phase)).status).toBe(0);
    expect(rig.read("BACKLOG.md")).toContain("- 1 [x] pay");
    expect((await rig.flow("done", "08-code-review")).stderr).toContain("No workflow is active");
  });

  it("handed-over phases of an analysis can be taken over by a build of the same item", async () => {
    const rig = new FlowRig({ phases: { "01-requirements": "01-requirements" } });
    await rig.flow("add", "pay");
    expect((await rig.flow("analyze", "pay")).stdout).toContain("handed over");
    const taken = await rig.flow("build", "pay", "--yes", "--on-partial", "skip");
    expect(taken.stdout).toContain("pay is built");
    expect(rig.ran()).toEqual(["00-quick-scan", ...FEATURE.slice(5)]);
  });

  it("can be skipped only where the rules allow it", async () => {
    const rules = { no_agent_phase_skipping: false };
    const rig = new FlowRig({ config: { workflows: { feature: { phases: ["a", "b", "c"], rules } } } });
    rig.item("pay", {});
    await rig.flow("build", "pay");
    expect((await rig.flow("done", "b")).stdout).toContain("c is handed over");
    expect(rig.state().phases).toMatchObject({ a: { status: "skipped" }, b: { status: "completed" } });
  });
});

describe("the configuration of flow", () => {
  it("the configuration of flow moves all four places", async () => {
    const rig = new FlowRig();
    rig.config({
      flow: {
        items: "work/items",
        backlog: "work/LIST.md",
        state: "var/flow.json",
        workflows: "work/flows.json",
      },
    });
    rig.write(
      "work/flows.json",
      JSON.stringify({
        workflows: { feature: { label: "x", phases: [logged("one"), "two"] } },
        rules: { no_halfway_entry: true, _comment: "kept" },
      }),
    );
    await rig.flow("add", "pay");
    expect((await rig.flow("build", "pay")).stdout).toContain("two is handed over");
    expect(rig.ran()).toEqual(["one"]);
    expect(rig.has("work/items/pay/meta.json")).toBe(true);
    expect(rig.read("work/LIST.md")).toContain("- 1 [ ] pay -> [pay](work/items/pay/)");
    expect(rig.has("var/flow.json")).toBe(true);
    expect(rig.has(".verification")).toBe(false);
  });

  it.each([
    ["flow: { items: ../out }", ".verification.yml:1:16: flow.items is outside the repository"],
    ["workflows: { feature: { phases: [a, a] } }", 'has the phase "a" twice'],
    ["workflows: { feature: { phases: [{ key: a, runs: 1 }] } }", 'Did you mean "run"?'],
    ["workflows: { feature: { phases: [] } }", "workflows.feature.phases"],
    ["flow: { itms: a }", 'Did you mean "items"?'],
  ])("the configuration of flow refuses %j", async (text, message) => {
    const rig = new FlowRig();
    rig.write(".verification.yml", `${text}\n`);
    const { status, stderr } = await rig.flow("list");
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it("names the place of a mistake in the workflows file, and overlooks a file that is none", async () => {
    const rig = new FlowRig({ config: {} });
    rig.config({});
    rig.write("workflows.json", '{\n  "workflows": { "feature": { "phases": [7] } }\n}\n');
    expect((await rig.flow("list")).stderr).toContain("workflows.json:2:42");
    rig.write("workflows.json", '{"other": 1}');
    rig.item("pay", {});
    const { status, stderr } = await rig.flow("build", "pay");
    expect(status).toBe(0);
    expect(stderr).toContain('workflows.json is not used: it has no "workflows"');
  });

  it.each([
    ["checks", "tt", 'Did you mean "tt1"?'],
    ["tags", "slwo", 'Did you mean "slow"?'],
  ])(
    "is wrong where a gate names %s that are not there, with place and suggestion",
    async (list, name, hint) => {
      const rig = new FlowRig();
      rig.write(
        ".verification.yml",
        [
          "checks:",
          "  - { name: tt1, type: test, command: 'true', tags: [slow] }",
          "workflows:",
          "  feature:",
          "    phases:",
          `      - { key: one, gate: { ${list}: [${name}] } }`,
        ].join("\n"),
      );
      rig.item("pay", { phases_completed: [] });
      const { status, stderr } = await rig.flow("build", "pay");
      expect(status).toBe(2);
      expect(stderr).toContain(".verification.yml:6:");
      expect(stderr).toContain('The gate of the phase "one" of the workflow "feature" names');
      expect(stderr).toContain(hint);
      expect(rig.has(".verification/state.json")).toBe(false);
    },
  );

  it("holds a build back until the constitution is there and filled in", async () => {
    const rig = new FlowRig({
      config: { constitution: "docs/constitution.md", workflows: { feature: { phases: [logged("one")] } } },
    });
    rig.analysed("pay");
    const before = rig.everything();
    expect((await rig.flow("build", "pay", "--yes")).stderr).toContain("docs/constitution.md does not exist");
    expect(rig.everything()).toEqual(before);
    rig.write("docs/constitution.md", "# How we work\n\nAt [PROJECT_NAME] we test.\n");
    const held = await rig.flow("build", "pay", "--yes");
    expect(held.status).toBe(2);
    expect(held.stderr).toContain("docs/constitution.md:3:4");
    rig.write("docs/constitution.md", "# How we work\n\nWe test.\n");
    expect((await rig.flow("build", "pay", "--yes")).status).toBe(0);
  });
});
