import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import type { StoredVerdict } from "../../src/store/records/records.ts";
import type { Verdicts } from "../../src/store/store.ts";
import { EVICTIONS, type Target } from "../../src/vocabulary/verdict/unit.ts";
import { openRigStore } from "../rig/open-rig-store.ts";
import { shell } from "../rig/rig.ts";
import { filesCheck, type Member, Team } from "../rig/team.ts";
import { latestVerdict } from "../store/support.ts";

/** A test of single files, which fails where a file says FAIL. */
const testCheck: CheckInput = {
  name: "unit",
  type: "test",
  command: "sh",
  args: ["-c", 'echo "$@" >> .tested; ! grep -l FAIL "$@"', "sh", "{files}"],
  files: ["test/**"],
  follow: "none",
  batch: 1,
};

function teamOf(checks: readonly CheckInput[], files: Readonly<Record<string, string>> = {}): Team {
  const team = new Team({ checks });
  const author = team.clone();
  author.write(".gitignore", ".ran\n.seen\n.tested\n");
  for (const [path, text] of Object.entries(files)) author.write(path, text);
  author.commit();
  author.git("push", "--quiet", "origin", "HEAD:main");
  return team;
}

async function plan(team: Team, shards: number, ...options: readonly string[]): Promise<string> {
  const member = team.clone();
  const { status, stderr } = await member.run([
    "shard",
    "plan",
    "--shards",
    String(shards),
    "-o",
    "plan.json",
    ...options,
  ]);
  expect([status, stderr]).toEqual([0, ""]);
  return join(member.root, "plan.json");
}

/** One job of the matrix: a clone of its own. Answers with what it left behind. */
async function runShard(team: Team, index: number, file: string): Promise<string> {
  const member = team.clone();
  cpSync(file, join(member.root, "plan.json"));
  const out = `out-${index}`;
  const { status } = await member.run([
    "shard",
    "run",
    String(index),
    "--plan",
    "plan.json",
    "-o",
    out,
    "--quiet",
  ]);
  expect(status).toBe(0);
  return join(member.root, out);
}

async function merge(
  member: Member,
  outs: readonly string[],
  ...options: readonly string[]
): Promise<VerificationResult & { status: number | null; stderr: string }> {
  const { status, stdout, stderr } = await member.run(["shard", "merge", ...outs, "--json", ...options]);
  return { ...(JSON.parse(stdout) as VerificationResult), status, stderr };
}

/** Of every unit, what is known of it by which fingerprint. */
async function verdictsOf(
  member: Member,
  checks: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const store = await openRigStore(member.root, member.home);
  try {
    const all = checks.flatMap((check) => [...store.verdicts.latestMany(check).values()]);
    return Object.fromEntries(
      all.map(({ check, target, fingerprint, status }) => [`${check} ${target}`, `${status} ${fingerprint}`]),
    );
  } finally {
    store.close();
  }
}

