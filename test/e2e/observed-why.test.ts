import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Explanation } from "../../src/index.ts";
import { fixtureRig } from "../rig/observed.ts";
import { shell, type Rig } from "../rig/rig.ts";

/** Reads, lists, looks for and starts what only running it tells. */
const LOOKS = `d=$(printf fix)tures; cat "$d/a.json"; for f in "$d"/parts/*; do :; done
  "$(printf to)ols/prog"; ! [ -e "$d/absent/deep.json" ]`;

async function looked(): Promise<Rig> {
  const rig = fixtureRig(shell("looks", LOOKS, { type: "test", files: ["src/*"] }));
  rig.write("fixtures/parts/one", "");
  rig.write("tools/prog", "#!/bin/sh\nexit 0\n");
  chmodSync(join(rig.root, "tools/prog"), 0o755);
  rig.commitAll();
  expect((await rig.verification()).status).toBe(0);
  return rig;
}

async function why(rig: Rig, ...subject: readonly string[]): Promise<string> {
  return (await rig.verification(["explain", ...subject])).stdout;
}

async function whyJson(rig: Rig, subject: string): Promise<Explanation> {
  return JSON.parse(await why(rig, subject, "--json")) as Explanation;
}

describe("explain says of what was seen", () => {
  it.each([
    ["what was read", "fixtures/a.json", "fixtures/a.json changed (read by the last run)"],
    ["what was started", "tools/prog", "tools/prog changed (read by the last run)"],
    [
      "what was listed",
      "fixtures/parts/two",
      "the files in fixtures/parts changed (the last run listed them)",
    ],
    ["what was absent", "fixtures/absent/deep.json", "fixtures/absent is new (the last run looked for it)"],
  ])("explain says of what was seen: %s", async (_, path, says) => {
    const rig = await looked();
    rig.write(path, "#!/bin/sh\n:\n");
    expect(await why(rig, path)).toContain(`${path}\n  runs  looks: ${says} (passed in run `);
    expect(await why(rig, "looks")).toContain(`  runs  the whole project: ${says} (passed in run `);
    expect((await whyJson(rig, path)).units).toMatchObject([
      { check: "looks", decision: "run", reason: { type: "observed-changed" }, detail: says },
    ]);
  });

  it("explain says of what was seen that a file is gone", async () => {
    const rig = await looked();
    rmSync(join(rig.root, "fixtures/a.json"));
    expect(await why(rig, "looks")).toContain("fixtures/a.json is gone (read by the last run)");
  });

  it("explain lists everything that was seen if asked to, and nothing that no command looked at", async () => {
    const rig = await looked();
    const all = await why(rig, "looks", "--verbose");
    for (const [deed, path] of [
      ["read      ", "fixtures/a.json"],
      ["read      ", "tools/prog"],
      ["listed    ", "fixtures/parts"],
      ["looked for", "fixtures/absent"],
    ])
      expect(all).toContain(`      ${deed} ${path}\n`);
    expect(all).not.toMatch(/unread|src\/x/);
    expect(await why(rig, "looks")).not.toContain("fixtures");
    const { units } = await whyJson(rig, "looks");
    expect(units).toMatchObject([{ decision: "stand", verdict: { kind: "observed", unobserved: null } }]);
    const accesses = units[0]?.pathSet.accesses ?? [];
    expect(accesses).toContainEqual({ path: "fixtures/a.json", access: "content" });
    expect(accesses).toContainEqual({ path: "fixtures/parts", access: "names" });
    expect(accesses).toContainEqual({ path: "fixtures/absent", access: "presence" });
    expect(await why(rig, "fixtures/a.json")).toContain("  cached  looks (passed in run ");
    expect(await why(rig, "fixtures/parts/one")).toContain("  cached  looks (passed in run ");
    expect(await why(rig, "fixtures/unread.json")).toBe("fixtures/unread.json\n  no check covers it\n");
  });

  it("explain says why a command was not observed", async () => {
    const rig = fixtureRig();
    rig.checks({ name: "talks", ...rig.controlled("talks") });
    const run = rig.verification();
    (await rig.started("talks")).exit(0);
    await run;
    expect(await why(rig, "talks")).toMatch(
      /cached {2}the whole project \(passed in run \S+, predicted: .+, \d/,
    );
    expect((await whyJson(rig, "talks")).units).toMatchObject([
      { verdict: { kind: "predicted", unobserved: expect.stringContaining("it did not start") as string } },
    ]);
  });
});
