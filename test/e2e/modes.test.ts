import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { OWN_BASELINE, shell } from "../rig/rig.ts";

describe("modes", () => {
  it.each([["--full"], ["--force"], ["--mode=full"]])("%s runs everything and stores it", async (flag) => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    const result = await verified(rig, flag, "--reason", "release");
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(result).toMatchObject({ mode: "full", requestedMode: "full", reason: "release", cacheHits: 0 });
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("--skip-cache neither reads nor writes", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig, "--skip-cache");
    expect(existsSync(join(rig.root, ".verification-cache"))).toBe(false);
    await verified(rig);
    ran(rig);
    rig.write("src/a.ts", "2");
    await verified(rig, "--skip-cache");
    expect(ran(rig)).toEqual(["src/a.ts"]);
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
  });

  it("turned off in the configuration, nothing is cached", async () => {
    const rig = rigWith();
    rig.config({ checks: [fileCheck()], incremental: { enabled: false } });
    rig.write("src/a.ts", "1");
    await verified(rig);
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/a.ts"]);
  });

  it("paths narrow what is verified and make nothing outside them stale or green", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/x/a.ts", "1");
    rig.write("src/y/b.ts", "BAD");
    const narrowed = await rig.json(["src/x"]);
    expect(narrowed.status).toBe(0);
    expect(ran(rig)).toEqual(["src/x/a.ts"]);
    expect(existsSync(join(rig.root, OWN_BASELINE))).toBe(false);
    const whole = await rig.json();
    expect(whole.status).toBe(1);
    expect(ran(rig)).toEqual(["src/y/b.ts"]);
  });

  it("--baseline compares with a commit", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    const first = rig.commitAll();
    await verified(rig);
    rig.write("src/b.ts", "2");
    rig.commitAll();
    await verified(rig);
    expect((await verified(rig)).changes).toMatchObject({ addedFiles: [], baselineProblem: null });
    expect(await verified(rig, "--baseline", first)).toMatchObject({
      changes: { addedFiles: ["src/b.ts"] },
      baseline: { commitHash: first },
    });
    const unknown = await rig.verification(["--baseline", "no-such"]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain("no-such");
  });
});

describe("the baseline", () => {
  it("is written when everything passed, small, and not otherwise", async () => {
    const rig = rigWith(fileCheck());
    for (let index = 0; index < 50; index++) rig.write(`src/${index}.ts`, `${index}`);
    const commit = rig.commitAll();
    rig.write("src/0.ts", "changed");
    await verified(rig);
    const baseline = JSON.parse(readFileSync(join(rig.root, OWN_BASELINE), "utf8")) as {
      commitHash: string;
      files: object;
    };
    expect(baseline.commitHash).toBe(commit);
    expect(Object.keys(baseline.files)).toEqual(["src/0.ts"]);
    rig.write("src/1.ts", "BAD");
    await verified(rig);
    expect(JSON.parse(readFileSync(join(rig.root, OWN_BASELINE), "utf8"))).toEqual(baseline);
  });

  it.each([
    ["corrupt", "{ nope"],
    ["from the future", '{"schemaVersion":99}'],
    [
      "at an unknown commit",
      `{"schemaVersion":1,"commitHash":"${"1".repeat(40)}","timestamp":"2026-01-01T00:00:00.000Z","exclude":[],"files":{}}`,
    ],
  ])(
    "the baseline that is %s counts as not there, with the reason, and verdicts still stand",
    async (_, text) => {
      const rig = rigWith(fileCheck());
      rig.write("src/a.ts", "1");
      rig.commitAll();
      await verified(rig);
      rig.write(OWN_BASELINE, text);
      const status = await rig.verification(["status", "--json"]);
      const { changes } = JSON.parse(status.stdout) as VerificationResult;
      expect(changes.baselineProblem).toBeTruthy();
      expect((await verified(rig)).filesVerified).toBe(0);
    },
  );
});

describe("the store", () => {
  it("is private and ignores itself", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    for (const directory of [rig.storeDirectory, join(rig.root, ".verification-cache")])
      expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(rig.git("status", "--porcelain", "--ignored")).not.toMatch(/^\?\? \.verification-cache/m);
  });

  it("the store that is corrupt is a cold start, said once", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    await verified(rig);
    ran(rig);
    for (const file of readdirSync(rig.storeDirectory).filter((name) => name.includes(".db")))
      writeFileSync(join(rig.storeDirectory, file), "garbage".repeat(1000));
    const { status, stderr } = await rig.verification();
    expect(status).toBe(0);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
    expect((await verified(rig)).filesVerified).toBe(0);
  });

  it("the store that cannot be written leaves the verdict right, with one warning", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "1");
    rig.write(".verification-cache", "a file where the directory should be");
    const { status, stderr } = await rig.verification();
    expect(status).toBe(0);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
  });

  it("is shared by several runs at once", async () => {
    const rig = rigWith(fileCheck(), shell("whole", "true"));
    for (let index = 0; index < 20; index++) rig.write(`src/${index}.ts`, `${index}`);
    const runs = await Promise.all(Array.from({ length: 6 }, () => rig.verification()));
    expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 0));
    expect((await verified(rig)).filesVerified).toBe(0);
    const stats = await rig.verification(["cache", "stats", "--json"]);
    expect(JSON.parse(stats.stdout)).toMatchObject({ runs: 7 });
  });

  it("is all in the directory that the configuration names, whatever it has to keep there", async () => {
    const rig = rigWith();
    rig.config({ checks: [fileCheck()], incremental: { caching: { storage_path: "kept/" } } });
    rig.write("src/a.ts", "1");
    await verified(rig);
    expect((await rig.verification(["cache", "clear"])).stdout).toContain("Removed 1 verdict");
    rig.write("kept/CACHEDIR.TAG.0123456789ab.tmp", "what a killed writer left");
    expect((await verified(rig)).filesVerified).toBe(1);
    expect((await verified(rig)).filesVerified).toBe(0);
    expect(readdirSync(join(rig.root, "kept"))).toContain("mark");
    expect(
      [".verification-cache", ".git/verification"].map((path) => existsSync(join(rig.root, path))),
    ).toEqual([false, false]);
  });

  it("can be looked at, pruned and cleared, and keeps a trail of what stopped standing", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b.ts", "1");
    await verified(rig);
    rig.write("src/b.ts", "2");
    await verified(rig);
    ran(rig);
    const trail = JSON.parse((await rig.verification(["cache", "invalidated", "--json"])).stdout) as {
      invalidated: object[];
    };
    expect(trail.invalidated).toContainEqual(
      expect.objectContaining({ check: "files", target: "src/a.ts", triggeredBy: "src/b.ts" }),
    );
    expect((await rig.verification(["cache", "stats"])).stdout).toMatch(/verdicts +4 /);
    expect((await rig.verification(["cache", "prune"])).status).toBe(0);
    expect((await verified(rig)).filesVerified).toBe(0);
    expect((await rig.verification(["cache", "clear"])).stdout).toContain("Removed 4 verdicts");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
  });
});
