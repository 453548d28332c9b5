import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesCheck, Team, type Member } from "../rig/team.ts";
import { shell } from "../rig/rig.ts";
import { findStrace } from "../rig/strace.ts";

function ran(member: Member): string {
  const file = join(member.root, ".ran");
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  rmSync(file, { force: true });
  return text;
}

describe("two clones with one cache", () => {
  it("verify once, from other paths and as other users", async () => {
    const team = new Team({ checks: [filesCheck, shell("whole", "echo whole >> .ran")] });
    const [one, two] = [team.clone(), team.clone()];
    expect(await one.verify(team.ci)).toMatchObject({ success: true, filesVerified: 4, warnings: [] });
    expect(await two.verify()).toMatchObject({ success: true, filesVerified: 0, cacheHits: 4, warnings: [] });
    expect(ran(two)).toBe("");
    // Answered from memory.
    expect(await two.verify()).toMatchObject({ success: true, filesVerified: 0, cacheHits: 4 });
    two.write("src/b.txt", "other\n");
    expect(await two.verify()).toMatchObject({ filesVerified: 2, cacheHits: 2 });
  });

  it("do not take the form in which each keeps the value of a variable for a difference", async () => {
    const team = new Team();
    const [one, two, set] = [team.clone(), team.clone(), { LANG: "C.UTF-8" }];
    await one.verify(team.ci, set);
    expect(await two.verify(null, set)).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    expect((await two.run(["explain", "src/a.txt"], null, set)).stdout).not.toContain("env:");
  });

  it("verify once also what was watched, wherever the clones lie and whoever manages the versions of their tools", async () => {
    findStrace();
    const team = new Team({
      checks: [
        { name: "reads", type: "test", command: "node", args: ["{files}"], files: ["test/**"], trace: "on" },
      ],
    });
    const author = team.clone();
    author.write(
      "test/a.js",
      'require("../lib/x.js"); require("fs").readFileSync(__dirname + "/../src/a.txt");\n',
    );
    author.write("lib/x.js", "");
    author.commit();
    author.git("push", "--quiet", "origin", "HEAD:main");
    const withNode = (member: Member): { PATH: string } => {
      const directory = join(member.home, ".nvm/versions/node/v1/bin");
      mkdirSync(directory, { recursive: true });
      copyFileSync(process.execPath, join(directory, "node"));
      return { PATH: `${directory}:${process.env["PATH"] ?? ""}` };
    };
    const [one, two, three] = [team.clone(), team.clone(), team.clone()];
    expect(await one.verify(team.ci, withNode(one))).toMatchObject({ success: true, filesVerified: 1 });
    const { results } = await two.verify(null, withNode(two));
    expect(results).toMatchObject([{ check: "reads", filesVerified: 0, cacheHits: 1, observed: 1 }]);
    // What was read counts as it is here.
    three.write("src/a.txt", "other\n");
    expect(await three.verify(null, withNode(three))).toMatchObject({ filesVerified: 1, cacheHits: 0 });
  });
});

