import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { gitEnvironment } from "../../../src/system/git/git-environment.ts";
import { runGit } from "../../../src/system/git/git.ts";
import { createLimit } from "../../../src/system/process/limit.ts";
import { createRepository, isolateGit, temporaryDirectory } from "../../detect/repository.ts";

isolateGit();

test("git answers with the bytes it printed", async () => {
  const repo = createRepository();
  const big = Buffer.alloc(5_000_000, "line of text\n");
  repo.write("big", big);
  repo.commitAll();
  const output = await runGit({ root: repo.root, args: ["cat-file", "blob", "HEAD:big"] });
  expect(output.ok && output.stdout.equals(big)).toBe(true);
});

test("git reads what it is given, and may end before it has read it", async () => {
  const repo = createRepository();
  const input = Buffer.from("content");
  const hashed = await runGit({ root: repo.root, args: ["hash-object", "--stdin"], input });
  expect(hashed.ok && hashed.stdout.toString().trim()).toBe("6b584e8ece562ebffc15d38808cd6b98fc3d97ea");
  const ended = await runGit({ root: repo.root, args: ["version"], input: Buffer.alloc(10_000_000) });
  expect(ended.ok).toBe(true);
});

test("an argument is never read by a shell", async () => {
  const repo = createRepository();
  const output = await runGit({
    root: repo.root,
    args: ["rev-parse", "--verify", "--end-of-options", "; touch hacked #"],
  });
  expect(output.ok).toBe(false);
  expect(existsSync(`${repo.root}/hacked`)).toBe(false);
});

test("failures are values with a reason", async () => {
  const outside = await runGit({ root: temporaryDirectory(), args: ["status"] });
  expect(outside).toMatchObject({ ok: false, reason: "not-a-repository", status: 128 });
  const failed = await runGit({ root: createRepository().root, args: ["cat-file", "blob", "nothing"] });
  expect(failed).toMatchObject({ ok: false, reason: "failed", status: 128 });
  const nowhere = await runGit({ root: "/nowhere/at/all", args: ["status"] });
  expect(nowhere).toMatchObject({ ok: false, reason: "failed", status: null });
});

test("the environment keeps what the user says about git and drops what speaks of one command", () => {
  const environment = gitEnvironment(
    {
      PATH: "/bin",
      GIT_DIR: "/other/.git",
      GIT_INDEX_FILE: "x",
      GIT_WORK_TREE: "x",
      GIT_OBJECT_DIRECTORY: "x",
      GIT_EXTERNAL_DIFF: "x",
      GIT_LITERAL_PATHSPECS: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      GIT_CEILING_DIRECTORIES: "/home",
      LC_ALL: "de_DE.UTF-8",
      VERIFICATION_STORE_KEY: "x",
    },
    "/work",
  );
  expect(environment).toEqual({
    PATH: "/bin",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
    GIT_CEILING_DIRECTORIES: "/work:/home",
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  });
});

test("no more work runs at once than the limit allows, and a failure frees its place", async () => {
  const limit = createLimit(2);
  let running = 0;
  let most = 0;
  const work = async (): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return running;
  };
  const failing = limit(() => Promise.reject(new Error("no"))).catch(() => "failed");
  await Promise.all([failing, ...Array.from({ length: 20 }, () => limit(work))]);
  expect(most).toBe(2);
  expect(await failing).toBe("failed");
});
