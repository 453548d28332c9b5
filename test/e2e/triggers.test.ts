import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ConfigInput, VerificationResult } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { type Rig, shell } from "../rig/rig.ts";

type Incremental = NonNullable<ConfigInput["incremental"]>;

/** A verified repository of ten files in `src`, and what belongs to the configuration. */
async function verifiedRig(incremental: Incremental = {}, files: Record<string, string> = {}): Promise<Rig> {
  const rig = rigWith();
  rig.config({ checks: [fileCheck({ follow: "structure" })], incremental });
  for (let index = 0; index < 10; index++) rig.write(`src/${index}.txt`, "1");
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  await verified(rig);
  ran(rig);
  return rig;
}

function reasonsOf({ trigger }: VerificationResult): readonly string[] {
  return trigger.reasons.map(({ type }) => type);
}

/** Files that depend on each other in a row: `src/m0.ts` on nothing, each further one on the one before. */
function chain(length: number): Record<string, string> {
  const link = (at: number): string =>
    at === 0
      ? "export const m0 = 1;\n"
      : `import { m${at - 1} } from "./m${at - 1}";\nexport const m${at} = m${at - 1};\n`;
  return Object.fromEntries(Array.from({ length }, (_, at) => [`src/m${at}.ts`, link(at)]));
}

describe("everything is verified", () => {
  it.each([
    ["schema/schema.json", "schema-change"],
    ["methods.csv", "method-definition-change"],
    ["docs/workflow-a.md", "workflow-structure-change"],
  ])("everything is verified once when %s changes", async (path, type) => {
    const rig = await verifiedRig({}, { [path]: "1" });
    rig.write(path, "2");
    const status = await rig.verification(["status"]);
    expect(status.stdout).toContain(`Everything would be verified: ${path} changed`);
    expect((await rig.verification(["explain", "src/1.txt"])).stdout).toContain(
      `everything is verified: ${path}`,
    );
    const result = await verified(rig);
    expect(ran(rig)).toHaveLength(10);
    expect(result).toMatchObject({
      mode: "full",
      requestedMode: "auto",
      cacheHits: 0,
      trigger: { triggered: true, confidence: 1, reasons: [{ type, severity: "mandatory" }] },
      impact: { recommendedScope: "full", riskLevel: "high" },
    });
    expect(result.scope.scopeRationale[0]).toMatchObject({ reason: "full-run" });
    const second = await verified(rig);
    expect(second).toMatchObject({ mode: "incremental", filesVerified: 0, trigger: { triggered: false } });
  });

  it("everything is verified by the patterns of the configuration in place of the usual ones, and says why in one line", async () => {
    const rig = await verifiedRig(
      { mandatory_full_triggers: ["rules/**"] },
      { "rules/a": "1", "schemas/schema.json": "1" },
    );
    rig.write("schemas/schema.json", "2");
    expect((await verified(rig)).trigger.triggered).toBe(false);
    expect(ran(rig)).toEqual([]);
    rig.write("rules/a", "2");
    const { stdout, stderr } = await rig.verification();
    expect(ran(rig)).toHaveLength(10);
    expect(stdout.match(/^Everything was verified: rules\/a changed.*\.$/gm)).toHaveLength(1);
    expect(stderr).not.toContain("warning");
  });

  it("everything is verified when more than the share of files changed and everything was long not verified, but for neither alone", async () => {
    const rig = await verifiedRig({ full_verification_triggers: { file_change_percentage: 0.1 } });
    rig.write("src/1.txt", "2");
    rig.write("src/2.txt", "2");
    const volume = await verified(rig);
    expect(volume).toMatchObject({ mode: "incremental", trigger: { triggered: false, confidence: 0.6 } });
    expect(reasonsOf(volume)).toEqual(["high-change-volume"]);
    expect(ran(rig)).toEqual(["src/1.txt", "src/2.txt"]);

    const stale = await verifiedRig({
      full_verification_triggers: { file_change_percentage: 0.1, stale_cache_days: 0 },
    });
    stale.write("src/1.txt", "2");
    expect(await verified(stale)).toMatchObject({
      mode: "incremental",
      trigger: {
        triggered: false,
        confidence: 0.3,
        reasons: [{ type: "stale-cache", severity: "suggested" }],
      },
    });
    stale.write("src/1.txt", "3");
    stale.write("src/2.txt", "3");
    const both = await verified(stale);
    expect(both).toMatchObject({ mode: "full", trigger: { triggered: true, confidence: 0.72 } });
    expect(reasonsOf(both)).toEqual(["high-change-volume", "stale-cache"]);
  });

  it("everything is verified when a changed structure reaches far and wide", async () => {
    const rig = await verifiedRig(
      { full_verification_triggers: { dependency_depth: 2, cascade_count: 3 } },
      chain(5),
    );
    rig.write("src/m1.ts", 'import { m0 } from "./m0";\nexport const m1 = m0;\nexport const more = 1;\n');
    const deep = await verified(rig);
    expect(reasonsOf(deep)).toEqual(["deep-dependency-cascade"]);
    expect(ran(rig)).not.toContain("src/m0.ts");
    rig.write("src/m0.ts", "export const m0 = 2;\n");
    const wide = await verified(rig);
    expect(reasonsOf(wide)).toEqual(["deep-dependency-cascade", "large-cascade"]);
    expect(wide).toMatchObject({ mode: "full", cacheHits: 0, trigger: { confidence: 0.84 } });
  });

  it("everything is verified when the configuration says otherwise what is looked at, and not when it declares a check otherwise", async () => {
    const rig = await verifiedRig();
    rig.config({ checks: [fileCheck({ follow: "structure", description: "other" })], incremental: {} });
    expect(await verified(rig)).toMatchObject({ filesVerified: 0, trigger: { reasons: [] } });
    rig.config({
      checks: [fileCheck({ follow: "structure" })],
      incremental: { exclude_patterns: ["nothing/**"] },
    });
    const result = await verified(rig);
    expect(result).toMatchObject({ mode: "full", trigger: { triggered: true } });
    expect(result.trigger.reasons).toMatchObject([
      { type: "verification-config-change", severity: "mandatory" },
    ]);
    expect((await verified(rig)).filesVerified).toBe(0);
  });
});

