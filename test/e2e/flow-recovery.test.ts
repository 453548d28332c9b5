import { expect, it } from "vitest";
import { FlowRig, logged } from "../rig/flow.ts";
import { shell } from "../rig/rig.ts";

const GATED = "06-implementation";
const WAITING = "16-quality-loop";

/** A workflow with a gate that a strategy can fix, and one more at a phase that is handed over. */
function rigWithGates(): FlowRig {
  const rig = new FlowRig({
    config: {
      checks: [shell("word", "grep -q good word"), shell("last", "grep -q good last")],
      recovery: {
        strategies: [
          { name: "repair", when: { check: "word" }, run: "cp good word" },
          { name: "repair-last", when: { check: "last" }, run: "cp good last" },
        ],
      },
      workflows: {
        feature: {
          phases: [
            "00-quick-scan",
            logged(GATED, "", { gate: { checks: ["word"] } }),
            { key: WAITING, gate: { checks: ["last"] } },
          ],
        },
      },
    },
  });
  for (const [file, text] of Object.entries({ word: "bad\n", last: "bad\n", good: "good\n" }))
    rig.write(file, text);
  rig.analysed("pay", ["00-quick-scan"]);
  rig.commitAll();
  return rig;
}

it("--recover fixes a failing gate, and without it the output says what --recover would do", async () => {
  const rig = rigWithGates();
  const build = ["build", "pay", "--yes", "--on-stale", "proceed"];
  const without = await rig.flow(...build);
  expect(without.status).toBe(1);
  expect(without.stdout).toContain("its gate does not pass: word");
  expect(without.stderr).toContain("This can be fixed with --recover:\n");
  expect(without.stderr).toContain("repair for word");
  expect(rig.read("word")).toBe("bad\n");
  const declined = await rig.flow(...build, "--no-recover");
  expect(declined.status).toBe(1);
  expect(declined.stderr).not.toContain("--recover");

  const recovered = await rig.flow(...build, "--recover");
  expect(recovered.status).toBe(0);
  expect(recovered.stderr).toContain("repair for word: recovered");
  expect(recovered.stdout).toContain("Phase 16: Quality Loop is handed over to you.");
  expect(rig.read("word")).toBe("good\n");

  expect((await rig.flow("done", WAITING)).status).toBe(1);
  const done = await rig.flow("done", WAITING, "--recover");
  expect([done.status, rig.read("last")]).toEqual([0, "good\n"]);
  expect(done.stdout).toContain("pay is built");
});
