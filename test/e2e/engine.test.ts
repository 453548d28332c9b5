import { expect, it, vi } from "vitest";
import type * as Library from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

/** The library as another version of itself. */
async function libraryOf(version: string): Promise<typeof Library> {
  vi.resetModules();
  vi.doMock("../../src/vocabulary/engine.ts", () => ({ ENGINE: version, VERSION: version }));
  return import("../../src/index.ts");
}

it("what another engine found does not stand", async () => {
  const rig = new Rig();
  rig.checks(shell("whole", "true"));
  const { verify } = await libraryOf("1.0");
  expect(await verify({ cwd: rig.root })).toMatchObject({ ok: true, value: { success: true } });
  for (const [version, expected] of [
    ["1.0", { decision: "stand" }],
    [
      "1.1",
      { decision: "run", units: [{ reason: { type: "engine-changed", before: "1.0", after: "1.1" } }] },
    ],
  ] as const) {
    const { plan } = await libraryOf(version);
    expect(await plan({ cwd: rig.root })).toMatchObject({ ok: true, value: { checks: [expected] } });
  }
});
