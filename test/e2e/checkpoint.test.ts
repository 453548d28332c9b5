import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, Checkpoint } from "../../src/index.ts";
import { fileCheck, ran, rigWith } from "../rig/incremental.ts";
import { Rig, shell, type Ended } from "../rig/rig.ts";

const isGood = shell("good", "echo good >> .ran; ! grep BAD a.txt", { type: "test" });

/** A committed repository; the identity that its commits were made with is not configured. */
function committed(...checks: readonly CheckInput[]): Rig {
  const rig = rigWith(...(checks.length === 0 ? [isGood] : checks));
  rig.write("a.txt", "1");
  rig.commitAll();
  return rig;
}

async function verifiedRig(...checks: readonly CheckInput[]): Promise<Rig> {
  const rig = committed(...checks);
  expect((await rig.verification()).status).toBe(0);
  ran(rig);
  return rig;
}

function set(rig: Rig, name = "v1", cwd = rig.root): Promise<Ended> {
  return rig.verification(["checkpoint", name], { cwd });
}

async function setJson(rig: Rig, name = "v1"): Promise<{ status: number | null; document: Checkpoint }> {
  const { status, stdout } = await rig.verification(["checkpoint", name, "--json"]);
  return { status, document: JSON.parse(stdout) as Checkpoint };
}

function tags(rig: Rig): readonly string[] {
  return rig
    .git("for-each-ref", "--format=%(refname:short) %(objecttype) %(objectname)", "refs/tags")
    .split("\n")
    .filter((line) => line !== "");
}

describe("a checkpoint of a clean and verified commit", () => {
  it("is a light tag, set without running anything and without an identity", async () => {
    const rig = await verifiedRig();
    const head = rig.git("rev-parse", "HEAD").trim();
    const { status, stdout } = await set(rig);
    expect([status, stdout]).toEqual([0, `✓ verification-v1 is at ${head.slice(0, 12)}; 1 check verified\n`]);
    expect(tags(rig)).toEqual([`verification-v1 commit ${head}`]);
    expect(ran(rig)).toEqual([]);
  });

  it("is told as one document", async () => {
    const rig = await verifiedRig(isGood, shell("off", "false", { enabled: false }));
    const head = rig.git("rev-parse", "HEAD").trim();
    expect(await setJson(rig)).toEqual({
      status: 0,
      document: {
        schemaVersion: 1,
        name: "v1",
        tag: "verification-v1",
        commit: head,
        branch: "main",
        success: true,
        created: true,
        moved: false,
        previousCommit: null,
        uncommittedFiles: [],
        verified: ["good"],
        unverified: [],
      },
    });
  });

  it("is set again after an edit that was taken back", async () => {
    const rig = await verifiedRig();
    rig.write("a.txt", "2");
    expect((await rig.verification()).status).toBe(0);
    rig.write("a.txt", "1");
    ran(rig);
    expect((await set(rig)).status).toBe(0);
    expect(ran(rig)).toEqual([]);
  });

  it("moves with the name, and says from where", async () => {
    const rig = await verifiedRig();
    const first = rig.git("rev-parse", "HEAD").trim();
    await set(rig);
    expect((await set(rig)).stdout).toContain("was already at");
    rig.write("a.txt", "2");
    const second = rig.commitAll();
    await rig.verification();
    const { status, stdout } = await set(rig);
    expect(status).toBe(0);
    expect(stdout).toContain(`is at ${second.slice(0, 12)}, moved from ${first.slice(0, 12)}`);
    expect(tags(rig)).toEqual([`verification-v1 commit ${second}`]);
  });

  it("replaces an annotated tag of that name, and names the commit that this one was about", async () => {
    const rig = await verifiedRig();
    const first = rig.git("rev-parse", "HEAD").trim();
    rig.git("tag", "--annotate", "--message", "by hand", "verification-v1");
    rig.git("commit", "--quiet", "--allow-empty", "--message", "same tree");
    expect((await setJson(rig)).document).toMatchObject({
      moved: true,
      created: false,
      previousCommit: first,
    });
  });

  it("can be set on a detached HEAD", async () => {
    const rig = await verifiedRig();
    rig.git("checkout", "--quiet", "--detach");
    expect((await setJson(rig)).document).toMatchObject({ success: true, branch: null });
  });

  it("can be set in another worktree, for what was verified in any of them", async () => {
    const rig = await verifiedRig();
    const tree = join(rig.root, "../tree");
    rig.git("worktree", "add", "--quiet", tree);
    expect((await set(rig, "v1", tree)).status).toBe(0);
    rig.forget();
    expect((await set(rig, "v2", tree)).status).toBe(1);
    expect((await rig.verification([], { cwd: tree })).status).toBe(0);
    expect((await set(rig, "v2", tree)).status).toBe(0);
  });

  it("is set where the configuration compares files without git", async () => {
    const rig = rigWith();
    const incremental = { change_detection: { primary: "hash" as const } };
    rig.config({ checks: [shell("good", "true")], incremental });
    rig.write("a.txt", "1");
    rig.commitAll();
    await rig.verification();
    expect((await set(rig)).status).toBe(0);
    rig.write("new.txt", "1");
    await rig.verification();
    expect((await setJson(rig)).document.uncommittedFiles).toEqual(["new.txt"]);
  });
});

