import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { openRigStore } from "../rig/open-rig-store.ts";
import { Rig, shell } from "../rig/rig.ts";

/** A check whose answer is decided by a file that git does not track and that nobody declared. */
function undeclared(fields = {}) {
  return fileCheck({
    type: "test",
    args: ["-c", 'echo "$@" >> .ran; ! test -e $(printf ign)ored/red', "sh", "{files}"],
    ...fields,
  });
}

describe("putting verdicts to the test", () => {
  it("runs the share that is asked for, and nothing else, and says that all hold", async () => {
    const rig = rigWith(fileCheck());
    for (const name of ["a", "b", "c"]) rig.write(`src/${name}.txt`, name);
    await rig.verification();
    ran(rig);
    const { cacheCheck, results, success } = await verified(rig, "--verify-cache", "1");
    expect(success).toBe(true);
    expect(cacheCheck).toEqual({ share: 1, sampled: 3, compared: 3, contradictions: [] });
    expect(results[0]).toMatchObject({ cacheHits: 0, filesVerified: 3 });
    expect(ran(rig)).toEqual(["src/a.txt", "src/b.txt", "src/c.txt"]);
    expect((await rig.verification(["--verify-cache", "1"])).stdout).toContain(
      "sample: 3 cached verdicts re-run, all compared ones hold",
    );
    ran(rig);
    expect((await verified(rig, "--verify-cache", "0")).cacheCheck).toBeNull();
    expect(ran(rig)).toEqual([]);
    const [unit] = JSON.parse((await rig.verification(["--dry-run", "--json", "--verify-cache", "1"])).stdout)
      .checks[0].units as readonly { reason: object }[];
    expect(unit?.reason).toMatchObject({ type: "sampled" });
  });

  it("fails loudly where a verdict does not hold, with both sides, and throws it away", async () => {
    const rig = rigWith(undeclared());
    rig.write("src/a.txt", "a");
    const { runId } = await verified(rig);
    rig.write("ignored/red", "");
    expect((await rig.json()).status).toBe(0);
    const { status, result } = await rig.json(["--verify-cache", "100%"]);
    expect(status).toBe(1);
    expect(result.cacheCheck).toMatchObject({
      sampled: 1,
      compared: 1,
      contradictions: [
        {
          check: "files",
          file: "src/a.txt",
          fingerprint: expect.stringMatching(/^[0-9a-f]{32,}/),
          stored: { status: "passed", exitCode: 0, runId },
          fresh: { status: "failed", exitCode: 1, runId: result.runId },
        },
      ],
    });
    expect(result.findings).toMatchObject([{ code: "stale-verdict", file: "src/a.txt" }, {}]);
    const [{ fingerprint } = { fingerprint: "" }] = result.cacheCheck?.contradictions ?? [];
    expect(result.findings[0]?.message).toContain(fingerprint);
    expect((await rig.verification(["explain", "src/a.txt"])).stdout).toContain(
      "its verdict was discarded: a fresh run with the same fingerprint says otherwise",
    );
    ran(rig);
    expect((await rig.json()).status).toBe(1);
    expect(ran(rig)).toEqual(["src/a.txt"]);
    const { stdout } = await rig.verification(["cache", "invalidated"]);
    expect(stdout).toContain("a fresh run with the same fingerprint says otherwise");
  });

  it("a failure that is replayed and passes when it runs fails the run as well", async () => {
    const rig = rigWith(shell("lint", "test -e $(printf ign)ored/green", { type: "lint" }));
    rig.write("a.txt", "a");
    expect((await rig.json()).status).toBe(1);
    rig.write("ignored/green", "");
    const { status, result } = await rig.json(["--verify-cache", "1"]);
    expect(status).toBe(1);
    expect(result.results[0]).toMatchObject({ status: "failed", exitCode: 0 });
    expect(result.cacheCheck?.contradictions).toMatchObject([
      { stored: { status: "failed" }, fresh: { status: "passed" } },
    ]);
    expect((await rig.json()).status).toBe(0);
  });

  it("files that passed and fail together are all doubted, apart from those that had to run", async () => {
    const rig = rigWith(undeclared());
    for (const name of ["a", "b"]) rig.write(`src/${name}.txt`, name);
    await rig.verification();
    rig.write("ignored/red", "");
    rig.write("src/c.txt", "new");
    const { cacheCheck } = await verified(rig, "--verify-cache", "1");
    expect(cacheCheck).toMatchObject({
      sampled: 2,
      contradictions: [
        { file: "src/a.txt", together: 2 },
        { file: "src/b.txt", together: 2 },
      ],
    });
    ran(rig);
    await rig.verification();
    expect(ran(rig)).toEqual(["src/a.txt", "src/b.txt", "src/c.txt"]);
  });

  it("compares nothing where files moved under the command", async () => {
    const rig = rigWith(shell("whole", "if test -e $(printf ign)ored/edit; then echo 2 > a.txt; exit 1; fi"));
    rig.write("a.txt", "1");
    await rig.verification();
    rig.write("ignored/edit", "");
    const { cacheCheck } = await verified(rig, "--verify-cache", "1");
    expect(cacheCheck).toMatchObject({ sampled: 1, compared: 0, contradictions: [] });
  });

  it("can be declared, and is then never answered from memory", async () => {
    const rig = rigWith();
    const checks = [shell("whole", "echo x >> .ran")];
    rig.config({ incremental: { verify_cache: "32/32" }, checks });
    rig.write("a.txt", "1");
    for (const run of ["first", "second", "third"]) {
      await rig.verification();
      expect({ run, ran: ran(rig) }).toEqual({ run, ran: ["x"] });
    }
    expect((await rig.verification(["status"])).stdout).toContain("cached");
    writeFileSync(join(rig.root, ".verification.yml"), "incremental: { verify_cache: 1/0 }\nchecks: []\n");
    const refused = await rig.verification();
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/\.verification\.yml:1:\d+[\s\S]*1\/0[\s\S]*a share from 0 to 1/);
    const usage = await rig.verification(["--verify-cache", "lots"]);
    expect(usage.status).toBe(2);
    expect(usage.stderr).toContain("Expected a share from 0 to 1");
  });

  it("putting verdicts to the test in CI takes one in 64 of those that were observed, elsewhere none, and then says nothing of it", async () => {
    const rig = rigWith(fileCheck({ follow: "none" }));
    // That none of so many is chosen happens once in 10^12 times.
    for (let at = 0; at < 1800; at++) rig.write(`src/${at}.txt`, "x");
    rig.commitAll();
    const inCi = { env: { CI: "true" } };
    const { result: first } = await rig.json([], inCi);
    expect(first.filesVerified).toBe(1800);
    const predicted = await rig.json([], inCi);
    expect(predicted.result).toMatchObject({ filesVerified: 0, cacheCheck: null });
    expect((await rig.verification([], inCi)).stdout).not.toContain("sample");
    ran(rig);

    await observeAll(rig);
    const { result } = await rig.json([], inCi);
    expect(result.cacheCheck).toMatchObject({ share: 1 / 64, contradictions: [] });
    const { sampled = 0 } = result.cacheCheck ?? {};
    expect(sampled).toBeGreaterThan(0);
    expect(sampled).toBeLessThan(200);
    expect(ran(rig)).toHaveLength(sampled);
    const none = await rig.json(["--verify-cache", "0"], inCi);
    expect(none.result).toMatchObject({ filesVerified: 0, cacheCheck: null });
  });

  it("putting verdicts to the test in CI tells of one that was observed and does not hold, and the next run reaches it again", async () => {
    const rig = new Rig({ trace: "on" });
    rig.write(".gitignore", ".ran\n");
    rig.checks(
      fileCheck({ type: "test", args: ["-c", 'cat "$@" > .ran; ! env | grep -q ^UNSEEN', "sh", "{files}"] }),
    );
    for (let at = 0; at < 1800; at++) rig.write(`src/${at}.txt`, "x");
    rig.commitAll();
    const { result: first } = await rig.json([], { env: { CI: "1" } });
    expect(first.results).toMatchObject([{ status: "passed", observed: 1800, predicted: 0 }]);
    const env = { CI: "1", UNSEEN: "1" };
    const { status, result } = await rig.json([], { env });
    expect(status).toBe(1);
    expect(result.cacheCheck?.contradictions.length).toBeGreaterThan(0);
    const [stale] = result.cacheCheck?.contradictions ?? [];
    expect(result.findings).toContainEqual(
      expect.objectContaining({ code: "stale-verdict", file: stale?.file, check: "files" }),
    );
    const { stdout } = await rig.verification(["explain", String(stale?.file)]);
    expect(stdout).toContain(
      "its verdict was discarded: a fresh run with the same fingerprint says otherwise",
    );
    expect(await rig.json([], { env: { ...env, CI: undefined } })).toMatchObject({ status: 1 });
  });

  it("putting verdicts to the test outside of CI takes none of those that were observed, and keeps the run", async () => {
    const rig = rigWith(fileCheck());
    for (let at = 0; at < 5; at++) rig.write(`src/${at}.txt`, "x");
    await verified(rig);
    await observeAll(rig);
    const remembered = join(rig.root, ".verification-cache/last-run.sealed");
    rmSync(remembered);
    expect(await verified(rig)).toMatchObject({ filesVerified: 0, cacheHits: 5, cacheCheck: null });
    expect(existsSync(remembered)).toBe(true);
  });
});

/** Makes every stored verdict one whose inputs were observed. */
async function observeAll(rig: Rig): Promise<void> {
  const store = await openRigStore(rig.root, rig.home);
  try {
    const targets = readdirSync(join(rig.root, "src")).map((name) => `src/${name}` as RepoPath);
    const known = store.verdicts.latestMany("files", targets);
    expect(known.size).toBe(targets.length);
    store.verdicts.putMany([...known.values()].map((verdict) => ({ ...verdict, kind: "observed" as const })));
  } finally {
    store.close();
  }
}
