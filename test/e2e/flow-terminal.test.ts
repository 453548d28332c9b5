import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ANALYSIS_PHASES, IMPLEMENTATION_PHASES } from "../../src/workflow.ts";
import { FEATURE, FlowRig, logged } from "../rig/flow.ts";
import { findProgram } from "../rig/program.ts";
import { shell } from "../rig/rig.ts";

const BIN = join(import.meta.dirname, "../../bin/verification");
const DRIVER = join(import.meta.dirname, "../rig/pseudo-terminal.py");
let python = "";

beforeAll(() => {
  python = findProgram({
    places: (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, "python3")),
    debian: "python3",
    advice: "The menus are tested through a pseudo-terminal that Python makes: install python3.",
  });
});

function type(
  rig: FlowRig,
  args: readonly string[],
  answers: readonly (readonly [string, string])[],
): { status: number | null; shown: string } {
  const { PATH, TMPDIR } = process.env;
  const env = {
    PATH,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    HOME: rig.root,
    TERM: "xterm",
    NO_COLOR: "1",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const command = [DRIVER, JSON.stringify(answers), process.execPath, BIN, "flow", ...args];
  const { status, stdout, stderr } = spawnSync(python, command, { cwd: rig.root, env, encoding: "utf8" });
  return { status, shown: `${stdout}${stderr}`.replaceAll("\r\n", "\n") };
}

function staleRig(completed: readonly string[] = ANALYSIS_PHASES): FlowRig {
  const rig = new FlowRig();
  rig.analysed("pay", completed);
  rig.write("docs/requirements/pay/00-quick-scan.md", "done\n");
  rig.commitAll();
  return rig;
}

describe("at a terminal", () => {
  it("Enter confirms a build at a terminal", () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    const { status, shown } = type(rig, ["build", "pay"], [["Proceed? [Y/n]", "\r"]]);
    expect(status).toBe(0);
    expect(shown).toContain("BUILD SUMMARY: pay");
    expect(rig.ran()).toEqual(IMPLEMENTATION_PHASES);
  });

  it.each([
    ["n", "n\r", 0],
    ["the end of input", "\u0004", 0],
    ["Ctrl-C", "\u0003", 130],
  ])("changes nothing at all when it is declined with %s", (_, keys, expected) => {
    const rig = staleRig(ANALYSIS_PHASES.slice(0, 2));
    const before = rig.everything();
    const { status } = type(
      rig,
      ["build", "pay"],
      [
        ["Choose [P]", "p\r"],
        ["Choose [R]", "s\r"],
        ["Proceed?", keys],
      ],
    );
    expect(status).toBe(expected);
    expect(rig.everything()).toEqual(before);
  });

  it("offers [P], [Q] and [A] where the item is stale, before anything else", () => {
    const rig = staleRig();
    const { shown } = type(
      rig,
      ["build", "pay"],
      [
        ["Choose [P]", "x\r"],
        ["Answer with P, Q, A", ""],
        ["Choose [P]", "Q\r"],
        ["Proceed?", "y\r"],
      ],
    );
    expect(shown).toMatch(/\[P\] Proceed anyway[^]*\[Q\] Re-run quick-scan[^]*\[A\] Re-analyze from scratch/);
    // What is done again is not listed as done.
    const summary = shown.slice(shown.indexOf("BUILD SUMMARY"));
    expect(summary.split("Phase 00: Quick Scan (1 of")[0]?.match(/Phase 00/g)).toHaveLength(1);
    expect(rig.ran()).toEqual(["00-quick-scan", ...IMPLEMENTATION_PHASES]);
  });

  it("takes everything again with [A], and asks no more", () => {
    const rig = staleRig();
    expect(type(rig, ["build", "pay"], [["Choose [P]", "a\r"]]).status).toBe(0);
    expect(rig.ran()).toEqual(FEATURE);
  });

  it.each([
    ["R", FEATURE.slice(2)],
    ["S", IMPLEMENTATION_PHASES],
  ])("takes [%s] of [R], [S] and [F] where the analysis is partial", (key, expected) => {
    const rig = new FlowRig();
    rig.analysed("pay", ANALYSIS_PHASES.slice(0, 2));
    const { status, shown } = type(
      rig,
      ["build", "pay"],
      [
        ["Choose [R]", `${key}\r`],
        ["Proceed?", "\r"],
      ],
    );
    expect(status).toBe(0);
    expect(shown).toMatch(
      /\[R\] Resume analysis: continue from Phase 02[^]*\[S\] Skip to implementation: start at Phase 05 [^]*\[F\] Full restart/,
    );
    expect(rig.ran()).toEqual(expected);
  });

  it("asks what becomes of a branch that is behind", () => {
    const rig = new FlowRig();
    rig.git("branch", "feature/pay");
    rig.write("src/app.ts", "new\n");
    rig.commitAll();
    rig.analysed("pay");
    const answers = [
      ["[F] Start a fresh branch from main: feature/pay-2", ""],
      ["Choose [M]", "f\r"],
      ["Proceed?", "\r"],
    ] as const;
    expect(type(rig, ["build", "pay"], answers).status).toBe(0);
    expect(rig.branch()).toBe("feature/pay-2");
  });

  it("starts all over with [F]", () => {
    const rig = new FlowRig();
    rig.analysed("pay", ANALYSIS_PHASES.slice(0, 2));
    expect(type(rig, ["build", "pay"], [["Choose [R]", "f\r"]]).status).toBe(0);
    expect(rig.ran()).toEqual(FEATURE);
  });

  it("lets one of several items be chosen, and offers to add one that is not there", () => {
    const rig = new FlowRig();
    rig.analysed("a-pay");
    rig.analysed("b-pay");
    expect(
      type(
        rig,
        ["show", "pay"],
        [
          ["[2] b-pay", ""],
          ["Choose [1]", "2\r"],
        ],
      ).shown,
    ).toContain("docs/requirements/b-pay");
    const before = rig.everything();
    expect(type(rig, ["build", "something new"], [["Add it and build it? [y/N]", "\r"]]).shown).toContain(
      "nothing was changed",
    );
    expect(rig.everything()).toEqual(before);
    expect(type(rig, ["build", "something new"], [["[y/N]", "y\r"]]).status).toBe(0);
    expect(rig.branch()).toBe("feature/REQ-0001-something-new");
  });

  it("asks between phases where it is supervised", () => {
    const rig = new FlowRig();
    rig.analysed("pay");
    const { status, shown } = type(
      rig,
      ["build", "pay", "--yes", "--supervised"],
      [
        ["Next is 06-implementation", "\r"],
        ["Next is 16-quality-loop", "p\r"],
      ],
    );
    expect(status).toBe(0);
    expect(shown).toContain("pay is paused before Phase 16: Quality Loop");
    expect(rig.ran()).toEqual(["05-test-strategy", "06-implementation"]);
  });

  it("asks whether a gate that fails is to be fixed, and takes no for an answer", () => {
    const rig = new FlowRig({
      phases: { "06-implementation": logged("06-implementation", "", { gate: { checks: ["word"] } }) },
      config: {
        checks: [shell("word", "grep -q good word")],
        recovery: { strategies: [{ name: "repair", when: { check: "word" }, run: "cp good word" }] },
      },
    });
    rig.write("word", "bad\n");
    rig.write("good", "good\n");
    rig.analysed("pay");
    const declined = type(rig, ["build", "pay", "--yes"], [["Run this and verify again? [y/N]", "\r"]]);
    expect([declined.status, rig.read("word")]).toEqual([1, "bad\n"]);
    expect(declined.shown).toContain("repair for word, which may edit files");
    const agreed = type(rig, ["build", "pay", "--yes"], [["Run this and verify again? [y/N]", "y\r"]]);
    expect([agreed.status, rig.read("word")]).toEqual([0, "good\n"]);
  });
});
