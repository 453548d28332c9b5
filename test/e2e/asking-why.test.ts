import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { shell } from "../rig/rig.ts";

describe("asking why", () => {
  it("explain says what differs, from which value to which, or since when it stands", async () => {
    const rig = rigWith(fileCheck({ env: ["FLAVOUR"] }));
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b.ts", "1");
    await rig.verification([], { env: { FLAVOUR: "a" } });
    expect((await rig.verification(["explain", "src/a.ts"], { env: { FLAVOUR: "a" } })).stdout).toMatch(
      /cached {2}files \(passed in run \S+, predicted, 20/,
    );
    expect((await rig.verification(["explain", "files"])).stdout).toMatch(/FLAVOUR set \w+ -> absent/);
    rig.write("src/b.ts", "2");
    const { stdout } = await rig.verification(["explain", "src/a.ts"], { env: { FLAVOUR: "a" } });
    expect(stdout).toContain("src/b.ts changed");
    expect(stdout).toContain("src/a.ts depends on src/b.ts");
    const json = JSON.parse(
      (await rig.verification(["explain", "src/a.ts", "--json"], { env: { FLAVOUR: "a" } })).stdout,
    ) as object;
    expect(json).toMatchObject({
      units: [
        {
          check: "files",
          decision: "run",
          reason: { type: "dependency-changed", chain: ["src/a.ts", "src/b.ts"] },
        },
      ],
    });
    const unknown = await rig.verification(["explain", "fiels"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('Did you mean "files"?');
    expect((await rig.verification(["explain", "src/ab.ts"])).stderr).toContain('Did you mean "src/a.ts"?');
    rig.write("src/b.ts", "1");
    rig.git("add", "--all");
    rig.git("mv", "src/b.ts", "src/new.ts");
    for (const command of ["explain", "graph"])
      expect((await rig.verification([command, "src/b.ts"])).stderr).toContain(
        "It was renamed to src/new.ts.",
      );
  });

  it("explain compares with the verdict that was last valid, not with the one that was last stored", async () => {
    const rig = rigWith(shell("whole", "true", { files: ["*.md", "*.txt"] }));
    rig.write("a.md", "one");
    await rig.verification();
    rig.write("a.md", "two");
    await rig.verification();
    rig.write("a.md", "one");
    expect(await verified(rig)).toMatchObject({ cacheHits: 1, filesVerified: 0 });
    rig.write("b.txt", "new");
    const { stdout } = await rig.verification(["explain", "whole"]);
    expect(stdout).toContain("b.txt");
    expect(stdout).not.toContain("a.md");
  });

  it("graph shows edges with their types, chains and cycles", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\nimport "react";\nimport "./nowhere";\n');
    rig.write("src/b.ts", 'import "./c";\n');
    rig.write("src/c.ts", 'import "./b";\n');
    const { stdout } = await rig.verification(["graph", "src/c.ts", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "src/c.ts",
      dependencies: [{ to: "src/b.ts", type: "import", strength: "strong", line: 1 }],
      dependents: [{ from: "src/b.ts" }],
      transitiveDependents: [
        { path: "src/b.ts" },
        { path: "src/a.ts", chain: ["src/c.ts", "src/b.ts", "src/a.ts"] },
      ],
      cycle: ["src/b.ts"],
    });
    const text = (await rig.verification(["graph", "src/a.ts"])).stdout;
    expect(text).toContain("src/b.ts import line 1");
    expect(text).toContain("./nowhere line 3");
    expect((await rig.verification(["graph", "nope.ts"])).status).toBe(2);
  });

  it("status shows what changed and what would run, and runs nothing", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.commitAll();
    expect((await rig.verification(["status"])).stdout).toContain("files would run: not verified yet");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "2");
    rmSync(join(rig.root, "src/a.ts"));
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain("A src/b.ts");
    expect(stdout).toContain("D src/a.ts");
    expect(ran(rig)).toEqual([]);
    const json = JSON.parse((await rig.verification(["status", "--json"])).stdout) as object;
    expect(json).toMatchObject({
      branch: "main",
      checks: [{ check: "files", unitsToRun: 1, unitsStanding: 0 }],
    });
  });

  it("status and --dry-run show a cached failure as failed", async () => {
    const rig = rigWith(shell("types", "exit 1", { type: "type-check" }));
    await verified(rig);
    for (const command of ["status", "--dry-run"]) {
      const { stdout } = await rig.verification([command]);
      expect(stdout).toContain("✗ types failed with these inputs, and still does");
    }
  });

  it("--dry-run gives every unit its reason", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.txt", "1");
    await verified(rig);
    rig.write("src/b.txt", "1");
    const { stdout } = await rig.verification(["--dry-run", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      mode: "incremental",
      checks: [
        {
          decision: "run",
          units: [
            { target: "src/a.txt", decision: "stand", reason: { type: "stands" } },
            { target: "src/b.txt", decision: "run", reason: { type: "never-verified" } },
          ],
        },
      ],
    });
  });
});