describe("a branch", () => {
  it("writes for itself alone, and reads what main has verified too", async () => {
    const team = new Team();
    const [main, author] = [team.clone(), team.clone()];
    await main.verify(team.ci);
    author.git("switch", "--quiet", "--create", "topic");
    author.write("src/d.txt", "new\n");
    author.commit();
    author.git("push", "--quiet", "origin", "topic");
    expect(await author.verify(team.ci)).toMatchObject({ filesVerified: 1, cacheHits: 3 });
    const reviewer = team.clone();
    reviewer.git("switch", "--quiet", "topic");
    expect(await reviewer.verify()).toMatchObject({ filesVerified: 0, cacheHits: 4 });
    author.git("push", "--quiet", "origin", "topic:main");
    // Merged, it is verified once more: main reads nothing of a branch.
    const merged = team.clone();
    expect(await merged.verify()).toMatchObject({ filesVerified: 1, cacheHits: 3 });
    // The same in the clone that took it over for the branch.
    reviewer.git("fetch", "--quiet");
    reviewer.git("switch", "--quiet", "main");
    reviewer.git("merge", "--quiet", "--ff-only", "origin/main");
    expect(await reviewer.verify()).toMatchObject({ filesVerified: 1, cacheHits: 3 });
  });

  it("a branch that is main writes only what the remote has", async () => {
    const team = new Team();
    const ahead = team.clone();
    ahead.write("src/d.txt", "not pushed\n");
    ahead.commit();
    expect(await ahead.verify(team.ci)).toMatchObject({ filesVerified: 4 });
    expect(existsSync(team.cache)).toBe(false);
    const pushed = await ahead.run(["cache", "push"], team.ci);
    expect([pushed.status, pushed.stdout]).toEqual([
      1,
      "Nothing was shared: this commit is not on origin/main, so nothing is written for main.\n",
    ]);
    ahead.git("push", "--quiet", "origin", "HEAD:main");
    expect((await ahead.run(["cache", "push"], team.ci)).stdout).toMatch(/^Shared 4 verdicts \(1 bundle, /);
  });
});

describe("in CI", () => {
  const github = (team: Team, event: string, payload: object): Readonly<Record<string, string>> => {
    const path = join(team.directory, `${event}.json`);
    const repository = { full_name: "team/app", default_branch: "main" };
    writeFileSync(path, JSON.stringify({ repository, ...payload }));
    return { CI: "true", GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: path };
  };
  const head = (full_name: string): object => ({ pull_request: { head: { repo: { full_name } } } });

  it("a pull request from a fork reads and never writes, and so does what nobody can tell", async () => {
    const team = new Team();
    const push = { ...github(team, "push", {}), GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" };
    const jobs = [
      { ...github(team, "pull_request", head("mallory/app")), GITHUB_HEAD_REF: "main" },
      { ...github(team, "pull_request", {}), GITHUB_HEAD_REF: "topic" },
      {
        ...github(team, "pull_request_target", head("mallory/app")),
        GITHUB_REF_NAME: "main",
        GITHUB_REF_TYPE: "branch",
      },
      { CI: "true" },
      {
        CI: "true",
        GITLAB_CI: "true",
        CI_DEFAULT_BRANCH: "main",
        CI_MERGE_REQUEST_IID: "1",
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "main",
        CI_MERGE_REQUEST_PROJECT_PATH: "team/app",
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "mallory/app",
      },
    ];
    for (const job of jobs) {
      expect((await team.clone().verify(team.ci, job)).filesVerified).toBe(3);
      expect(existsSync(team.cache)).toBe(false);
    }
    await team.clone().verify(team.ci, push);
    for (const job of jobs) expect((await team.clone().verify(team.ci, job)).filesVerified).toBe(0);
  });

  it("the base branch is known from what CI says, where the clone does not say it", async () => {
    const team = new Team();
    const push = { ...github(team, "push", {}), GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" };
    const job = team.clone();
    job.git("remote", "set-head", "origin", "--delete");
    job.git("switch", "--quiet", "--detach");
    expect(await job.verify(team.ci, push)).toMatchObject({ filesVerified: 3, warnings: [] });
    expect(await team.clone().verify(null, push)).toMatchObject({ filesVerified: 0, cacheHits: 3 });
  });

  it("a key that lies on the machine signs nothing", async () => {
    const team = new Team();
    const job = team.clone();
    const { stdout } = await job.run(["cache", "keygen", "--json", "--name", "runner"]);
    const { trust } = JSON.parse(stdout) as { trust: string };
    job.config([filesCheck], { trust: [trust], mode: "read-write" });
    job.commit();
    job.git("push", "--quiet", "origin", "HEAD:main");
    await job.verify(null, { CI: "true" });
    expect(existsSync(team.cache)).toBe(false);
    job.write("src/a.txt", "changed\n");
    await job.verify();
    expect(existsSync(team.cache)).toBe(true);
  });
});

describe("the commands", () => {
  it("lead from a key to the first hit on a second machine", async () => {
    const team = new Team({ remote: { trust: [] } });
    const alice = team.clone();
    const made = await alice.run(["cache", "keygen", "--name", "alice"]);
    const [, trust = ""] = /^ {2}- (ed25519:\S+ alice)$/m.exec(made.stdout) ?? [];
    expect(made.stdout).toContain(join(alice.home, ".local/state/incremental-verification/cache.key"));
    expect((await alice.run(["cache", "keygen", "--name", "alice"])).stdout).toContain(trust);
    expect((await alice.verify()).warnings).toEqual([
      "origin/main trusts no key, so nothing shared is read.",
    ]);
    alice.config([filesCheck], { trust: [trust] });
    alice.commit();
    alice.git("push", "--quiet", "origin", "HEAD:main");
    expect((await alice.run(["cache", "push"])).stdout).toMatch(
      /^Shared 3 verdicts \(1 bundle, .* KiB\)\.\n/,
    );
    const bob = team.clone();
    const pulled = await bob.run(["cache", "pull"]);
    expect([pulled.status, pulled.stdout]).toEqual([
      0,
      expect.stringMatching(/^Fetched 3 verdicts \(1 bundle, .* KiB, 2 requests\)\.\n$/),
    ]);
    expect(await bob.verify()).toMatchObject({ filesVerified: 0, cacheHits: 3 });
    const stats = await bob.run(["cache", "stats"]);
    expect(stats.stdout).toMatch(/elsewhere +3 of them from other machines/);
    expect(stats.stdout).toMatch(/reads +main\nwrites +nothing: there is no key to sign with/);
    expect(stats.stdout).toMatch(/trusts +alice \([0-9a-f]{16}\)/);
    const explained = await bob.run(["explain", "src/a.txt"]);
    expect(explained.stdout).toContain("by alice for main, on another machine");
    const own = await alice.run(["cache", "why", "files"]);
    expect(own.stdout).toMatch(/files src\/a\.txt: passed, from this machine, run /);
    const { units } = JSON.parse((await bob.run(["cache", "why", "src/a.txt", "--json"])).stdout) as {
      units: { verdict: { from: { name: string; scope: string } } }[];
    };
    expect(units[0]?.verdict.from).toMatchObject({ name: "alice", scope: "main" });
  });

  it("make a key for another machine, and keep nothing of it", async () => {
    const team = new Team();
    const one = team.clone();
    const { stdout } = await one.run(["cache", "keygen", "--print", "--branches", "--name", "ci", "--json"]);
    const { trust, secretKey } = JSON.parse(stdout) as { trust: string; secretKey: string };
    expect([trust, secretKey]).toEqual([
      expect.stringMatching(/^ed25519:[\w-]{43} branches ci$/),
      expect.stringMatching(/^ed25519-secret:[\w-]{43}$/),
    ]);
    expect(existsSync(join(one.home, ".local/state/incremental-verification/cache.key"))).toBe(false);
  });

  it("the commands of the shared cache say what is missing", async () => {
    const team = new Team();
    const one = team.clone();
    one.write(".verification.yml", "checks: [{ name: a, command: 'true' }]\n");
    for (const action of ["pull", "push"])
      expect(await one.run(["cache", action])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("No shared cache is declared."),
      });
    expect(await one.run(["cache", "why"])).toMatchObject({ status: 2 });
    one.write(".verification.yml", "cache: { remote: { url: 'ftp://x' } }\n");
    expect((await one.run([])).stderr).toMatch(/:1:\d+.*\n?.*https:\/\/, http:\/\/ or file:/s);
  });
});

describe("several writers at once", () => {
  it("lose nothing: who comes after them verifies nothing", async () => {
    const team = new Team();
    const names = Array.from({ length: 8 }, (_, index) => `src/w${index}.txt`);
    const writers = names.map((name) => ({ name, member: team.clone() }));
    await Promise.all(
      writers.map(({ name, member }) => {
        member.write(name, `${name}\n`);
        return member.start([], team.ci);
      }),
    );
    const reader = team.clone();
    for (const name of names) reader.write(name, `${name}\n`);
    expect(await reader.verify()).toMatchObject({ filesVerified: 0, cacheHits: 11, warnings: [] });
  });

  it("write few bundles after many runs, and one that reads them asks for few", async () => {
    const team = new Team();
    const writer = team.clone();
    for (let round = 0; round < 12; round++) {
      writer.write("src/a.txt", `${round}\n`);
      await writer.verify(team.ci);
    }
    const reader = team.clone();
    reader.write("src/a.txt", "11\n");
    const { stdout } = await reader.run(["cache", "pull", "--json"]);
    expect((JSON.parse(stdout) as { requests: number }).requests).toBeLessThan(8);
    expect(await reader.verify()).toMatchObject({ filesVerified: 0, cacheHits: 3 });
  });
});
