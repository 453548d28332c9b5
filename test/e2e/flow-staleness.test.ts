import { describe, expect, it } from "vitest";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "../../src/workflow.ts";
import { FEATURE, FlowRig, logged } from "../rig/flow.ts";

/** An analysed item that cites src/app.ts, which imports src/model.ts. */
function citing(given: ConstructorParameters<typeof FlowRig>[0] = {}): FlowRig {
  const rig = new FlowRig(given);
  rig.write("src/app.ts", 'import { model } from "./model.ts";\nexport const app = model;\n');
  rig.write("src/model.ts", "export const model = 1;\n");
  rig.write("src/other.ts", "export const other = 1;\n");
  rig.commitAll();
  rig.analysed("pay");
  rig.write(
    "docs/requirements/pay/impact-analysis.md",
    "| file | why |\n| --- | --- |\n| `src/app.ts:3` | entry |\n\nSee [the notes](notes.md) and `src/gone.ts`.\n",
  );
  return rig;
}

describe("staleness", () => {
  it("is none at the commit of the analysis, whatever is uncommitted", async () => {
    const rig = citing();
    rig.write("src/app.ts", "changed");
    expect(await rig.show("pay")).toMatchObject({
      status: "analyzed",
      startPhase: "05-test-strategy",
      completedPhases: ANALYSIS_PHASES,
      remainingPhases: IMPLEMENTATION_PHASES,
      warnings: [],
      dir: "docs/requirements/pay",
      staleness: { stale: false, commitsBehind: null, citedFilesChanged: [] },
    });
  });

  it("does not matter where no cited file was touched: proceeding is suggested", async () => {
    const rig = citing();
    const from = rig.meta("pay")["codebase_hash"];
    rig.commitAll("the analysis itself");
    rig.write("src/other.ts", "export const other = 2;\n");
    rig.commitAll();
    const before = rig.everything();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({
      stale: true,
      originalHash: from,
      currentHash: rig.git("rev-parse", "--short", "HEAD").trim(),
      commitsBehind: 2,
      citedFilesChanged: [],
      citedCommits: 0,
    });
    expect(rig.everything()).toEqual(before);
    const { stdout, stderr } = await rig.flow("build", "pay", "--yes");
    expect(stdout).toContain(`Analysis was performed at commit ${String(from)} (2 commits ago).`);
    expect(stdout).toContain("No file that its artifacts cite was touched.\nSuggested: proceed.");
    expect(stderr).toContain("it takes the default, proceed (answer with --on-stale)");
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
    expect(rig.meta("pay")["codebase_hash"]).toBe(from);
  });

  it("matters where a cited file was touched: the quick scan is suggested", async () => {
    const rig = citing();
    rig.write("src/app.ts", "export const app = 2;\n");
    rig.commitAll();
    rig.write("src/other.ts", "export const other = 2;\n");
    rig.commitAll();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({
      commitsBehind: 2,
      citedFilesChanged: ["src/app.ts"],
      citedCommits: 1,
    });
    const { stdout, stderr } = await rig.flow("build", "pay");
    expect(stdout).toContain(
      "1 file that its artifacts cite was affected by 1 commit:\n  src/app.ts\nSuggested: quick-scan.",
    );
    expect(stderr).toContain("it takes the default, proceed (the suggested choice is --on-stale quick-scan)");
    // A fix has no quick scan that could be run again.
    expect((await rig.flow("fix", "pay")).stdout).toContain("Suggested: reanalyze.");
    const impossible = await rig.flow("fix", "pay", "--yes", "--on-stale", "quick-scan");
    expect(impossible.status).toBe(2);
    expect(impossible.stderr).toContain('has no phase "00-quick-scan"');
  });

  it("matters where something that a cited file depends on was touched or deleted", async () => {
    const rig = citing();
    rig.write("src/model.ts", "export const model = 2;\n");
    rig.commitAll();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({
      commitsBehind: 1,
      citedFilesChanged: ["src/app.ts"],
      citedChanges: [{ path: "src/app.ts", chain: ["src/app.ts", "src/model.ts"] }],
    });
    rig.git("rm", "--quiet", "src/model.ts");
    rig.commitAll();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ citedFilesChanged: ["src/app.ts"] });
  });

  it("sees a cited file that was deleted, and not one that was changed back", async () => {
    const rig = citing();
    const text = rig.read("src/app.ts");
    rig.write("src/app.ts", "other");
    rig.commitAll();
    rig.write("src/app.ts", text);
    rig.commitAll();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ commitsBehind: 2, citedFilesChanged: [] });
    rig.git("rm", "--quiet", "src/app.ts");
    rig.commitAll();
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ citedFilesChanged: ["src/app.ts"] });
  });

  it("does not know how far a commit lies back that is not here: the quick scan is suggested", async () => {
    const rig = citing();
    rig.item("pay", { ...rig.meta("pay"), codebase_hash: "abc1234" });
    const shown = await rig.show("pay");
    expect(shown["staleness"]).toMatchObject({ stale: true, commitsBehind: null, originalHash: "abc1234" });
    expect(shown["warnings"]).toEqual([expect.stringContaining("abc1234 is not in this repository")]);
    const { stdout } = await rig.flow("build", "pay", "--yes");
    expect(stdout).toContain("Analysis was performed at commit abc1234.\n");
    expect(stdout).toContain("Suggested: quick-scan.");
  });

  it("does not know it in a shallow clone either", async () => {
    const rig = citing();
    rig.commitAll("analysed");
    rig.commitAll("later");
    rig.git("clone", "--quiet", "--depth", "1", `file://${rig.root}`, "clone");
    const { stdout } = await rig.verification(["flow", "show", "pay", "--json"], {
      cwd: `${rig.root}/clone`,
    });
    expect(JSON.parse(stdout)).toMatchObject({ staleness: { stale: true, commitsBehind: null } });
  });

  it("takes a full hash of the current commit for what it is, and a hostile one for none", async () => {
    const rig = citing();
    rig.item("pay", { ...rig.meta("pay"), codebase_hash: rig.git("rev-parse", "HEAD").trim() });
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ stale: false });
    rig.item("pay", { ...rig.meta("pay"), codebase_hash: "--output=/tmp/x" });
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ stale: true, commitsBehind: null });
  });

  it("counts from the oldest phase where they were done at different commits", async () => {
    const rig = citing();
    const first = rig.meta("pay")["codebase_hash"];
    rig.commitAll();
    const current = rig.git("rev-parse", "--short", "HEAD").trim();
    rig.item("pay", {
      ...rig.meta("pay"),
      codebase_hash: current,
      phase_commits: { "00-quick-scan": first, "01-requirements": current },
    });
    expect((await rig.show("pay"))["staleness"]).toMatchObject({
      stale: true,
      originalHash: first,
      commitsBehind: 1,
    });
  });
});

