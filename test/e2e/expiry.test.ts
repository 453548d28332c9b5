import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, ConfigInput } from "../../src/index.ts";
import { Rig, shell } from "../rig/rig.ts";

const perFile: CheckInput = {
  name: "each",
  type: "lint",
  command: "sh",
  args: ["-c", "true", "{files}"],
  files: ["*.txt"],
};

function rigWith(caching: NonNullable<ConfigInput["incremental"]>["caching"], checks: CheckInput[]): Rig {
  const rig = new Rig();
  rig.config({ checks, incremental: { caching } });
  rig.write("a.txt", "one\n");
  // Moves the clock of whoever loads it.
  rig.write(
    "../clock.cjs",
    `const ahead = Number(process.env.DAYS_AHEAD ?? 0) * 86400000;
const now = Date.now;
const { Date: Real } = globalThis;
globalThis.Date = class extends Real {
  constructor(...given) { given.length === 0 ? super(now() + ahead) : super(...given); }
  static now() { return now() + ahead; }
};
`,
  );
  return rig;
}

/** What runs, with the clock so many days ahead. */
async function ranIn(rig: Rig, days: number): Promise<{ run: number; text: string }> {
  const env = { NODE_OPTIONS: `--require ${join(rig.root, "../clock.cjs")}`, DAYS_AHEAD: String(days) };
  const { status, stdout, stderr } = await rig.start(["--json"], { env }).ended;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { filesVerified, scope } = JSON.parse(stdout) as {
    filesVerified: number;
    scope: { scopeRationale: { reason: string }[] };
  };
  return { run: filesVerified, text: JSON.stringify(scope.scopeRationale) };
}

const invalidated = async (rig: Rig): Promise<readonly Record<string, unknown>[]> =>
  (
    JSON.parse((await rig.verification(["cache", "invalidated", "--json"])).stdout) as {
      invalidated: Record<string, unknown>[];
    }
  ).invalidated;

describe("ttl_days", () => {
  it("ends a verdict by the time it was reached, however often it is used", async () => {
    const rig = rigWith({ ttl_days: 3 }, [perFile]);
    expect((await ranIn(rig, 0)).run).toBe(1);
    for (const day of [1, 2]) expect((await ranIn(rig, day)).run).toBe(0);
    const expired = await ranIn(rig, 3.5);
    expect(expired.run).toBe(1);
    expect(expired.text).toContain("expired (ttl_days: 3)");
    expect((await ranIn(rig, 4)).run).toBe(0);
    expect(await invalidated(rig)).toContainEqual(
      expect.objectContaining({ check: "each", target: "a.txt", reason: "expired", triggeredBy: "ttl_days" }),
    );
  });

  it("ttl_days of 0 lets nothing stand, also not from memory", async () => {
    const rig = rigWith({ ttl_days: 0 }, [perFile]);
    for (let time = 0; time < 3; time++) expect((await rig.json()).result.filesVerified).toBe(1);
  });

  it("ttl_days of a check is put over that of all", async () => {
    const rig = rigWith({ ttl_days: 10 }, [perFile, { ...shell("network", "true"), ttl_days: 1 }]);
    expect((await ranIn(rig, 0)).run).toBe(2);
    expect((await ranIn(rig, 2)).run).toBe(1);
  });

  it("ttl_days that nobody writes ends nothing: what is used stands for years", async () => {
    const rig = rigWith({}, [perFile]);
    expect((await ranIn(rig, 0)).run).toBe(1);
    expect((await ranIn(rig, 400)).run).toBe(0);
  });
});

describe("what was pruned", () => {
  it("is said to have expired, or to have been cleared, and not that it was never verified", async () => {
    const rig = rigWith({ unused_days: 0 }, [perFile]);
    await rig.verification();
    await rig.verification(["cache", "prune"]);
    expect((await rig.verification(["status"])).stdout).toContain("its verdict was not used");
    await rig.verification();
    await rig.verification(["cache", "clear"]);
    expect((await rig.verification(["status"])).stdout).toContain("the cache was cleared");
  });
});

describe("a deleted file", () => {
  it("leaves one entry for each verdict it had, and explain says what became of it", async () => {
    const rig = rigWith({}, [perFile, { ...perFile, name: "other" }]);
    rig.write("b.txt", "two\n");
    rig.commitAll();
    await rig.verification();
    rig.git("rm", "--quiet", "b.txt");
    const before = await rig.verification(["explain", "b.txt"]);
    expect(before.status).toBe(0);
    expect(before.stdout).toContain("deleted, since the last run");
    expect(before.stdout).toContain("each: passed in run");
    for (let time = 0; time < 2; time++) await rig.verification(["--force"]);
    const deletions = (await invalidated(rig)).filter(({ reason }) => reason === "file-deleted");
    expect(deletions.map(({ check, target }) => `${String(check)} ${String(target)}`).sort()).toEqual([
      "each b.txt",
      "other b.txt",
    ]);
    const after = await rig.verification(["explain", "b.txt"]);
    expect(after.stdout).toMatch(/deleted, found by the run of \d{4}-/);
    rig.write("b.txt", "two\n");
    expect((await rig.json()).result.filesVerified).toBe(0);
  });

  it("names what has to run because it is gone", async () => {
    const rig = rigWith({}, [{ name: "links", uses: "builtin:links" }]);
    rig.write("a.md", "[b](b.md)\n");
    rig.write("b.md", "# b\n");
    rig.commitAll();
    await rig.verification();
    rig.git("rm", "--quiet", "b.md");
    const { stdout } = await rig.verification(["explain", "b.md"]);
    expect(stdout).toMatch(/runs {2}links of a\.md: /);
  });
});
