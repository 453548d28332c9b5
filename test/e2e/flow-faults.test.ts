import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "../../src/workflow.ts";
import { FEATURE, FlowRig, logged } from "../rig/flow.ts";

const KILL = join(import.meta.dirname, "../rig/kill-at-write.cjs");
const SHORT = ["00-quick-scan", "01-requirements", "06-implementation"];

function shortRig(): FlowRig {
  const rig = new FlowRig({
    config: { workflows: { feature: { phases: SHORT.map((key) => logged(key)) } } },
  });
  rig.write("BACKLOG.md", "- 1 [~] pay -> [pay](docs/requirements/pay/)\n");
  rig.analysed("pay", ["00-quick-scan"], { mine: "kept" });
  return rig;
}

/** All that is left when it is over, without the times. */
function outcome(rig: FlowRig): object {
  const { build_started_at: start, build_completed_at: end, ...meta } = rig.meta("pay");
  const files = Object.keys(rig.everything()).filter(
    (path) => !path.startsWith(".git/") && !/\.lock\.\d+$/.test(path),
  );
  return {
    meta,
    built: [typeof start, typeof end],
    backlog: rig.read("BACKLOG.md"),
    active: rig.state().active_workflow,
    branch: rig.branch(),
    files: files.filter((path) => !path.startsWith(".verification-cache") && path !== ".phases"),
  };
}

/** The phases that the state says are done. */
function completedIn(rig: FlowRig): readonly string[] {
  if (!rig.has(".verification/state.json")) return [];
  const phases = Object.entries(rig.state().phases as Record<string, { status: string }>);
  return phases.filter(([, { status }]) => status === "completed").map(([key]) => key);
}