it("staleness is the same for each item in the list as alone, with and without kept state", async () => {
  const rig = citing();
  for (const at of [1, 2, 3, 4, 5]) {
    rig.git("switch", "--quiet", "--create", `side-${at}`);
    rig.write(`src/${at % 2 === 0 ? "model" : "other"}.ts`, `export const model = ${at};\n`);
    rig.commitAll(`side ${at}`);
    rig.analysed(`item-${at}`);
    rig.write(`docs/requirements/item-${at}/scan.md`, "`src/app.ts` and `src/*.ts`\n");
    rig.git("switch", "--quiet", "main");
    rig.write("BACKLOG.md", `${at}\n`);
    rig.commitAll(`main ${at}`);
    rig.git("merge", "--quiet", "--no-ff", "--no-edit", `side-${at}`);
  }
  type Shown = { readonly slug: string; readonly staleness: { readonly commitsBehind: number | null } };
  const list = async (): Promise<readonly Shown[]> =>
    (JSON.parse((await rig.flow("list", "--json")).stdout) as { items: readonly Shown[] }).items;
  const items = await list();
  expect(items.map(({ staleness }) => staleness.commitsBehind)).toEqual([14, 11, 8, 5, 2, 15]);
  for (const item of items) expect(await rig.show(item.slug)).toEqual({ schemaVersion: 1, ...item });
  rig.config({ checks: [{ name: "one", command: "true" }] });
  await rig.verification([]);
  expect(await list()).toEqual(items);
  expect(await list()).toEqual(items);
});

