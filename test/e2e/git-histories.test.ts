import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

/** Fails when a text file says BAD or holds an unresolved conflict. */
const texts: CheckInput = {
  name: "texts",
  type: "lint",
  command: "sh",
  args: ["-c", 'echo texts >> .ran; ! grep -lE "BAD|^<<<<<<<" *.txt'],
  files: ["*.txt"],
};

function attempt(rig: Rig, ...args: readonly string[]): void {
  expect(() => rig.git(...args)).toThrow(/Command failed/);
}

describe("whatever happened to the history, the answer is right", () => {
  it("whatever happened to the history, the answer is right after a force-push that removed the verified commit", async () => {
    const rig = rigWith(texts);
    rig.write("a.txt", "one");
    rig.commitAll();
    const remote = join(rig.root, "../remote.git");
    execFileSync("git", ["clone", "-q", "--bare", rig.root, remote]);
    rig.git("remote", "add", "origin", remote);
    rig.write("a.txt", "two");
    const verifiedCommit = rig.commitAll();
    rig.git("push", "-q", "origin", "main");
    expect(await verified(rig)).toMatchObject({ success: true });
    // Someone else rewrites the branch, and this clone follows; the commit is gone.
    rig.git("reset", "-q", "--hard", "HEAD~1");
    rig.write("a.txt", "BAD");
    rig.commitAll("another history");
    rig.git("push", "-q", "--force", "origin", "main");
    rig.git("reflog", "expire", "--expire=now", "--all");
    rig.git("update-ref", "-d", "ORIG_HEAD");
    rig.git("gc", "-q", "--prune=now");
    attempt(rig, "cat-file", "-e", verifiedCommit);
    const result = await verified(rig);
    expect(result).toMatchObject({ success: false });
    expect(result.changes.baselineProblem).toContain(verifiedCommit.slice(0, 12));
    rig.write("a.txt", "two");
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("whatever happened to the history, the answer is right on an orphan branch", async () => {
    const rig = rigWith(texts);
    rig.write("a.txt", "fine");
    rig.commitAll();
    await verified(rig);
    rig.git("checkout", "-q", "--orphan", "other");
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
    rig.git("rm", "-q", "--cached", "-r", ".");
    rig.write("b.txt", "BAD");
    expect(await verified(rig)).toMatchObject({ success: false });
    rmSync(join(rig.root, "b.txt"));
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true });
  });

  it("whatever happened to the history, the answer is right in the middle of a merge and of a rebase that conflict, and after both were given up", async () => {
    const rig = rigWith(texts);
    rig.write("a.txt", "base\n");
    rig.commitAll();
    rig.git("checkout", "-q", "-b", "other");
    rig.write("a.txt", "theirs\n");
    rig.commitAll();
    rig.git("checkout", "-q", "main");
    rig.write("a.txt", "ours\n");
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true });
    for (const verb of ["merge", "rebase"]) {
      attempt(rig, verb, "other");
      expect(await verified(rig)).toMatchObject({ success: false });
      rig.write("a.txt", "resolved, not added\n");
      expect(await verified(rig)).toMatchObject({ success: true });
      rig.git(verb, "--abort");
      ran(rig);
      expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
      expect(ran(rig)).toEqual([]);
    }
  });

  it("whatever happened to the history, the answer is right after git mv changed the case of a name", async () => {
    const rig = rigWith(fileCheck({ files: ["*.txt"] }));
    rig.write("name.txt", "fine");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    rig.git("mv", "name.txt", "Name.txt");
    expect((await verified(rig)).scope.requiresVerification).toEqual(["Name.txt"]);
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
    rig.write("Name.txt", "BAD");
    expect(await verified(rig)).toMatchObject({ success: false });
  });

  it("whatever happened to the history, the answer is right with line endings that autocrlf writes into the tree", async () => {
    const rig = rigWith({ ...texts, args: ["-c", '! grep -l "$(printf "\\r")" *.txt'] });
    rig.write("a.txt", "one\ntwo\n");
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true });
    const checkOut = (autocrlf: string): void => {
      rig.git("config", "core.autocrlf", autocrlf);
      rmSync(join(rig.root, "a.txt"));
      rig.git("checkout", "-q", "--", "a.txt");
      expect(rig.git("status", "--porcelain", "a.txt")).toBe("");
    };
    checkOut("true");
    expect(await verified(rig)).toMatchObject({ success: false });
    checkOut("false");
    expect(await verified(rig)).toMatchObject({ success: true });
  });

  it("whatever happened to the history, the answer is right without the commit to compare with: refused, and the reason is said", async () => {
    const rig = rigWith(texts);
    rig.write("a.txt", "fine");
    rig.commitAll();
    const { status, stderr } = await rig.verification(["--baseline", "no-such-branch"]);
    expect(status).toBe(2);
    expect(stderr).toContain('"no-such-branch" is not a commit of this repository');
  });

  it("whatever happened to the history, the answer is right in a repository without a work tree: refused, and the reason is said", async () => {
    const rig = rigWith(texts);
    rig.write("a.txt", "fine");
    rig.commitAll();
    const bare = join(rig.root, "../bare.git");
    execFileSync("git", ["clone", "-q", "--bare", rig.root, bare]);
    const { status, stderr } = await rig.verification([], { cwd: bare });
    expect(status).toBe(2);
    expect(stderr).not.toBe("");
  });
});