describe("killed at any step", () => {
  it("a build comes to the same end when it is run again", { timeout: 600_000 }, async () => {
    const reference = shortRig();
    expect((await reference.flow("build", "pay", "--yes", "--on-partial", "resume")).status).toBe(0);
    expect(reference.ran()).toEqual(["01-requirements", "06-implementation"]);
    const expected = outcome(reference);
    let steps = 0;
    for (let step = 1; ; step++) {
      const rig = shortRig();
      const env = { NODE_OPTIONS: `--require ${KILL}`, KILL_AT: String(step) };
      const killed = await rig.start(["flow", "build", "pay", "--yes", "--on-partial", "resume"], { env })
        .ended;
      if (killed.status === 0) break;
      expect(killed.status).toBeNull();
      steps = step;
      const before = rig.ran();
      const done = completedIn(rig);
      const isOver =
        done.length === 2 && rig.state().active_workflow === null && "build_completed_at" in rig.meta("pay");
      // Where all was over but the lock, there is nothing to go on with; the next command tidies up.
      const again = await rig.flow(
        ...(isOver ? ["abort"] : ["build", "pay", "--yes", "--on-partial", "resume"]),
      );
      expect({ step, ...again }).toMatchObject({ step, status: isOver ? 2 : 0 });
      const found = outcome(rig) as { meta: Record<string, unknown> };
      const same = { codebase_hash: expect.any(String), phase_commits: expect.any(Object) };
      expect(found).toEqual({ ...expected, meta: { ...(expected as typeof found).meta, ...same } });
      const after = rig.ran();
      expect([...new Set([...before, ...after])]).toEqual(["01-requirements", "06-implementation"]);
      expect(after.filter((phase) => done.includes(phase))).toEqual([]);
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("a phase whose command kills everything is run again", async () => {
    const rig = new FlowRig({
      phases: {
        "06-implementation": logged(
          "06-implementation",
          'test -e twice || { touch twice; kill -9 "$PPID"; }',
        ),
      },
    });
    rig.analysed("pay");
    expect((await rig.start(["flow", "build", "pay", "--yes"]).ended).status).toBeNull();
    expect(rig.state().active_workflow).toMatchObject({ current_phase: "06-implementation" });
    expect((await rig.flow("list")).stdout).toContain("feature, 06-implementation (running)");
    expect((await rig.flow("build", "pay")).status).toBe(0);
    expect(rig.ran()).toEqual([
      "05-test-strategy",
      "06-implementation",
      "06-implementation",
      "16-quality-loop",
      "08-code-review",
    ]);
  });
});

describe("at the same time", () => {
  it("two builds are one build: the other is refused and nothing is lost", async () => {
    const rig = new FlowRig();
    const phases = FEATURE.map((key) =>
      key === "06-implementation" ? { key, run: rig.controlled("work") } : logged(key),
    );
    rig.config({ workflows: { feature: { phases } } });
    rig.analysed("pay");
    const first = rig.start(["flow", "build", "pay", "--yes"]);
    const work = await rig.started("work");
    for (const args of [["build", "pay", "--yes"], ["done", "06-implementation"], ["abort"]]) {
      const { status, stderr } = await rig.flow(...args);
      expect(status).toBe(2);
      expect(stderr).toContain(`process ${first.child.pid} on`);
    }
    expect((await rig.flow("add", "meanwhile")).status).toBe(0);
    work.exit(0);
    expect((await first.ended).status).toBe(0);
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES.filter((key) => key !== "06-implementation"));
    expect(rig.meta("pay")["build_completed_at"]).toEqual(expect.any(String));
  });

  it("items that are added get numbers and directories of their own", async () => {
    const rig = new FlowRig();
    const added = await Promise.all(Array.from({ length: 8 }, () => rig.flow("add", "Same", "words")));
    expect(added.map(({ status, stderr }) => (status === 0 ? "added" : stderr))).toEqual(
      added.map(() => "added"),
    );
    const slugs = readdirSync(join(rig.root, "docs/requirements")).sort();
    expect(slugs).toEqual(["same-words", ...[2, 3, 4, 5, 6, 7, 8].map((count) => `same-words-${count}`)]);
    const numbers = slugs.map((slug) => Number(rig.meta(slug)["number"])).sort();
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rig.read("BACKLOG.md").match(/^- \d+ \[ \] Same words -> /gm)).toHaveLength(8);
  });
});

it("an interrupted phase ends with status 130, and the next build resumes there", async () => {
  const rig = new FlowRig();
  const phases = FEATURE.map((key) =>
    key === "06-implementation" ? { key, run: rig.controlled("work") } : logged(key),
  );
  rig.config({ workflows: { feature: { phases } } });
  rig.analysed("pay");
  const build = rig.start(["flow", "build", "pay", "--yes"]);
  const { pid } = await rig.started("work");
  build.child.kill("SIGINT");
  expect((await build.ended).status).toBe(130);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(rig.state().phases).toMatchObject({ "06-implementation": { status: "interrupted" } });
  const again = rig.start(["flow", "build", "pay"]);
  (await rig.started("work")).exit(0);
  expect((await again.ended).status).toBe(0);
});

describe("flow with damaged or missing files", () => {
  it.each([
    ["corrupt", "{ not json", "cannot be read, so the item counts as raw"],
    ["no list", '{"phases_completed":"all"}', "phases_completed is not an array"],
    ["with a gap", '{"phases_completed":["01-requirements"]}', "Non-contiguous phases detected"],
  ])("runs the whole workflow where meta.json is %s, and says so", async (_, meta, warning) => {
    const rig = new FlowRig();
    rig.item("pay", meta);
    const { status, stderr } = await rig.flow("build", "pay");
    expect(status).toBe(0);
    expect(stderr).toContain(warning);
    expect(rig.ran()).toEqual(FEATURE);
    expect(rig.meta("pay")).toMatchObject({ phases_completed: ANALYSIS_PHASES, workflow_type: "feature" });
  });

  it("keeps a corrupt record under another name", async () => {
    const rig = new FlowRig();
    rig.item("pay", "{ not json");
    await rig.flow("build", "pay");
    expect(rig.read("docs/requirements/pay/meta.json.corrupt")).toBe("{ not json");
  });

  it.each([
    ["without a record", null],
    ["with a corrupt record", "{ not json"],
  ])(
    "gives an item %s one when its build starts, and writes down each phase as it is done",
    async (_, meta) => {
      const rig = new FlowRig({
        phases: {
          "01-requirements": "01-requirements",
          "08-code-review": "08-code-review",
          "00-quick-scan": logged("00-quick-scan", 'cp "$VERIFICATION_ITEM_DIR/meta.json" ../at-start.json'),
        },
      });
      rig.item("old", meta);
      await rig.flow("build", "old");
      expect(JSON.parse(rig.read("../at-start.json"))).toMatchObject({
        slug: "old",
        analysis_status: "raw",
        phases_completed: [],
        build_started_at: expect.any(String),
      });
      expect(rig.has("docs/requirements/old/meta.json.corrupt")).toBe(meta !== null);
      expect(rig.meta("old")).toMatchObject({
        analysis_status: "partial",
        phases_completed: ["00-quick-scan"],
      });
      await rig.flow("done", "01-requirements");
      expect(rig.meta("old")).toMatchObject({ phases_completed: ANALYSIS_PHASES });
      expect((await rig.flow("done", "08-code-review")).status).toBe(0);
      expect(rig.meta("old")).toMatchObject({
        phases_completed: ANALYSIS_PHASES,
        workflow_type: "feature",
        build_completed_at: expect.any(String),
      });
    },
  );

  it("understands the older record, which has no commit to be stale against", async () => {
    const rig = new FlowRig();
    rig.item("old", { phase_a_completed: true });
    rig.commitAll();
    const { status, stdout } = await rig.flow("build", "old", "--yes");
    expect(status).toBe(0);
    expect(stdout).not.toContain("STALENESS");
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
  });

  it("works without git, with neither branch nor staleness", async () => {
    const rig = new FlowRig({ git: false });
    rig.item("pay", { phases_completed: ANALYSIS_PHASES, codebase_hash: "abc1234" });
    const { status, stderr } = await rig.flow("build", "pay", "--yes");
    expect(status).toBe(0);
    expect(stderr).toContain("staleness was not checked");
    expect(stderr).toContain("there is no branch");
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
  });

  it("takes a state that cannot be read as none, says so, and keeps it", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    rig.write(".verification/state.json", "{ half");
    const { status, stderr } = await rig.flow("build", "pay", "--yes");
    expect(status).toBe(0);
    expect(stderr).toContain(".verification/state.json cannot be read");
    expect(rig.read(".verification/state.json.corrupt")).toBe("{ half");
  });

  it("does not take a link for an item", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    symlinkSync("/etc", join(rig.root, "docs/requirements/way-out"));
    expect((await rig.flow("list")).stdout).not.toContain("way-out");
    expect((await rig.flow("show", "way-out")).status).toBe(2);
  });
});
