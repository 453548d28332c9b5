import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerificationResult } from "../../src/index.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import { shell, type Rig } from "../rig/rig.ts";

/** A second worktree of the rig's repository. */
function addWorktree(rig: Rig, name: string): string {
  const path = join(rig.root, "..", name);
  rig.git("worktree", "add", "--quiet", "--detach", path);
  return path;
}

async function verifyIn(rig: Rig, cwd: string): Promise<VerificationResult> {
  return (await rig.json([], { cwd })).result;
}

describe("worktrees of one repository", () => {
  it("share what they have verified, and history says which of them ran what", async () => {
    const rig = rigWith(fileCheck(), shell("whole", "! grep -rq BUG src"));
    for (const name of ["a", "b", "c"]) rig.write(`src/${name}.txt`, "fine\n");
    rig.commitAll();
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(4);
    const other = addWorktree(rig, "other");
    expect(await verifyIn(rig, other)).toMatchObject({ success: true, filesVerified: 0, cacheHits: 4 });
    writeFileSync(join(other, "src/a.txt"), "changed\n");
    expect((await verifyIn(rig, other)).filesVerified).toBe(2);
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(0);
    const explained = await rig.verification(["explain", "src/b.txt"], { cwd: other });
    expect(explained.stdout).toContain("cached  files");
    // What was answered from memory goes into the history when its own checkout opens the store.
    const { stdout } = await rig.verification(["history", "--json"]);
    const { runs } = JSON.parse(stdout) as { runs: { worktree: string | null; filesVerified: number }[] };
    expect(runs.map(({ worktree, filesVerified }) => [worktree, filesVerified])).toEqual([
      [null, 0],
      ["other", 2],
      ["other", 0],
      [null, 4],
    ]);
    expect((await rig.verification(["history"], { cwd: other })).stdout).toMatch(/worktree\n(.*\n)*.*other/);
  });

  it("do not share what depends on files that only one of them has", async () => {
    const rig = rigWith(shell("test", 'test "$(cat .env 2>/dev/null)" = "KEY=1"', { type: "test" }));
    appendFileSync(join(rig.root, ".gitignore"), ".env\n");
    rig.write(".env", "KEY=1");
    rig.commitAll();
    expect((await verifyIn(rig, rig.root)).success).toBe(true);
    const other = addWorktree(rig, "other");
    expect(await verifyIn(rig, other)).toMatchObject({ success: false, filesVerified: 1 });
    writeFileSync(join(other, ".env"), "KEY=1");
    expect(await verifyIn(rig, other)).toMatchObject({ success: true, filesVerified: 0 });
    rig.write(".env", "KEY=2");
    const { status, result } = await rig.json();
    expect([status, result.scope.scopeRationale[0]?.reason]).toEqual([1, "input-changed"]);
  });

  it("do not take the word of one that has ignored files around it for what runs code", async () => {
    const rig = rigWith(
      // Nobody declares what it reads, and only the shell knows the name.
      shell("test", 'ls "$PWD"/loc*fg', { type: "test", files: ["src/**"], follow: "none" }),
      fileCheck(),
    );
    rig.write("src/a.txt", "fine\n");
    appendFileSync(join(rig.root, ".gitignore"), "local.cfg\ndist/\n");
    rig.commitAll();
    rig.write("local.cfg", "");
    rig.write("dist/made.js", "");
    expect((await verifyIn(rig, rig.root)).success).toBe(true);
    const other = addWorktree(rig, "other");
    // What only looks at files is shared all the same.
    expect(await verifyIn(rig, other)).toMatchObject({ success: false, filesVerified: 1, cacheHits: 1 });
    writeFileSync(join(other, "local.cfg"), "");
    expect(await verifyIn(rig, other)).toMatchObject({ success: true });
    const third = addWorktree(rig, "third");
    writeFileSync(join(third, "local.cfg"), "");
    // Products are no difference.
    expect(await verifyIn(rig, third)).toMatchObject({ success: true, filesVerified: 0, cacheHits: 2 });
    // Made again under its name, a worktree is another one.
    rig.git("worktree", "remove", "--force", other);
    rig.git("worktree", "add", "--quiet", "--detach", other);
    expect(await verifyIn(rig, other)).toMatchObject({ success: false, filesVerified: 1 });
  });

  it("do not take the word of one whose packages are linked from elsewhere", async () => {
    const rig = rigWith(
      shell("test", 'cat "$PWD"/node_m*/d*/* | grep -q good', {
        type: "test",
        files: ["src/**"],
        follow: "none",
      }),
    );
    rig.write("src/a.txt", "fine\n");
    rig.commitAll();
    rig.write("../elsewhere/dep/index.js", "good");
    const other = addWorktree(rig, "other");
    symlinkSync(join(rig.root, "../elsewhere"), join(other, "node_modules"));
    expect((await verifyIn(rig, other)).success).toBe(true);
    expect((await verifyIn(rig, rig.root)).success).toBe(false);
  });

  it("have a store of their own where the configuration names the place", async () => {
    const rig = rigWith(shell("whole", "true"));
    rig.write("a.txt", "1");
    rig.commitAll();
    rig.config({
      incremental: { caching: { storage_path: "kept" } },
      checks: [shell("whole", "true")],
    });
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(1);
    expect(existsSync(rig.storeDirectory)).toBe(false);
    expect(readFileSync(join(rig.root, "kept/.gitignore"), "utf8")).toBe("*\n");
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(0);
    rmSync(join(rig.root, "kept"), { recursive: true });
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(1);
  });
});