describe("a trigger", () => {
  it("is overridden by --incremental, which says so, and is not forgotten", async () => {
    const rig = await verifiedRig({}, { "schemas/schema.json": "1" });
    rig.write("schemas/schema.json", "2");
    rig.write("src/1.txt", "BAD");
    const { stdout } = await rig.verification(["--incremental"]);
    expect(ran(rig)).toEqual(["src/1.txt"]);
    expect(stdout).toMatch(
      /There is a reason to verify everything \(schemas\/schema\.json changed.*\); --incremental overrides it\./,
    );
    const result = await verified(rig, "--mode", "incremental");
    expect(result).toMatchObject({
      mode: "incremental",
      trigger: { triggered: true, overriddenBy: "--incremental" },
    });
    ran(rig);
    await verified(rig);
    // The overridden runs did verify the one file, and its failure is replayed.
    expect(ran(rig)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 0].map((at) => `src/${at}.txt`).sort());
  });

  it("a trigger that was overridden is put off until a run answers it", async () => {
    const rig = await verifiedRig({}, { "schemas/schema.json": "1" });
    rig.write("schemas/schema.json", "2");
    expect(await verified(rig, "--incremental")).toMatchObject({ success: true, filesVerified: 0 });
    expect(await verified(rig)).toMatchObject({ mode: "full", filesVerified: 10 });
    expect((await verified(rig)).trigger.triggered).toBe(false);
  });

  it("is answered by what ran since, so that a check that fails does not make every attempt start over", async () => {
    const rig = rigWith(
      fileCheck(),
      shell("whole", "echo whole >> .ran; test ! -e other/fails", { files: ["other/*"] }),
    );
    rig.write("src/a.txt", "1");
    rig.write("src/b.txt", "1");
    rig.write("other/kept", "");
    rig.write("schemas/schema.json", "1");
    await verified(rig);
    ran(rig);
    rig.write("schemas/schema.json", "2");
    rig.write("other/fails", "");
    const first = await verified(rig);
    expect(first).toMatchObject({ mode: "full", success: false });
    expect(ran(rig)).toEqual(["src/a.txt", "src/b.txt", "whole"]);
    const again = await verified(rig);
    expect(ran(rig)).toEqual(["whole"]);
    expect(again).toMatchObject({
      mode: "incremental",
      success: false,
      trigger: { triggered: true, answeredBy: first.runId },
    });
    rig.write("src/a.txt", "2");
    expect((await rig.verification()).stdout).toContain(`results since run ${first.runId} count`);
    expect(ran(rig)).toEqual(["src/a.txt", "whole"]);
    rig.write("schemas/schema.json", "3");
    expect((await verified(rig)).mode).toBe("full");
    expect(ran(rig)).toEqual(["src/a.txt", "src/b.txt", "whole"]);
    rmSync(join(rig.root, "other/fails"));
    expect((await verified(rig)).success).toBe(true);
    expect(await verified(rig)).toMatchObject({ mode: "incremental", trigger: { triggered: false } });
  });

  it("is not answered by verdicts from before it: what a full run found failing stays failing", async () => {
    const script = 'echo "$@" >> .ran; ! grep -l BAD ig*/hid*';
    const rig = rigWith(fileCheck({ args: ["-c", script, "sh", "{files}"] }));
    rig.write("src/a.txt", "1");
    rig.write("src/b.txt", "1");
    rig.write("ignored/hidden", "fine");
    rig.write("schemas/schema.json", "1");
    expect((await verified(rig)).success).toBe(true);
    rig.write("ignored/hidden", "BAD");
    rig.write("schemas/schema.json", "2");
    expect((await verified(rig)).success).toBe(false);
    expect((await verified(rig)).success).toBe(false);
    rig.write("ignored/hidden", "fine");
    expect((await verified(rig)).success).toBe(true);
  });
});