describe("a checkpoint is refused, with what is missing", () => {
  it.each([
    ["an edit", (rig: Rig) => rig.write("a.txt", "2"), "a.txt"],
    ["an untracked file", (rig: Rig) => rig.write("new.txt", "2"), "new.txt"],
    ["a deleted file", (rig: Rig) => rmSync(join(rig.root, "a.txt")), "a.txt"],
    [
      "a staged change that the tree does not have",
      (rig: Rig) => {
        rig.write("a.txt", "2");
        rig.git("add", "a.txt");
        rig.write("a.txt", "1");
      },
      "a.txt",
    ],
  ])("a checkpoint is refused for %s, also when all of it was verified", async (_, change, file) => {
    const rig = await verifiedRig(shell("good", "true"));
    change(rig);
    expect((await rig.verification()).status).toBe(0);
    const { status, document } = await setJson(rig);
    expect(status).toBe(1);
    expect(document).toMatchObject({ success: false, uncommittedFiles: [file], unverified: [] });
    const { stdout } = await set(rig);
    expect(stdout).toContain("not clean");
    expect(stdout).toContain(file);
    expect(stdout).toContain("Commit these files");
    expect(tags(rig)).toEqual([]);
  });

  it("a checkpoint is refused where a check has not run for this tree", async () => {
    const rig = committed();
    const { status, stdout } = await set(rig);
    expect(status).toBe(1);
    expect(stdout).toContain("good would run: not verified yet");
    expect(stdout).toContain("Run `verification`");
    expect(ran(rig)).toEqual([]);
    expect(tags(rig)).toEqual([]);
  });

  it.each([
    ["that would run again", "test", "would-run"],
    ["that is replayed", "lint", "failed"],
  ] as const)("a checkpoint is refused where a check failed %s", async (_, type, why) => {
    const rig = rigWith({ ...isGood, type }, fileCheck());
    rig.write("a.txt", "BAD");
    rig.write("src/x.txt", "1");
    rig.commitAll();
    expect((await rig.verification()).status).toBe(1);
    const { status, document } = await setJson(rig);
    expect(status).toBe(1);
    expect(document.unverified).toMatchObject([{ check: "good", why }]);
    expect(document.verified).toEqual(["files"]);
    expect((await set(rig)).stdout).toContain("good");
  });

  it("a checkpoint is refused where only some of the checks were verified", async () => {
    const rig = committed(isGood, shell("other", "true"));
    await rig.verification(["--check", "good"]);
    expect((await setJson(rig)).document).toMatchObject({
      verified: ["good"],
      unverified: [{ check: "other" }],
    });
  });

  it("a checkpoint is refused where every check is disabled", async () => {
    const rig = committed(shell("off", "true", { enabled: false }));
    const { status, stdout } = await set(rig);
    expect(status).toBe(1);
    expect(stdout).toContain("no check is enabled");
  });

  it.each(["", "a b", "a..b", "a~1", "x.lock", "a^", "a:b", "nl\nnl"])(
    "a checkpoint is refused for the name %j, which git does not take",
    async (name) => {
      const rig = await verifiedRig();
      const { status, stderr } = await set(rig, name);
      expect(status).toBe(2);
      expect(stderr).toContain("is not a valid name for a checkpoint");
    },
  );

  it("a checkpoint is refused for an option that chooses checks", async () => {
    const rig = await verifiedRig();
    const { status } = await rig.verification(["checkpoint", "v1", "--check", "good"]);
    expect(status).toBe(2);
    expect(tags(rig)).toEqual([]);
  });

  it("a checkpoint is refused where there is no repository", async () => {
    const rig = new Rig({ git: false });
    rig.checks(isGood);
    const { status, stderr } = await set(rig);
    expect(status).toBe(2);
    expect(stderr).toContain("this is not a git repository");
  });

  it("a checkpoint is refused where there is no commit", async () => {
    const rig = rigWith(isGood);
    const { status, stderr } = await set(rig);
    expect(status).toBe(2);
    expect(stderr).toContain("no commit yet");
  });

  it("a checkpoint is refused where git is not installed", async () => {
    const rig = await verifiedRig();
    const node = execFileSync("dirname", [process.execPath], { encoding: "utf8" }).trim();
    const withoutGit = join(rig.root, "../bin");
    execFileSync("mkdir", [withoutGit]);
    execFileSync("ln", ["-s", join(node, "node"), join(withoutGit, "node")]);
    const { status, stderr } = await rig.verification(["checkpoint", "v1"], { env: { PATH: withoutGit } });
    expect(status).toBe(2);
    expect(stderr).toContain("git is not installed");
  });
});