describe("the place of the store", () => {
  it("is refused where git tracks it, also under a name that means something to git", async () => {
    const rig = rigWith(shell("whole", "true"));
    const storage_path = ":(icase)kept";
    rig.config({ incremental: { caching: { storage_path } }, checks: [shell("whole", "true")] });
    rig.write("a.txt", "1");
    await verifyIn(rig, rig.root);
    rmSync(join(rig.root, storage_path, ".gitignore"));
    rig.git("--literal-pathspecs", "add", "--force", "--all", storage_path);
    rig.commitAll();
    const { warnings, filesVerified } = await verifyIn(rig, rig.root);
    expect([filesVerified, warnings]).toEqual([1, [expect.stringContaining("is tracked by git")]]);
  });

  it("is the checkout's own where .git leads to what is no repository", async () => {
    const rig = rigWith(shell("whole", "true"));
    rmSync(join(rig.root, ".git"), { recursive: true });
    mkdirSync(join(rig.root, "../elsewhere"));
    rig.write(".git", `gitdir: ${join(rig.root, "../elsewhere")}\n`);
    await rig.verification();
    expect(existsSync(join(rig.root, "../elsewhere/verification"))).toBe(false);
  });
});

describe("a new worktree with the same packages installed", () => {
  const install = (root: string, prunedAt: string): void => {
    mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
    writeFileSync(
      join(root, "node_modules/.modules.yaml"),
      JSON.stringify({ layoutVersion: 5, prunedAt, storeDir: `${root}/../store` }, null, 2),
    );
    writeFileSync(
      join(root, "node_modules/.bin/tool"),
      `#!/bin/sh\nexport NODE_PATH="${root}/node_modules"\ntrue "$@"\n`,
      { mode: 0o755 },
    );
  };

  it("re-runs nothing, whenever and wherever its installer put them; another package still counts", async () => {
    const rig = rigWith({
      name: "tool",
      type: "lint",
      command: "tool",
      args: ["{files}"],
      files: ["src/**"],
    });
    rig.write("src/a.txt", "1");
    install(rig.root, "Sun, 15 Nov 2026 18:57:33 GMT");
    rig.commitAll();
    expect((await verifyIn(rig, rig.root)).filesVerified).toBe(1);
    const other = addWorktree(rig, "other");
    install(other, "Mon, 16 Nov 2026 07:00:00 GMT");
    expect(await verifyIn(rig, other)).toMatchObject({ success: true, filesVerified: 0, cacheHits: 1 });
    writeFileSync(join(other, "node_modules/.bin/tool"), '#!/bin/sh\nexport NODE_PATH=""\ntrue "$@"\n');
    expect((await verifyIn(rig, other)).filesVerified).toBe(1);
    install(other, "Mon, 16 Nov 2026 07:00:00 GMT");
    writeFileSync(join(other, "node_modules/.modules.yaml"), '{ "layoutVersion": 6 }');
    expect((await verifyIn(rig, other)).filesVerified).toBe(1);
  });
});
