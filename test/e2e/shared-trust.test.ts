import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contentOf, publish, sealFor } from "../rig/forge-bundle.ts";
import { createWriter, filesCheck, Team, type Member, type Writer } from "../rig/team.ts";
import { shell } from "../rig/rig.ts";

/** A failure of several files together is nobody's own. */
const oneByOne = { ...filesCheck, batch: 1 };

/** A repository whose main branch fails, an attacker who may write anything to the storage, and a forged pass. */
async function attack(trust: readonly string[] = []): Promise<{
  readonly team: Team;
  readonly attacker: Member;
  readonly mallory: Writer;
}> {
  const team = new Team();
  const mallory = createWriter("mallory");
  const keys = [
    `${team.ci.key.publicText} ci`,
    ...trust.map((words) => words.replace("KEY", mallory.key.publicText)),
  ];
  const author = team.clone();
  author.config([oneByOne], { trust: keys });
  author.write("src/a.txt", "BAD\n");
  author.commit();
  author.git("push", "--quiet", "origin", "HEAD:main");
  const attacker = team.clone();
  expect((await attacker.verify()).success).toBe(false);
  return { team, attacker, mallory };
}

const REFUSED = "Shared cache: 1 of what it has was refused (1 by an unknown writer).";

describe("a pull request's writer who may write anything to the storage", () => {
  it("makes main green only with a key that main trusts", async () => {
    const { team, attacker, mallory } = await attack();
    const content = await contentOf(attacker, "passed");
    publish(team, [{ writer: mallory, ...sealFor(team, mallory, { content }) }]);
    const victim = await team.clone().verify();
    expect(victim).toMatchObject({ success: false, filesVerified: 3, cacheHits: 0, warnings: [REFUSED] });
    // The same with the key of somebody who is trusted is believed: nothing else is wrong with it.
    publish(team, [{ writer: team.ci, ...sealFor(team, team.ci, { content }) }]);
    expect(await team.clone().verify()).toMatchObject({ success: true, filesVerified: 0, cacheHits: 3 });
  });

  it("gains nothing by a change that trusts the own key, or names another place", async () => {
    const { team, attacker, mallory } = await attack();
    const content = await contentOf(attacker, "passed");
    for (const scope of ["main", "topic"])
      publish(team, [{ writer: mallory, ...sealFor(team, mallory, { content, scope }) }], scope);
    attacker.git("switch", "--quiet", "--create", "topic");
    attacker.config([oneByOne], { trust: [`${mallory.key.publicText} mallory`] });
    attacker.commit();
    attacker.git("push", "--quiet", "origin", "topic");
    const reviewer = team.clone();
    reviewer.git("switch", "--quiet", "topic");
    expect(await reviewer.verify()).toMatchObject({ success: false, cacheHits: 0 });
    const other = `file://${join(team.directory, "mallorys")}`;
    reviewer.config([oneByOne], { url: other, trust: [`${mallory.key.publicText} mallory`] });
    await reviewer.verify(mallory);
    const { stdout } = await reviewer.run(["cache", "stats"]);
    expect(stdout).toContain(team.cache);
    expect(stdout).not.toContain("mallorys");
  });

  it("is not believed for main with a key that is trusted for branches", async () => {
    const { team, attacker, mallory } = await attack(["KEY branches mallory"]);
    const content = await contentOf(attacker, "passed");
    publish(team, [{ writer: mallory, ...sealFor(team, mallory, { content }) }]);
    expect(await team.clone().verify()).toMatchObject({ success: false, filesVerified: 3, cacheHits: 0 });
    // What is honestly signed for a branch is not what main reads, wherever it lies.
    const forTopic = sealFor(team, mallory, { content, scope: "topic" });
    publish(team, [{ writer: mallory, ...forTopic }]);
    expect(await team.clone().verify()).toMatchObject({ success: false, filesVerified: 3, cacheHits: 0 });
    publish(team, [{ writer: team.ci, ...forTopic }]);
    const { success, warnings } = await team.clone().verify();
    expect([success, warnings]).toEqual([
      false,
      ["Shared cache: 1 of what it has was refused (1 of another scope)."],
    ]);
    publish(team, [{ writer: mallory, ...forTopic }], "topic");
    const topic = team.clone();
    topic.git("switch", "--quiet", "--create", "topic");
    expect(await topic.verify()).toMatchObject({ success: true, cacheHits: 3 });
    // Nor does main take it from a clone that took it over for the branch, with the same files.
    topic.git("switch", "--quiet", "main");
    expect(await topic.verify()).toMatchObject({ success: false, filesVerified: 3, cacheHits: 0 });
    topic.git("switch", "--quiet", "topic");
  });

  it("cannot pass on a bundle of another repository, or a damaged one", async () => {
    const { team, attacker } = await attack();
    const content = await contentOf(attacker, "passed");
    const elsewhere = sealFor(team, team.ci, { content, repository: "example.org/other" });
    publish(team, [{ writer: team.ci, ...elsewhere }]);
    expect(await team.clone().verify()).toMatchObject({
      success: false,
      warnings: ["Shared cache: 1 of what it has was refused (1 of another repository)."],
    });
    const right = sealFor(team, team.ci, { content });
    publish(team, [{ writer: team.ci, ...right }]);
    const file = join(team.cache, right.listed.id.slice(0, 2), right.listed.id);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 1));
    expect(await team.clone().verify()).toMatchObject({
      success: false,
      warnings: ["Shared cache: 1 of what it has was refused (1 damaged)."],
    });
    writeFileSync(file, Buffer.alloc(64 * 1024 * 1024));
    const { success, warnings } = await team.clone().verify();
    expect([success, warnings.length]).toEqual([false, 1]);
  });
});

