import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, VerificationResult } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { OWN_BASELINE, type Rig } from "../rig/rig.ts";

/** A check of the whole project that fails when any file says BAD. */
const whole: CheckInput = {
  name: "whole",
  type: "lint",
  command: "sh",
  args: [
    "-c",
    "echo whole >> .ran; ! grep -rl BAD . --exclude-dir=.git --exclude-dir=.verification-cache --exclude=.verification.yml",
  ],
};

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync(
    "git",
    ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always", ...args],
    { cwd, stdio: "pipe" },
  );
}

async function verdictIn(rig: Rig, cwd: string): Promise<VerificationResult> {
  return (await rig.json([], { cwd })).result;
}

describe("whatever state git is in, the answer is right", () => {
  it("whatever state git is in, the answer is right in a shallow clone whose baseline is out of reach: more work, with the reason", async () => {
    const rig = rigWith(whole);
    rig.write("a.txt", "1");
    rig.commitAll();
    await verified(rig);
    const baseline = execFileSync("cat", [join(rig.root, OWN_BASELINE)], {
      encoding: "utf8",
    });
    rig.write("a.txt", "2");
    rig.commitAll();
    const clone = join(rig.root, "../shallow");
    git(rig.root, "clone", "-q", "--depth", "1", `file://${rig.root}`, clone);
    writeFileSync(join(clone, ".verification-baseline.json"), baseline);
    const result = await verdictIn(rig, clone);
    expect(result).toMatchObject({ success: true, mode: "full", filesVerified: 1 });
    expect(result.changes.baselineProblem).toMatch(/commit/);
  });

  it("whatever state git is in, the answer is right in a worktree, with a store of its own", async () => {
    const rig = rigWith(whole);
    rig.write("a.txt", "1");
    rig.commitAll();
    await verified(rig);
    const tree = join(rig.root, "../tree");
    git(rig.root, "worktree", "add", "-q", tree);
    expect(await verdictIn(rig, tree)).toMatchObject({ success: true, filesVerified: 1 });
    writeFileSync(join(tree, "a.txt"), "BAD");
    expect(await verdictIn(rig, tree)).toMatchObject({ success: false });
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("whatever state git is in, the answer is right with a submodule that is dirty, moved on, or neither", async () => {
    const rig = rigWith(whole);
    const library = join(rig.root, "../library");
    mkdirSync(library);
    git(library, "init", "-q");
    writeFileSync(join(library, "lib.txt"), "1");
    git(library, "add", "-A");
    git(library, "commit", "-q", "-m", "1");
    git(rig.root, "submodule", "--quiet", "add", library, "lib");
    rig.commitAll();
    expect((await verified(rig)).success).toBe(true);
    expect((await verified(rig)).filesVerified).toBe(0);
    writeFileSync(join(rig.root, "lib/lib.txt"), "BAD");
    expect((await verified(rig)).success).toBe(false);
    git(join(rig.root, "lib"), "checkout", "-q", "--", ".");
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
    writeFileSync(join(rig.root, "lib/untracked.txt"), "BAD");
    expect((await verified(rig)).success).toBe(false);
  });

  it("whatever state git is in, the answer is right in a sparse checkout", async () => {
    const rig = rigWith(whole);
    rig.write("in/a.txt", "1");
    rig.write("out/b.txt", "BAD");
    rig.commitAll();
    expect((await verified(rig)).success).toBe(false);
    rig.git("sparse-checkout", "set", "in");
    expect((await verified(rig)).success).toBe(true);
    rig.git("sparse-checkout", "disable");
    expect((await verified(rig)).success).toBe(false);
  });

  it.each(["--assume-unchanged", "--skip-worktree"])(
    "whatever state git is in, the answer is right with a file that git was told to overlook (%s)",
    async (flag) => {
      const rig = rigWith(whole);
      rig.write("a.txt", "1");
      rig.commitAll();
      await verified(rig);
      rig.git("update-index", flag, "a.txt");
      rig.write("a.txt", "BAD");
      expect((await verified(rig)).success).toBe(false);
    },
  );

  it("whatever state git is in, the answer is right with line endings that git calls clean", async () => {
    const rig = rigWith({
      name: "eol",
      type: "lint",
      command: "sh",
      args: ["-c", '! grep -l "$(printf "\\r")" "$@"', "sh", "{files}"],
      files: ["*.txt"],
    });
    rig.write(".gitattributes", "* text=auto\n");
    rig.write("a.txt", "one\ntwo\n");
    rig.commitAll();
    expect((await verified(rig)).success).toBe(true);
    rig.write("a.txt", "one\r\ntwo\r\n");
    rig.git("add", "--renormalize", ".");
    expect(rig.git("status", "--porcelain", "a.txt")).toBe("");
    expect((await verified(rig)).success).toBe(false);
  });

  it("whatever state git is in, the answer is right with a link whose target changes, inside the repository or outside", async () => {
    const rig = rigWith({
      name: "links",
      type: "lint",
      command: "sh",
      args: ["-c", '! grep -l BAD "$@"', "sh", "{files}"],
      files: ["links/*"],
      follow: "none",
    });
    rig.write("real.txt", "1");
    writeFileSync(join(rig.root, "../outside.txt"), "1");
    mkdirSync(join(rig.root, "links"));
    symlinkSync("../real.txt", join(rig.root, "links/inside"));
    symlinkSync("../../outside.txt", join(rig.root, "links/outside"));
    rig.commitAll();
    expect((await verified(rig)).success).toBe(true);
    expect((await verified(rig)).filesVerified).toBe(0);
    writeFileSync(join(rig.root, "../outside.txt"), "BAD");
    expect((await verified(rig)).success).toBe(false);
    writeFileSync(join(rig.root, "../outside.txt"), "1");
    rig.write("real.txt", "BAD");
    expect((await verified(rig)).success).toBe(false);
  });

  it("whatever state git is in, the answer is right after a rename that changes only the case", async () => {
    const rig = rigWith(fileCheck({ files: ["*.txt"] }));
    rig.write("name.txt", "1");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    renameSync(join(rig.root, "name.txt"), join(rig.root, "Name.txt"));
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["Name.txt"]);
    expect(result.changes).toMatchObject({
      addedFiles: [],
      deletedFiles: [],
      renamedFiles: [
        {
          previousPath: "name.txt",
          currentPath: "Name.txt",
          similarity: 1,
          moveType: "rename-in-place",
        },
      ],
    });
  });

  it("whatever state git is in, the answer is right with names of any kind, through git, arguments, store and JSON", async () => {
    const names = [
      "new\nline.txt",
      "quote'\".txt",
      "-dash.txt",
      "sp ace.txt",
      "ümlaut.txt",
      "日本.txt",
      "tab\t.txt",
    ];
    const rig = rigWith({
      name: "each",
      type: "lint",
      command: "sh",
      args: ["-c", 'for f; do printf "%s\\0" "$f" >> .ran; done', "sh", "{files}"],
      files: ["*.txt"],
    });
    for (const name of names) rig.write(name, "1");
    rig.commitAll();
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: names.length });
    expect(await verified(rig)).toMatchObject({ filesVerified: 0, cacheHits: names.length });
    for (const name of names) {
      rig.write(name, "2");
      const { scope } = await verified(rig);
      expect(scope.requiresVerification).toEqual([name]);
    }
  });

  it("whatever state git is in, the answer is right inside a hook, where git sets variables of its own", async () => {
    const rig = rigWith(whole);
    rig.write("a.txt", "1");
    rig.commitAll();
    await verified(rig);
    rig.write("a.txt", "BAD");
    const env = {
      GIT_INDEX_FILE: join(rig.root, "no-such-index"),
      GIT_DIR: join(rig.root, "nowhere"),
      GIT_WORK_TREE: "/",
    };
    expect((await rig.json([], { env })).result).toMatchObject({
      success: false,
      changes: { detectionMethod: "git" },
    });
  });

  it.each([
    ["missing", (rig: Rig) => ({ PATH: join(rig.root, "bin") })],
    ["broken", (rig: Rig) => (rig.write(".git/index", "garbage"), {})],
  ])(
    "whatever state git is in, the answer is right when git is %s: files are compared by content, which is said",
    async (_, breakGit) => {
      const rig = rigWith({
        name: "each",
        command: process.execPath,
        args: ["-e", 'process.exit(require("fs").readFileSync("a.txt", "utf8") === "BAD" ? 1 : 0)'],
        files: ["a.txt"],
      });
      rig.write("a.txt", "1");
      rig.commitAll();
      await verified(rig);
      const env = breakGit(rig);
      const same = await rig.json([], { env });
      expect(same.result.changes.detectionMethod).toBe("hash");
      expect(same.result.warnings.join()).toContain("Git was not used");
      expect(same.result.success).toBe(true);
      rig.write("a.txt", "BAD");
      expect((await rig.json([], { env })).status).toBe(1);
    },
  );

  it("whatever state git is in, the answer is right on a branch without a commit, and without HEAD", async () => {
    const rig = rigWith(whole);
    rig.write("a.txt", "1");
    expect(await verified(rig)).toMatchObject({ success: true });
    expect(await verified(rig)).toMatchObject({ filesVerified: 0 });
    rig.commitAll();
    rig.git("checkout", "-q", "--detach");
    rmSync(join(rig.root, "a.txt"));
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 1 });
  });
});
