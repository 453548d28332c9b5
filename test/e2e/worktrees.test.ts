import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { findDatabase, forgePasses, keyOf, putDatabase } from "../rig/forge.ts";
import { rigWith } from "../rig/incremental.ts";
import { openRigStore } from "../rig/open-rig-store.ts";
import { shell, type Rig } from "../rig/rig.ts";

/** A check of single files, and one whose failures are kept and that reads what passes for a product. */
function repository(): Rig {
  const rig = rigWith(
    {
      name: "files",
      type: "lint",
      command: "sh",
      args: ["-c", '! grep -l BAD "$@"', "sh", "{files}"],
      files: ["src/**"],
      follow: "none",
    },
    shell("hidden", '! cat "$PWD"/ig*/t*/* | grep -q BAD', { replayFailures: true, files: ["whole.txt"] }),
  );
  rig.write("whole.txt", "");
  for (const name of ["a", "b", "c"]) rig.write(`src/${name}.txt`, "fine\n");
  rig.write("ignored/tmp/x", "fine\n");
  rig.commitAll();
  return rig;
}

function addWorktree(rig: Rig, name: string, hidden = "fine\n"): string {
  const tree = join(dirname(rig.root), name);
  rig.git("worktree", "add", "--quiet", "--detach", tree);
  mkdirSync(join(tree, "ignored/tmp"), { recursive: true });
  writeFileSync(join(tree, "ignored/tmp/x"), hidden);
  return tree;
}

const verify = async (rig: Rig, cwd: string, ...args: readonly string[]): Promise<VerificationResult> =>
  (await rig.json(args, { cwd })).result;

describe("worktrees of one repository", () => {
  it("share what they have verified, and each sees its own edits", async () => {
    const rig = repository();
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 4 });
    const tree = addWorktree(rig, "tree");
    expect(await verify(rig, tree)).toMatchObject({ success: true, filesVerified: 0, cacheHits: 4 });
    appendFileSync(join(tree, "src/a.txt"), "more\n");
    expect(await verify(rig, tree)).toMatchObject({ success: true, filesVerified: 1 });
    writeFileSync(join(tree, "src/b.txt"), "BAD\n");
    expect(await verify(rig, tree)).toMatchObject({ success: false });
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
    writeFileSync(join(rig.root, "src/a.txt"), "fine\nmore\n");
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("worktrees of one repository that disagree about what no fingerprint covers run it, and come to rest", async () => {
    const rig = repository();
    const tree = addWorktree(rig, "tree", "BAD\n");
    await verify(rig, rig.root);
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
    expect(await verify(rig, tree, "--force")).toMatchObject({ success: false, failed: 1 });
    for (let turn = 0; turn < 3; turn += 1) {
      // What was found elsewhere since is a reason to look again here, once.
      expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 1 });
      expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
      expect(await verify(rig, tree)).toMatchObject({ success: false, filesVerified: 1 });
      expect(await verify(rig, tree)).toMatchObject({ success: false, filesVerified: 0 });
    }
    // A third has nobody to believe.
    const third = addWorktree(rig, "third", "BAD\n");
    expect(await verify(rig, third)).toMatchObject({ success: false, failed: 1 });
  });

  it("do not take what another has concluded for something that was looked at again here", async () => {
    const rig = repository();
    const tree = addWorktree(rig, "tree", "BAD\n");
    await verify(rig, rig.root);
    expect(await verify(rig, tree, "--force")).toMatchObject({ success: false });
    // Nothing that a fingerprint covers: only that another worktree disagrees says that it may have changed.
    writeFileSync(join(rig.root, "ignored/tmp/x"), "BAD\n");
    for (let run = 0; run < 2; run += 1) expect(await verify(rig, tree)).toMatchObject({ success: false });
    expect(await verify(rig, rig.root)).toMatchObject({ success: false, failed: 1 });
  });

  it("do not repeat what one of them has thrown away", async () => {
    const rig = repository();
    const tree = addWorktree(rig, "tree");
    for (const cwd of [rig.root, rig.root, tree, tree]) await verify(rig, cwd);
    const journal = join(rig.root, ".verification-cache/runs.jsonl");
    await verify(rig, rig.root);
    expect(existsSync(journal)).toBe(true);
    const { status } = await rig.verification(["cache", "clear"], { cwd: tree });
    expect(status).toBe(0);
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 4 });
  });

  it("may go and come again", async () => {
    const rig = repository();
    const tree = addWorktree(rig, "tree");
    await verify(rig, tree);
    rig.git("worktree", "remove", "--force", tree);
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
    addWorktree(rig, "tree");
    expect(await verify(rig, tree)).toMatchObject({ success: true, filesVerified: 0 });
    writeFileSync(join(tree, "src/a.txt"), "BAD\n");
    expect(await verify(rig, tree)).toMatchObject({ success: false });
    rmSync(tree, { recursive: true });
    rig.git("worktree", "prune");
    expect(await verify(rig, rig.root)).toMatchObject({ success: true, filesVerified: 0 });
  });

  it("eight runs at once in three worktrees, beside a forged store, are all right, and none is lost", async () => {
    const rig = repository();
    const trees = [rig.root, addWorktree(rig, "two"), addWorktree(rig, "three")];
    writeFileSync(join(trees[2] as string, "src/c.txt"), "BAD\n");
    const attacker = { VERIFICATION_STORE_KEY: "the key of somebody who is not the user" };
    await rig.json([], { cwd: trees[2] as string, env: attacker });
    const forged = findDatabase(join(rig.root, ".git/verification"), keyOf(attacker));
    await forgePasses(forged, keyOf(attacker));
    const { id } = keyOf({ HOME: rig.home });
    putDatabase(forged, join(dirname(forged), `store-3.${id}.77.db`));
    const ended = await Promise.all(
      Array.from({ length: 8 }, (_, at) => rig.start(["--json"], { cwd: trees[at % 3] as string }).ended),
    );
    const results = ended.map(({ stdout }) => JSON.parse(stdout) as VerificationResult);
    expect(results.map(({ success }) => success)).toEqual(ended.map((_, at) => at % 3 !== 2));
    for (const cwd of trees) await rig.json(["--dry-run"], { cwd });
    const store = await openRigStore(rig.root, rig.home);
    const known = store.history.listRuns(100).map(({ runId }) => runId);
    store.close();
    expect(known).toEqual(expect.arrayContaining(results.map(({ runId }) => runId)));
    expect(readFileSync(join(trees[2] as string, "src/c.txt"), "utf8")).toBe("BAD\n");
  });
});