describe("two verdicts for one fingerprint", () => {
  it("are both not believed: the unit runs, and the report says why", async () => {
    const alice = createWriter("alice");
    const team = new Team();
    const author = team.clone();
    author.config([filesCheck], {
      trust: [`${team.ci.key.publicText} ci`, `${alice.key.publicText} alice`],
    });
    author.commit();
    author.git("push", "--quiet", "origin", "HEAD:main");
    const one = team.clone();
    await one.verify();
    const [passed, failed] = [await contentOf(one, "passed"), await contentOf(one, "failed")];
    publish(team, [
      { writer: team.ci, ...sealFor(team, team.ci, { content: passed }) },
      { writer: alice, ...sealFor(team, alice, { content: failed }) },
    ]);
    const reader = team.clone();
    const result = await reader.verify();
    expect(result).toMatchObject({ success: true, filesVerified: 3, cacheHits: 0 });
    expect(result.scope.scopeRationale.map(({ reason }) => reason)).toEqual(Array(3).fill("contested"));
    // What this machine has seen itself since is what counts here.
    expect(await reader.verify()).toMatchObject({ success: true, filesVerified: 0, cacheHits: 3 });
  });

  it("are not believed either where one writer gives both, in two runs", async () => {
    const team = new Team();
    const one = team.clone();
    await one.verify();
    const sealed = (["passed", "failed"] as const).map(async (status, index) => {
      const content = await contentOf(one, status);
      const runId = `20260101-00000${index}-abcdef`;
      const own = { ...content, verdicts: content.verdicts.map((verdict) => ({ ...verdict, runId })) };
      return { writer: team.ci, ...sealFor(team, team.ci, { content: own, runId }) };
    });
    publish(team, await Promise.all(sealed));
    const { filesVerified, scope } = await team.clone().verify();
    expect([filesVerified, scope.scopeRationale[0]?.reason]).toEqual([3, "contested"]);
  });
});