describe("a stale item", () => {
  const stale = (script: string): FlowRig => {
    const phase = {
      key: "00-quick-scan",
      run: { command: "sh", args: ["-c", `echo "$VERIFICATION_PHASE" >> .phases; ${script}`] },
    };
    const rig = citing({ phases: { "00-quick-scan": { ...phase, artifacts: ["quick-scan.md"] } } });
    rig.write("docs/requirements/pay/quick-scan.md", "the same\n");
    rig.write("src/app.ts", "export const app = 2;\n");
    rig.commitAll();
    return rig;
  };

  it("runs the quick scan alone again where that finds the same, and is current then", async () => {
    const rig = stale('echo the same > "$VERIFICATION_ITEM_DIR/quick-scan.md"');
    const { stdout } = await rig.flow("build", "pay", "--yes", "--on-stale", "quick-scan");
    expect(stdout).toContain("Build will execute:\n  Phase 00: Quick Scan\n  Phase 05: Test Strategy");
    expect(rig.ran()).toEqual(["00-quick-scan", ...IMPLEMENTATION_PHASES]);
    expect(rig.meta("pay")).toMatchObject({
      phases_completed: ANALYSIS_PHASES,
      codebase_hash: rig.git("rev-parse", "--short", "HEAD").trim(),
    });
    expect((await rig.show("pay"))["staleness"]).toMatchObject({ stale: false });
  });

  it("runs the phases after the quick scan again where that finds something else", async () => {
    const rig = stale('echo other > "$VERIFICATION_ITEM_DIR/quick-scan.md"');
    await rig.flow("build", "pay", "--yes", "--on-stale", "quick-scan");
    expect(rig.ran()).toEqual(FEATURE);
    expect(rig.meta("pay")["phases_completed"]).toEqual(ANALYSIS_PHASES);
  });

  it("goes on where a partial analysis was, after the quick scan", async () => {
    const rig = stale("true");
    rig.item("pay", { ...rig.meta("pay"), phases_completed: ANALYSIS_PHASES.slice(0, 2) });
    await rig.flow("build", "pay", "--yes", "--on-stale", "quick-scan", "--on-partial", "resume");
    expect(rig.ran()).toEqual(["00-quick-scan", ...FEATURE.slice(2)]);
  });

  it("is analysed from scratch where that is asked for, without a banner", async () => {
    const rig = stale("true");
    rig.item("pay", { ...rig.meta("pay"), mine: 1 });
    const { stdout } = await rig.flow("build", "pay", "--on-stale", "reanalyze");
    expect(stdout).not.toContain("BUILD SUMMARY");
    expect(rig.ran()).toEqual(FEATURE);
    expect(rig.meta("pay")).toMatchObject({ mine: 1, phases_completed: ANALYSIS_PHASES });
  });

  it("hands a quick scan over as well, and compares when it is done", async () => {
    const rig = citing({ phases: { "00-quick-scan": "00-quick-scan" } });
    rig.commitAll();
    expect((await rig.flow("build", "pay", "--yes", "--on-stale", "quick-scan")).stdout).toContain(
      "handed over",
    );
    rig.write("docs/requirements/pay/quick-scan.md", "new\n");
    expect((await rig.flow("done", "00-quick-scan")).status).toBe(0);
    expect(rig.ran()).toEqual(FEATURE.slice(1));
  });
});

it("analyze records each phase with its commit, also across commits", async () => {
  const rig = new FlowRig({ phases: { "02-impact-analysis": logged("02-impact-analysis", "test -e go") } });
  await rig.flow("add", "pay");
  expect((await rig.flow("analyze", "pay")).status).toBe(1);
  const first = rig.git("rev-parse", "--short", "HEAD").trim();
  expect(rig.meta("pay")).toMatchObject({
    analysis_status: "partial",
    phases_completed: ANALYSIS_PHASES.slice(0, 2),
    codebase_hash: first,
  });
  expect(rig.read("BACKLOG.md")).toContain("- 1 [~] pay");
  rig.write("go", "");
  rig.commitAll();
  rig.ran();
  expect((await rig.flow("analyze", "pay")).stdout).toContain("pay is analysed");
  expect(rig.ran()).toEqual(ANALYSIS_PHASES.slice(2));
  expect(rig.meta("pay")).toMatchObject({
    analysis_status: "analyzed",
    codebase_hash: rig.git("rev-parse", "--short", "HEAD").trim(),
    phase_commits: { "01-requirements": first },
  });
  expect(rig.read("BACKLOG.md")).toContain("- 1 [A] pay");
  expect(rig.branch()).toBe("main");
  const before = rig.everything();
  expect((await rig.flow("analyze", "pay")).status).toBe(0);
  expect(rig.everything()).toEqual(before);
});
