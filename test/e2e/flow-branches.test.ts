import { describe, expect, it } from "vitest";
import { IMPLEMENTATION_PHASES } from "../../src/workflow.ts";
import { FlowRig } from "../rig/flow.ts";

/** An item that was built on its branch; main has moved on since, and the item was analysed again there. */
async function builtBefore(): Promise<FlowRig> {
  const rig = new FlowRig();
  rig.write(".gitignore", `${rig.read(".gitignore")}docs/\n.verification/\n`);
  rig.write("src/app.ts", "one\n");
  rig.commitAll();
  rig.analysed("pay");
  expect((await rig.flow("build", "pay", "--yes")).status).toBe(0);
  expect(rig.branch()).toBe("feature/pay");
  rig.ran();
  rig.git("switch", "--quiet", "main");
  rig.write("src/app.ts", "two\n");
  rig.commitAll("main moves on");
  rig.analysed("pay");
  return rig;
}

describe("an item whose branch is behind", () => {
  it("is not built where nobody can be asked: nothing changes, and the flag is named", async () => {
    const rig = await builtBefore();
    const before = rig.everything();
    const { status, stdout, stderr } = await rig.flow("build", "pay", "--yes");
    expect(status).toBe(2);
    expect(stdout).toContain("BRANCH BEHIND: feature/pay");
    expect(stdout).toContain("lacks 1 commit of main, which is checked out");
    expect(stderr).toContain("--on-behind");
    expect(rig.everything()).toEqual(before);
    expect(rig.branch()).toBe("main");
  });

  it.each(["merge", "rebase"])("is built on top of main with --on-behind %s", async (answer) => {
    const rig = await builtBefore();
    const main = rig.git("rev-parse", "main").trim();
    const { status, stderr } = await rig.flow("build", "pay", "--yes", "--on-behind", answer);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(rig.branch()).toBe("feature/pay");
    expect(rig.read("src/app.ts")).toBe("two\n");
    expect(rig.git("merge-base", "main", "HEAD").trim()).toBe(main);
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
  });

  it("is built with its old files where that is chosen: the switch is said, and staleness is judged there", async () => {
    const rig = await builtBefore();
    const there = rig.git("rev-parse", "--short", "feature/pay").trim();
    const { status, stdout, stderr } = await rig.flow("build", "pay", "--yes", "--on-behind", "proceed");
    expect(status).toBe(0);
    expect(stderr).toContain("Switching from main to the existing branch feature/pay.");
    expect(stdout).toContain(`Current HEAD is ${there}.`);
    expect(rig.read("src/app.ts")).toBe("one\n");
  });

  it("gets a fresh branch where that is chosen", async () => {
    const rig = await builtBefore();
    const old = rig.git("rev-parse", "feature/pay");
    expect((await rig.flow("build", "pay", "--yes", "--on-behind", "fresh")).status).toBe(0);
    expect(rig.branch()).toBe("feature/pay-2");
    expect(rig.read("src/app.ts")).toBe("two\n");
    expect(rig.git("rev-parse", "feature/pay")).toBe(old);
  });

  it("is left as it was, and so is the branch, where git cannot merge", async () => {
    const rig = await builtBefore();
    rig.git("switch", "--quiet", "feature/pay");
    rig.write("src/app.ts", "three\n");
    const tip = rig.commitAll();
    rig.git("switch", "--quiet", "main");
    for (const answer of ["merge", "rebase"]) {
      const { status, stderr } = await rig.flow("build", "pay", "--yes", "--on-behind", answer);
      expect(status).toBe(2);
      expect(stderr).toContain(`Git cannot ${answer} feature/pay without help, so nothing was changed`);
      expect(rig.branch()).toBe("main");
      expect(rig.git("rev-parse", "feature/pay").trim()).toBe(tip);
      expect(rig.git("status", "--porcelain")).toBe("");
    }
  });
});

describe("any workflow that is declared", () => {
  const phases = [{ key: "only", run: { command: "sh", args: ["-c", 'env >> "../seen"'] } }];
  const rigWith = (): FlowRig => {
    const rig = new FlowRig({ config: { workflows: { upgrade: { phases, branch: "chore" } } } });
    rig.analysed("pay");
    return rig;
  };

  it.each([[["upgrade", "pay"]], [["build", "pay", "--workflow", "upgrade"]]])(
    "can be started: flow %s",
    async (args) => {
      const rig = rigWith();
      const { status, stderr } = await rig.flow(...args, "--yes");
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(rig.branch()).toBe("chore/pay");
      expect(rig.read("../seen")).toContain("VERIFICATION_WORKFLOW=upgrade\n");
      expect(rig.meta("pay")["workflow_type"]).toBe("upgrade");
    },
  );

  it("a workflow that is not declared is an error that names those that are", async () => {
    const rig = rigWith();
    for (const args of [
      ["upgrad", "pay"],
      ["build", "pay", "--workflow", "upgrad"],
    ]) {
      const { status, stderr } = await rig.flow(...args);
      expect(status).toBe(2);
      expect(stderr).toContain('There is no workflow "upgrad"');
      expect(stderr).toContain("upgrade");
    }
    expect((await rig.flow("upgrade")).status).toBe(2);
    expect((await rig.flow()).status).toBe(2);
  });
});

describe("options of the built-in workflows", () => {
  it("pass through to what the phases are handed to", async () => {
    const rig = new FlowRig({ config: { workflows: {} } });
    rig.analysed("pay");
    const { status } = await rig.flow("build", "pay", "--yes", "--debate", "--option", "depth=deep");
    expect(status).toBe(0);
    expect(rig.state().active_workflow).toMatchObject({ options: { debate: "true", depth: "deep" } });
  });

  it("are refused where a declared workflow does not have them", async () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    const { status, stderr } = await rig.flow("build", "pay", "--yes", "--debate");
    expect(status).toBe(2);
    expect(stderr).toContain('has no option "debate"');
  });
});