describe("who is trusted", () => {
  it("is what the base branch says on the remote: without it nothing shared is read, and one line says so", async () => {
    const team = new Team();
    await team.clone().verify(team.ci);
    const lost = team.clone();
    lost.git("update-ref", "-d", "refs/remotes/origin/main");
    const { filesVerified, warnings } = await lost.verify();
    expect([filesVerified, warnings]).toEqual([
      3,
      [
        expect.stringMatching(
          /^Nothing is read from the shared cache: this clone does not have origin\/main/,
        ),
      ],
    ]);
    const headless = team.clone();
    headless.git("remote", "set-head", "origin", "--delete");
    expect((await headless.verify()).warnings).toEqual([
      expect.stringMatching(/does not know the base branch of origin: run git remote set-head origin --auto/),
    ]);
    headless.git("remote", "set-head", "origin", "--auto");
    // What it has found itself since is its own.
    expect(await headless.verify()).toMatchObject({ filesVerified: 0, warnings: [] });
    const alone = team.clone();
    alone.git("remote", "remove", "origin");
    expect((await alone.verify()).warnings).toEqual([expect.stringContaining("no remote called origin")]);
  });

  it("is asked again in every run: what a key signed that is trusted no more does not count", async () => {
    const team = new Team();
    await team.clone().verify(team.ci);
    const reader = team.clone();
    expect(await reader.verify()).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    expect(await reader.verify()).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    const admin = team.clone();
    admin.config([filesCheck], { trust: [createWriter("other").key.publicText] });
    admin.commit();
    admin.git("push", "--quiet", "origin", "HEAD:main");
    reader.git("fetch", "--quiet");
    expect(await reader.verify()).toMatchObject({ filesVerified: 3, cacheHits: 0 });
  });

  it("can be said by files of the base branch, with names, and what is no key there is told", async () => {
    const team = new Team({ remote: { trust: ["keys/trusted", "keys/absent"] } });
    const admin = team.clone();
    admin.write("keys/trusted", `# who verifies\n\n${team.ci.key.publicText} build-server\nnonsense\n`);
    admin.commit();
    admin.git("push", "--quiet", "origin", "HEAD:main");
    await team.clone().verify(team.ci);
    const reader = team.clone();
    // What the working tree says of them does not count.
    reader.write("keys/trusted", "");
    const { cacheHits, warnings } = await reader.verify();
    expect([cacheHits, warnings]).toEqual([
      3,
      [expect.stringContaining('"nonsense" in trust'), expect.stringContaining('"keys/absent" in trust')],
    ]);
    const { stdout } = await reader.run(["cache", "why", "src/a.txt"]);
    expect(stdout).toMatch(
      /files src\/a\.txt: passed, from another machine: signed by build-server \(key [0-9a-f]{16}\) for main, run \d{8}-\d{6}-[0-9a-f]{6}, \d{4}-/,
    );
  });
});

describe("what only this program may know", () => {
  it("is in the environment of no check, and in no report", async () => {
    const team = new Team();
    const one = team.clone();
    const token = "tok-5f0c1e7a9b3d4e6f8a1b";
    one.config([shell("look", `env > .seen; echo ${token} ${team.ci.secret}; exit 1`)]);
    const { stdout, stderr } = await one.run(["--json"], team.ci, { VERIFICATION_CACHE_TOKEN: token });
    const seen = readFileSync(join(one.root, ".seen"), "utf8");
    for (const text of [stdout, stderr, seen]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(team.ci.secret);
      expect(text).not.toContain(team.ci.secret.slice("ed25519-secret:".length));
    }
    expect(seen).not.toMatch(/VERIFICATION_(?:CACHE|STORE)/);
  });
});

describe("what lies above a checkout", () => {
  it("keeps it from what others have verified without it", async () => {
    const team = new Team();
    await team.clone().verify(team.ci);
    const reader = team.clone();
    const above = join(reader.home, "package.json");
    writeFileSync(above, "{}");
    const { filesVerified, warnings } = await reader.verify();
    expect([filesVerified, warnings]).toEqual([
      3,
      [expect.stringContaining(`${above} is above the repository`)],
    ]);
    const other = team.clone();
    expect(await other.verify()).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    // Also where it comes later, and the last run would answer.
    writeFileSync(join(other.home, ".eslintrc.json"), "{}");
    expect(await other.verify()).toMatchObject({ filesVerified: 3, cacheHits: 0 });
  });

  it("counts for what was seen to be looked for there", async () => {
    const climbs =
      'd=$PWD; while [ "$d" != / ]; do d=$(dirname "$d"); cat "$d/own-settings.cfg" && exit 1; done; true';
    const team = new Team({ checks: [shell("climbs", climbs, { type: "test", trace: "full" })] });
    expect(await team.clone().verify(team.ci)).toMatchObject({ success: true, filesVerified: 1 });
    expect(await team.clone().verify()).toMatchObject({ success: true, filesVerified: 0, cacheHits: 1 });
    const reader = team.clone();
    // Where no other clone has a directory.
    writeFileSync(join(reader.root, "../own-settings.cfg"), "");
    expect(await reader.verify()).toMatchObject({ success: false, filesVerified: 1 });
  });
});
