import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rigWith } from "../rig/incremental.ts";
import { shell } from "../rig/rig.ts";

const LOOKING = [
  ["history"],
  ["metrics"],
  ["flaky"],
  ["status"],
  ["explain", "good"],
  ["receipt"],
  ["checkpoint", "one"],
  ["cache", "stats"],
  ["--dry-run"],
];

it("every command that looks says that the cache cannot be used", async () => {
  const rig = rigWith(shell("good", "true"));
  rig.commitAll();
  await rig.verification();
  rig.forget();
  rig.write(".git/verification", "no directory");
  for (const words of LOOKING)
    expect({ words, ...(await rig.verification(words)) }).toMatchObject({
      stderr: expect.stringMatching(
        /^warning: \.git\/verification is not a directory: .* nothing is cached\.\n/,
      ),
    });
});

it("clearing the cache says what was not removed, and fails", async () => {
  const rig = rigWith(shell("good", "true"));
  await rig.verification();
  rig.forget();
  rig.write(".git/verification", "no directory");
  for (const action of ["clear", "prune"]) {
    const { status, stdout, stderr } = await rig.verification(["cache", action]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("The cache cannot be written to, so nothing was removed.");
  }
});

it("a cache that is damaged is not replaced without a word", async () => {
  const rig = rigWith(shell("good", "true"));
  await rig.verification();
  const cache = rig.storeDirectory;
  const database = readdirSync(cache).find((name) => name.endsWith(".db")) as string;
  for (const suffix of ["-wal", "-shm"]) rmSync(join(cache, database + suffix), { force: true });
  rig.write(join(".git/verification", database), "nothing of ours ".repeat(200));
  const { stdout, stderr } = await rig.verification(["history"]);
  expect(stderr).toContain("warning: The cache was damaged, so this run starts without it.");
  expect(stdout).toContain("No runs yet");
});
