import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/index.ts";
import { ran, verified } from "../rig/incremental.ts";
import { fixtureRig, readsFixture } from "../rig/observed.ts";
import { shell, type Rig } from "../rig/rig.ts";

let edits = 0;

/** What ran after an edit of this file. */
async function ranAfter(rig: Rig, path: string, ...args: readonly string[]): Promise<readonly string[]> {
  rig.write(path, `edit ${++edits}\n`);
  await verified(rig, ...args);
  return ran(rig);
}

describe("observed and predicted verdicts", () => {
  it("are counted by status, by the report and by the plan", async () => {
    const rig = fixtureRig(readsFixture(), readsFixture({ name: "unwatched", trace: "off" }));
    const count = [
      { check: "reads", observed: 1, predicted: 0 },
      { check: "unwatched", observed: 0, predicted: 1 },
    ];
    expect((await verified(rig)).results).toMatchObject(count);
    expect((await verified(rig)).results).toMatchObject(count);
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain("1 observed and 1 predicted of 2 cached\n");
    const status: unknown = JSON.parse((await rig.verification(["status", "--json"])).stdout);
    expect(status).toMatchObject({ trace: { available: true }, checks: count });
    const plan = JSON.parse((await rig.verification(["--dry-run", "--json"])).stdout) as Plan;
    expect(plan.checks).toMatchObject([
      { check: "reads", units: [{ target: "", decision: "stand", kind: "observed" }] },
      { check: "unwatched", units: [{ target: "", decision: "stand", kind: "predicted" }] },
    ]);
  });

  it("are not counted where a check was skipped", async () => {
    const rig = fixtureRig(shell("bad", "exit 1"), readsFixture({ dependsOn: ["bad"] }));
    expect((await verified(rig)).results).toMatchObject([
      { check: "bad", observed: 1, predicted: 0 },
      { check: "reads", status: "skipped", observed: 0, predicted: 0 },
    ]);
  });
});

describe("an observed verdict", () => {
  it.each([
    ["by force", ["--force"]],
    ["after an edit", []],
  ])("takes the place of a predicted one: %s", async (_, args) => {
    const rig = fixtureRig(readsFixture({ files: ["src/*", "fixtures/*"] }));
    expect((await verified(rig, "--trace", "off")).results).toMatchObject([{ observed: 0, predicted: 1 }]);
    // It stands, and is not reached again only to see more.
    expect((await verified(rig)).results).toMatchObject([{ cached: true, observed: 0, predicted: 1 }]);
    rig.write("src/x.txt", "edited\n");
    const { results } = await verified(rig, ...args);
    expect(results).toMatchObject([{ cached: false, observed: 1, predicted: 0 }]);
    ran(rig);
    expect(await ranAfter(rig, "fixtures/unread.json")).toEqual([]);
    expect(await ranAfter(rig, "src/x.txt")).toEqual([]);
    expect(await ranAfter(rig, "fixtures/a.json")).toEqual(["ran"]);
  });

  it("counts in a run that does not watch, for what no prediction knows", async () => {
    const rig = fixtureRig();
    await verified(rig, "--trace", "off");
    ran(rig);
    expect(await ranAfter(rig, "fixtures/a.json", "--trace", "off")).toEqual([]);
    await verified(rig, "--force");
    ran(rig);
    const off = ["--trace", "off"];
    expect(await ranAfter(rig, "src/x.txt", ...off)).toEqual([]);
    expect((await verified(rig, ...off)).results).toMatchObject([{ cached: true, observed: 1 }]);
    expect(await ranAfter(rig, "fixtures/a.json", ...off)).toEqual(["ran"]);
    // Of what was not watched, both count: what is predicted, and what was seen before.
    expect((await verified(rig, ...off)).results).toMatchObject([{ cached: true, predicted: 1 }]);
    expect(await ranAfter(rig, "fixtures/unread.json", ...off)).toEqual([]);
    expect(await ranAfter(rig, "src/x.txt", ...off)).toEqual(["ran"]);
    expect(await ranAfter(rig, "fixtures/a.json", ...off)).toEqual(["ran"]);
  });
});
