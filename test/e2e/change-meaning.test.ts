import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Status } from "../../src/index.ts";
import { fileCheck, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

async function statusOf(rig: Rig, ...args: readonly string[]): Promise<Status> {
  return JSON.parse((await rig.verification(["status", "--json", ...args])).stdout) as Status;
}

const DECLARED = "export function f(): number {\n  return 1;\n}\n";

/** A repository of one file of each kind and one that depends on it, verified as a whole. */
async function verifiedRig(): Promise<Rig> {
  const rig = rigWith(fileCheck({ follow: "structure" }));
  rig.write("src/guide.md", "# Guide\n\n## Setup\n\ntext\n");
  rig.write("src/index.md", "# Index\n\n[setup](guide.md#setup)\n");
  rig.write("src/lib.ts", `${DECLARED}export const gone: number = 1;\n`);
  rig.write("src/app.ts", 'import { f } from "./lib";\nexport const app: number = f();\n');
  rig.write("src/data.yml", "one: 1\ntwo: 2\n");
  rig.write("src/run.sh", "true\n");
  for (let index = 0; index < 8; index++) rig.write(`other/${index}.txt`, "");
  rig.commitAll();
  await verified(rig);
  return rig;
}

describe("what a change means", () => {
  it("is told for every category, with the sections that it affects", async () => {
    const rig = await verifiedRig();
    rig.write("src/guide.md", "# Guide\n\n## Install\n\ntext\n");
    rig.write("src/lib.ts", DECLARED);
    rig.write(
      "src/app.ts",
      'import { f } from "./lib";\nimport { x } from "pkg";\nexport const app: number = f() + x;\n',
    );
    rig.write("src/data.yml", "one: 1\nthree: 2\n");
    chmodSync(join(rig.root, "src/run.sh"), 0o755);
    const { changes, impact } = await statusOf(rig);
    expect(changes.changedFiles).toMatchObject([
      { path: "src/app.ts", changeType: "content", categories: ["content", "dependency"] },
      {
        path: "src/data.yml",
        changeType: "structural",
        categories: ["content", "structural"],
        details: [{}, { affectedSections: ["/three", "/two"] }],
      },
      {
        path: "src/guide.md",
        categories: ["content", "structural"],
        details: [
          {},
          { description: 'heading "Setup" is now "Install"', affectedSections: ["Setup", "Install"] },
        ],
      },
      {
        path: "src/lib.ts",
        categories: ["content", "structural"],
        details: [{}, { category: "structural", impact: "high", affectedSections: ["gone"] }],
      },
      { path: "src/run.sh", changeType: "metadata", categories: ["metadata"] },
    ]);
    expect(impact).toMatchObject({
      totalFilesAffected: 6,
      recommendedScope: "incremental",
      riskLevel: "high",
      transitiveImpact: [{ file: "src/index.md", cause: "src/guide.md", propagationType: "structural" }],
    });
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain('M src/guide.md content, structural: heading "Setup" is now "Install"');
    expect(stdout).toContain("M src/run.sh metadata: it became executable");
    expect(stdout).toContain("6 files affected, 1 of them through dependencies; risk: high");
    expect(stdout).toContain("src/index.md from src/guide.md (structural)");
    const result = await verified(rig);
    expect(result.changes.changedFiles).toEqual(changes.changedFiles);
    expect(result.impact).toEqual(impact);
    expect(result.trigger).toEqual({ triggered: false, confidence: 0, reasons: [] });
    expect((await verified(rig)).impact).toMatchObject({ totalFilesAffected: 0, riskLevel: "low" });
  });

  it("does not spread from content to those who follow structure, and does to those who follow content", async () => {
    const rig = await verifiedRig();
    rig.write("src/lib.ts", `${DECLARED.replace("1", "2")}export const gone: number = 1;\n`);
    expect((await statusOf(rig)).impact).toMatchObject({ totalFilesAffected: 1, riskLevel: "low" });
    rig.checks(fileCheck({ follow: "content" }));
    expect((await statusOf(rig)).impact.transitiveImpact).toMatchObject([
      { file: "src/app.ts", cause: "src/lib.ts", propagationType: "content" },
    ]);
  });

  it("is compared with what git has where the store does not know the earlier content, and says where neither does", async () => {
    const rig = await verifiedRig();
    rig.write("src/guide.md", "# Guide\n\n## Committed\n");
    const commit = rig.commitAll();
    rig.write("src/guide.md", "# Guide\n\n## Changed\n");
    rig.forget();
    expect((await statusOf(rig, "--baseline", commit)).changes.changedFiles[0]?.details[1]).toMatchObject({
      description: 'heading "Committed" is now "Changed"',
    });
    rig.write("src/guide.md", "# Guide\n\n## Never committed\n");
    await verified(rig);
    rig.write("src/guide.md", "# Guide\n\n## Changed\n");
    rig.forget();
    const [unknown] = (await statusOf(rig)).changes.changedFiles;
    expect(unknown?.categories).toEqual(["content"]);
    expect(unknown?.details[0]?.description).toContain("could not be compared");
  });

  it("reaches those who used a deleted file", async () => {
    const rig = await verifiedRig();
    rmSync(join(rig.root, "src/lib.ts"));
    expect((await statusOf(rig)).impact).toMatchObject({
      riskLevel: "high",
      directImpact: [{ file: "src/lib.ts", categories: ["content", "structural"] }],
      transitiveImpact: [{ file: "src/app.ts", cause: "src/lib.ts" }],
    });
  });

  it("is everything where the last verified state is not known", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.txt", "1");
    expect((await statusOf(rig)).impact).toMatchObject({ totalFilesAffected: 3, recommendedScope: "full" });
    expect((await verified(rig)).trigger.triggered).toBe(false);
  });
});