function ran(member: Member, file = ".ran"): readonly string[] {
  const path = join(member.root, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  rmSync(path, { force: true });
  return text.split(/\s+/).filter(Boolean).sort();
}

describe("a verification over several jobs", () => {
  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`src/d${index % 40}/f${index}.txt`, `${index}\n`]),
  );

  it("comes to what one machine comes to, unit by unit, also where shards die, come twice or are missing", async () => {
    const tests = { "test/a.txt": "a\n", "test/b.txt": "FAIL\n", "test/c.txt": "c\n" };
    const names = ["files", "unit", "whole"];
    const team = teamOf([filesCheck, testCheck, shell("whole", "! grep -rq FAIL src")], {
      ...many,
      ...tests,
    });
    const alone = team.clone();
    const single = await alone.verify();
    expect([single.success, single.filesVerified]).toEqual([false, 2007]);
    const expected = await verdictsOf(alone, names);
    expect(Object.keys(expected)).toHaveLength(2007);

    const file = await plan(team, 3);
    const outs = await Promise.all([1, 2, 3].map((index) => runShard(team, index, file)));
    const [first = "", second = "", third = ""] = outs;

    const whole = team.clone();
    const merged = await merge(whole, outs);
    expect(merged).toMatchObject({ status: 1, success: false, filesVerified: 0, cacheHits: 2007 });
    expect([ran(whole), ran(whole, ".tested")]).toEqual([[], []]);
    expect(await verdictsOf(whole, names)).toEqual(expected);
    const outcome = ({ results }: VerificationResult): unknown =>
      results.map(({ check, status, errors }) => [check, status, errors.map(({ message }) => message)]);
    expect(outcome(merged)).toEqual(outcome(single));

    // Killed before it wrote anything, killed while it wrote, and run twice.
    writeFileSync(join(third, "shard.json"), readFileSync(join(third, "shard.json")).subarray(0, 1000));
    const again = await runShard(team, 2, file);
    const missing = join(team.directory, "nowhere");
    const rest = team.clone();
    const partly = await merge(rest, [again, second, third, missing]);
    expect(partly).toMatchObject({ status: 1, success: false });
    expect(partly.filesVerified + partly.cacheHits).toBe(2007);
    expect(partly.filesVerified).toBeGreaterThan(500);
    expect(partly.cacheHits).toBeGreaterThan(500);
    expect(await verdictsOf(rest, names)).toEqual(expected);
    expect(partly.stderr).toContain(
      `${third} cannot be read, or is incomplete, so what is missing runs here.`,
    );
    expect(partly.stderr).toContain(`${missing} has no shard results`);
    expect(first).not.toBe("");

    const none = team.clone();
    expect(await merge(none, [], "--plan", file)).toMatchObject({ status: 1, filesVerified: 2007 });
    expect(await verdictsOf(none, names)).toEqual(expected);
  });

  it("splits only what must run, and a shard that is run again has nothing to do and leaves the same", async () => {
    const team = teamOf([filesCheck], { "src/x/1.txt": "1\n", "src/x/2.txt": "2\n" });
    const member = team.clone();
    await member.verify();
    for (const name of ["a", "b"]) member.write(`src/${name}.txt`, "changed\n");
    const { stdout } = await member.run(["shard", "plan", "--shards", "2"]);
    const made = JSON.parse(stdout) as { shards: { work: { targets: string[] }[] }[] };
    expect(made.shards.map(({ work }) => work.flatMap(({ targets }) => targets)).sort()).toEqual([
      ["src/a.txt"],
      ["src/b.txt"],
    ]);
    const fresh = team.clone();
    const file = await plan(team, 1);
    cpSync(file, join(fresh.root, "plan.json"));
    const args = ["shard", "run", "1", "--plan", "plan.json", "-o", "out-1"];
    await fresh.run(args);
    expect(ran(fresh)).toHaveLength(5);
    rmSync(join(fresh.root, "out-1"), { recursive: true });
    await fresh.run(args);
    expect(ran(fresh)).toEqual([]);
    expect(await merge(team.clone(), [join(fresh.root, "out-1")])).toMatchObject({
      filesVerified: 0,
      cacheHits: 5,
    });
  });

  it("runs what shards disagree about, and keeps a failure that they agree on", async () => {
    const flaky = {
      ...testCheck,
      args: ["-c", 'echo "$@" >> .tested; test ! -e ~/broken', "sh", "{files}"],
    };
    const team = teamOf([flaky], { "test/a.txt": "a\n" });
    const file = await plan(team, 1);
    const passed = await runShard(team, 1, file);
    const broken = team.clone();
    writeFileSync(join(broken.home, "broken"), "");
    cpSync(file, join(broken.root, "plan.json"));
    expect((await broken.run(["shard", "run", "1", "--plan", "plan.json", "-o", "out-1"])).status).toBe(0);
    const failed = join(broken.root, "out-1");
    const one = team.clone();
    expect(await merge(one, [failed])).toMatchObject({ status: 1, success: false, filesVerified: 0 });
    expect(ran(one, ".tested")).toEqual([]);
    const two = team.clone();
    expect(await merge(two, [failed, passed])).toMatchObject({ status: 0, success: true, filesVerified: 1 });
    expect(ran(two, ".tested")).toEqual(["test/a.txt"]);
    // Also where it passed here before.
    await merge(two, [failed, passed]);
    expect(ran(two, ".tested")).toEqual(["test/a.txt"]);
  });

  it.each<[string, (verdicts: Verdicts, own: StoredVerdict) => void]>([
    ["failed", (verdicts, own) => verdicts.putMany([{ ...own, status: "failed" }])],
    ["was thrown away", (verdicts, own) => void verdicts.evict(own.fingerprint, EVICTIONS.contradicted, "x")],
  ])("runs what %s here, though it passed in a shard", async (_, change) => {
    const team = teamOf([filesCheck]);
    const out = await runShard(team, 1, await plan(team, 1));
    const member = team.clone();
    await member.verify();
    ran(member);
    const store = await openRigStore(member.root, member.home);
    const own = latestVerdict(store, "files", "src/a.txt" as Target);
    if (own !== undefined) change(store.verdicts, own);
    store.close();
    expect(await merge(member, [out])).toMatchObject({ status: 0, filesVerified: 1 });
    expect(ran(member)).toEqual(["src/a.txt"]);
  });

  it("does not ask for less because a shard of another plan is among them", async () => {
    const team = teamOf([filesCheck, shell("whole", "! grep -rq BAD src")]);
    const narrow = await runShard(team, 1, await plan(team, 1, "--check", "files"));
    const file = await plan(team, 1);
    const whole = await runShard(team, 1, file);
    const member = team.clone();
    const { status, stderr } = await member.run(["shard", "merge", narrow, whole]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("These shards belong to different plans.")]);
    const merged = await merge(member, [narrow, whole], "--plan", file);
    expect(merged).toMatchObject({ status: 0, totalChecks: 2 });
    expect(merged.stderr).toContain(`${narrow} belongs to another plan, so what is missing runs here.`);
  });

  it("verifies everything once where everything is asked for", async () => {
    const team = teamOf([filesCheck]);
    const file = await plan(team, 2, "--full");
    const outs = await Promise.all([1, 2].map((index) => runShard(team, index, file)));
    const member = team.clone();
    await member.verify();
    expect(ran(member)).toHaveLength(3);
    expect(await merge(member, outs)).toMatchObject({ status: 0, requestedMode: "full", filesVerified: 0 });
    expect(await merge(member, outs.slice(0, 1))).toMatchObject({ status: 0, success: true });
    expect(ran(member).length).toBeGreaterThan(0);
  });

  it("goes by content: what a shard found in another tree counts for what is the same", async () => {
    const team = teamOf([filesCheck]);
    const file = await plan(team, 1);
    const out = await runShard(team, 1, file);
    const member = team.clone();
    member.write("src/a.txt", "BAD\n");
    expect(await merge(member, [out])).toMatchObject({ status: 1, filesVerified: 1, cacheHits: 2 });
  });

  it("leaves together what depends on one another", async () => {
    const build = shell("build", "mkdir -p dist; echo built > dist/x", {
      type: "build",
      outputs: ["dist/**"],
      files: ["src/**"],
    });
    const team = teamOf(
      [
        build,
        {
          ...testCheck,
          args: ["-c", 'test -e dist/x && echo "$@" >> .tested', "sh", "{files}"],
          dependsOn: ["build"],
        },
        filesCheck,
      ],
      { "test/a.txt": "a\n", "test/b.txt": "b\n", ".gitignore": ".ran\n.tested\ndist/\n" },
    );
    const file = await plan(team, 3);
    const { shards } = JSON.parse(readFileSync(file, "utf8")) as { shards: { work: { check: string }[] }[] };
    const having = shards.filter(({ work }) =>
      work.some(({ check }) => check === "build" || check === "unit"),
    );
    expect(having).toHaveLength(1);
    const outs = await Promise.all([1, 2, 3].map((index) => runShard(team, index, file)));
    const member = team.clone();
    expect(await merge(member, outs)).toMatchObject({ status: 0, success: true, filesVerified: 0 });
    expect(ran(member, ".tested")).toEqual([]);
  });

  it("takes a third of the time with three shards, or not much more", async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`test/${index}.txt`, "x\n"]));
    const slow = { ...testCheck, args: ["-c", "sleep 0.5", "sh", "{files}"] };
    const team = teamOf([slow], files);
    const alone = await team.clone().run(["--json", "--concurrency", "1"]);
    const file = await plan(team, 3);
    const durations: number[] = [];
    for (const index of [1, 2, 3]) {
      const member = team.clone();
      cpSync(file, join(member.root, "plan.json"));
      const args = [
        "shard",
        "run",
        String(index),
        "--plan",
        "plan.json",
        "-o",
        "out",
        "--json",
        "--concurrency",
        "1",
      ];
      durations.push((JSON.parse((await member.run(args)).stdout) as VerificationResult).duration);
    }
    const single = (JSON.parse(alone.stdout) as VerificationResult).duration;
    expect(single / Math.max(...durations)).toBeGreaterThan(1.8);
  });

  it("prints the matrix of a CI system, and refuses what makes no sense", async () => {
    const team = teamOf([filesCheck]);
    const member = team.clone();
    const matrix = await member.run([
      "shard",
      "plan",
      "--shards",
      "2",
      "-o",
      "plan.json",
      "--format",
      "github",
    ]);
    expect(matrix.stdout).toBe('{"shard":[1,2]}\n');
    const jobs = await member.run([
      "shard",
      "plan",
      "--shards",
      "auto",
      "--target",
      "1000",
      "-o",
      "plan.json",
      "--format",
      "gitlab",
    ]);
    expect(jobs.stdout).toBe(
      'verification 1/1:\n  extends: .verification-shard\n  variables:\n    SHARD: "1"\n',
    );
    const shown = await member.run(["shard", "plan", "--shards", "2", "-o", "plan.json"]);
    expect(shown.stdout).toMatch(/^shard 1: \d units?, about .* \(files\)\nshard 2: /);
    for (const [words, says] of [
      [["shard", "plan", "--shards", "0"], "a number from 1 to 256, or auto"],
      [["shard", "plan", "--shards", "2", "--format", "github"], "so the plan needs a file"],
      [["shard", "run", "3", "--plan", "plan.json", "-o", "out"], "a number from 1 to 2"],
      [["shard", "run", "1", "--plan", "absent.json", "-o", "out"], "The plan cannot be read."],
      [["shard", "run", "1", "--plan", ".verification.yml", "-o", "out"], "This is not a plan."],
      [["shard", "merge"], "None of these directories has shard results."],
      [["shard", "merge", "out-*"], "None of these directories has shard results."],
    ] as const) {
      const { status, stderr } = await member.run(words);
      expect([status, stderr]).toEqual([2, expect.stringContaining(says)]);
    }
  });
});
