import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, Replay } from "../../src/index.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";

/** Where a replay has its checkouts, so that a test sees what it leaves. */
function scratch(rig: Rig): { readonly TMPDIR: string; readonly left: () => readonly string[] } {
  const TMPDIR = join(dirname(rig.root), "scratch");
  mkdirSync(TMPDIR, { recursive: true });
  return { TMPDIR, left: () => readdirSync(TMPDIR) };
}

async function replayed(
  rig: Rig,
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly replay: Replay }> {
  const { TMPDIR, left } = scratch(rig);
  const { status, stdout, stderr } = await rig.verification(["replay", ...args, "--json"], {
    env: { TMPDIR },
  });
  expect(left()).toEqual([]);
  expect(stderr).not.toContain("error");
  return { status, replay: JSON.parse(stdout) as Replay };
}

/** Everything about the user's repository that a replay could have touched. */
function stateOf(rig: Rig): readonly string[] {
  return [
    rig.git("status", "--porcelain=v2", "--branch"),
    rig.git("ls-files", "--stage", "--debug"),
    rig.git("for-each-ref"),
    rig.git("reflog", "--all"),
    rig.git("stash", "list"),
    rig.git("worktree", "list"),
    rig.git("config", "--local", "--list"),
    rig.git("count-objects", "--verbose"),
    readdirSync(rig.root, { recursive: true, encoding: "utf8" }).sort().join("\n"),
  ];
}

describe("a replay of commits whose verdicts are right", () => {
  it("agrees everywhere, says what was saved, and leaves the checkout of the user alone", async () => {
    const rig = rigWith(fileCheck(), { name: "syntax", uses: "builtin:syntax" });
    rig.write("src/a.js", 'import "./b.js";\n');
    rig.write("src/b.js", "export {};\n");
    rig.commitAll("first");
    rig.write("src/c.js", "export {};\n");
    rig.commitAll("add");
    rig.write("src/b.js", "export {}; // BAD\n");
    rig.commitAll("break");
    rig.write(".verification.yml", "chekcs: []");
    rig.commitAll("misspell");
    rig.git("checkout", "--quiet", "HEAD~1", "--", ".verification.yml");
    rig.write("src/b.js", "export {}; // fixed\n");
    rig.commitAll("fix");
    rig.git("tag", "here");
    rig.write("src/a.js", "export {};\n");
    rig.git("stash");
    rig.write("src/c.js", "staged\n");
    rig.git("add", "--all");
    rig.write("src/c.js", "edited\n");
    rig.write("untracked.txt", "");
    const before = stateOf(rig);

    const { status, replay } = await replayed(rig, "HEAD~4..");

    expect(stateOf(rig)).toEqual(before);
    expect(status).toBe(0);
    expect(replay).toMatchObject({
      success: true,
      warmUp: rig.git("rev-parse", "HEAD~4").trim(),
      commits: [
        { subject: "add", outcome: "agrees", changedFiles: ["src/c.js"], incremental: { unitsRun: 2 } },
        // a.js imports what changed.
        { subject: "break", outcome: "agrees", incremental: { failed: 1, unitsRun: 3, unitsStood: 4 } },
        { subject: "misspell", outcome: "not-run", why: expect.stringContaining("chekcs") as string },
        { subject: "fix", outcome: "agrees", full: { failed: 0, unitsStood: 0 } },
      ],
      totals: { compared: 3, agreeing: 3, notRun: 1, stale: 0 },
    });
    expect(replay.totals.unitsSaved).toBeGreaterThan(0.4);
  });

  it("takes the configuration of the commit, or else the current one, or the one that is given", async () => {
    const rig = new Rig();
    rig.write("a.txt", "1");
    rig.commitAll("without");
    rig.checks(shell("own", "true"));
    rig.commitAll("with");
    rig.checks(shell("edited", "true"));
    const origins = async (...args: readonly string[]): Promise<unknown> =>
      (await replayed(rig, "2", ...args)).replay.commits.map((commit) => commit.configuration);
    expect(await origins()).toEqual(["current", "commit"]);
    expect(await origins("--config", ".verification.yml", "--check", "edited")).toEqual(["given", "given"]);
  });
});

describe("a replay finds", () => {
  /** Fails if a file says BAD whose name is made up while it runs. */
  const BLIND = `
    const name = ["den", "hid"].toReversed().join("") + ".txt";
    if (require("node:fs").readFileSync(name, "utf8").includes("BAD")) process.exit(1);
  `;
  const blind = (name: string, args: readonly string[], fields: Partial<CheckInput> = {}): CheckInput => ({
    name,
    type: "lint",
    command: process.execPath,
    args: ["blind.cjs", ...args],
    files: ["src/**"],
    follow: "none",
    ...fields,
  });

  it("a replay finds a verdict that was reused although an undeclared input changed, and names it", async () => {
    const rig = rigWith(blind("blind", ["{files}"]));
    rig.write("blind.cjs", BLIND);
    rig.write("hidden.txt", "fine");
    rig.write("src/a.txt", "1");
    rig.write("src/b.txt", "1");
    const first = rig.commitAll("first");
    rig.write("hidden.txt", "BAD");
    rig.commitAll("break unseen");

    const { status, replay } = await replayed(rig, "1");

    expect(status).toBe(1);
    expect(replay).toMatchObject({ success: false, totals: { compared: 1, agreeing: 0, stale: 1 } });
    expect(replay.commits[0]?.differences).toMatchObject([
      {
        check: "blind",
        incremental: "passed",
        full: "failed: exit code 1",
        cause: {
          type: "stale",
          units: [{ target: "src/a.txt", stood: "passed", since: first, changedSince: ["hidden.txt"] }],
        },
      },
    ]);
    const shown = await rig.verification(["replay", "HEAD"]);
    expect(shown.stdout).toContain("stale: the cached verdict of src/a.txt was passed");
    expect(shown.stdout).toContain("changed since, without changing the fingerprint: hidden.txt");
  });

  it("a replay finds a stale verdict of the whole project, and does not blame what was skipped because of it", async () => {
    const rig = rigWith(blind("whole", []), shell("after", "true", { dependsOn: ["whole"] }));
    rig.write("blind.cjs", BLIND);
    rig.write("hidden.txt", "BAD");
    rig.write("src/a.txt", "1");
    rig.commitAll("first");
    rig.write("hidden.txt", "fine");
    rig.commitAll("fix unseen");
    const { status, replay } = await replayed(rig, "1");
    expect(status).toBe(1);
    expect(replay.commits[0]?.differences).toMatchObject([
      { check: "whole", cause: { type: "stale", units: [{ target: "", stood: "failed" }] } },
      { check: "after", cause: { type: "consequence", why: "whole did not pass" } },
    ]);
  });

  it("a replay finds what is not deterministic, and fails nothing for it", async () => {
    const rig = rigWith(shell("moody", "echo x >> ../count; test $(($(wc -l < ../count) % 2)) = 0"));
    rig.write("a.txt", "1");
    rig.commitAll("first");
    rig.write("a.txt", "2");
    rig.commitAll("second");
    const { status, replay } = await replayed(rig, "1");
    expect(status).toBe(0);
    expect(replay.totals).toMatchObject({ compared: 1, agreeing: 0, stale: 0, notDeterministic: 1 });
    expect(replay.commits[0]?.differences).toMatchObject([{ cause: { type: "not-deterministic" } }]);
  });

  it("a replay finds what depends on what an earlier run left in the checkout", async () => {
    const rig = rigWith(shell("tidy", "test ! -e .ran && touch .ran"));
    rig.write("a.txt", "1");
    rig.commitAll("first");
    rig.write("a.txt", "2");
    rig.commitAll("second");
    const { status, replay } = await replayed(rig, "1");
    expect(status).toBe(1);
    expect(replay.commits[0]?.differences).toMatchObject([{ cause: { type: "left-behind" } }]);
  });
});

describe("the packages of a replayed commit", () => {
  it("are those that are installed, and a package of the repository is that of the commit", async () => {
    const rig = rigWith({ name: "tool", type: "lint", command: "tool", files: ["packages/**"] });
    rig.write("package.json", '{"workspaces":["packages/*"]}');
    rig.write("package-lock.json", "1");
    rig.write("packages/own/package.json", '{"name":"own","version":"1.0.0"}');
    rig.write("packages/own/words.txt", "good");
    rig.commitAll("first");
    rig.write("packages/own/words.txt", "BAD");
    rig.commitAll("break");
    rig.write("packages/own/words.txt", "good again");
    rig.write("package-lock.json", "2");
    rig.commitAll("fix");
    rig.write("notes.txt", "");
    rig.commitAll("note");
    rig.write("node_modules/tool/package.json", '{"name":"tool","version":"1.0.0","bin":"tool"}');
    rig.write("node_modules/tool/tool", "#!/bin/sh\n! grep BAD node_modules/own/words.txt\n");
    mkdirSync(join(rig.root, "node_modules/.bin"));
    symlinkSync("../tool/tool", join(rig.root, "node_modules/.bin/tool"));
    symlinkSync("../packages/own", join(rig.root, "node_modules/own"));
    chmodSync(join(rig.root, "node_modules/tool/tool"), 0o755);

    const { status, replay } = await replayed(rig, "3");

    expect(status).toBe(0);
    expect(replay.commits).toMatchObject([
      { outcome: "agrees", packages: "linked", otherLockfile: true, full: { failed: 1 } },
      { outcome: "agrees", packages: "linked", otherLockfile: false, full: { failed: 0 } },
      { outcome: "agrees", incremental: { unitsStood: 1 }, full: { unitsStood: 0 } },
    ]);
  });

  it("are prepared again when a lockfile changed, and only then", async () => {
    const rig = rigWith(shell("installed", "cmp node_modules/lock package-lock.json"));
    const lock = (text: string): void => {
      rig.write("package-lock.json", text);
      rig.commitAll(text);
    };
    lock("1");
    rig.write("a.txt", "");
    rig.commitAll("other");
    lock("2");
    lock("broken");
    const log = join(dirname(rig.root), "prepared");
    const script = `cat package-lock.json >> "${log}"; ! grep broken package-lock.json && mkdir -p node_modules && cp package-lock.json node_modules/lock`;
    const { replay } = await replayed(rig, "3", "--prepare", `sh -c '${script}'`);
    expect(readFileSync(log, "utf8")).toBe("1122broken");
    expect(replay.commits).toMatchObject([
      { outcome: "agrees", packages: "prepared", full: { failed: 0 } },
      { outcome: "agrees", packages: "prepared", full: { failed: 0 } },
      { outcome: "not-run", why: expect.stringContaining("exit code 1") as string },
    ]);
  });
});

describe("a replay that is interrupted", () => {
  it("ends what runs, reports what was done by then, and leaves nothing behind", async () => {
    const rig = new Rig();
    rig.checks({ name: "held", type: "lint", ...rig.controlled("held") });
    for (const text of ["1", "2", "3"]) {
      rig.write("a.txt", text);
      rig.commitAll(text);
    }
    const { TMPDIR, left } = scratch(rig);
    const { child, ended } = rig.start(["replay", "HEAD~2..", "--json"], { env: { TMPDIR } });
    // The one before the first, then incrementally and afresh.
    for (let run = 0; run < 3; run++) (await rig.started("held")).exit(0);
    await rig.started("held");
    child.kill("SIGINT");
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({
      interrupted: true,
      success: false,
      commits: [{ subject: "2", outcome: "agrees" }],
      totals: { commits: 1 },
    });
    expect(left()).toEqual([]);
  });
});

describe("a replay that cannot be", () => {
  it("says why, and exits with 2", async () => {
    const rig = rigWith(shell("fine", "true"));
    rig.commitAll("first");
    const refused = async (...args: readonly string[]): Promise<unknown> => {
      const { status, stderr } = await rig.verification(["replay", ...args]);
      return [status, stderr.split("\n")[0]];
    };
    expect(await refused("nowhere")).toEqual([2, 'error: "nowhere" is not a commit of this repository.']);
    expect(await refused("HEAD", "--prepare", "a && b")).toEqual([2, "error: This is not one command."]);
    expect(await refused("HEAD", "--config", "gone.yml")).toEqual([
      2,
      "error: The configuration file gone.yml does not exist.",
    ]);
    // No commit is visited, unless one of them may know the name.
    expect(await refused("HEAD", "--check", "none")).toEqual([2, 'error: There is no check "none".']);
    rig.checks(shell("other", "true"));
    rig.commitAll("second");
    const { status, replay } = await replayed(rig, "2", "--check", "fine");
    expect([status, replay.totals.compared]).toEqual([0, 1]);
    const outside = new Rig({ git: false });
    expect((await outside.verification(["replay", "5"])).status).toBe(2);
  });
});
