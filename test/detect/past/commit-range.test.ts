import { describe, expect, it } from "vitest";
import { listCommits } from "../../../src/detect/past/commit-range.ts";
import { createRepository, isolateGit, type Repository } from "../repository.ts";

isolateGit();

/** On main: one, two, a merge of a branch with `aside`, four. */
function history(): Repository {
  const repository = createRepository();
  for (const message of ["one", "two"]) repository.commitAll(message);
  repository.git("checkout", "--quiet", "-b", "side");
  repository.commitAll("aside");
  repository.git("checkout", "--quiet", "main");
  repository.commitAll("three");
  repository.git("merge", "--quiet", "--no-ff", "--no-edit", "-m", "merge\tit", "side");
  repository.commitAll("four");
  return repository;
}

async function subjects(...[root, range, options]: Parameters<typeof listCommits>): Promise<unknown> {
  const listed = await listCommits(root, range, options);
  return listed.ok
    ? listed.value.map(({ subject }) => subject)
    : listed.failures.map(({ message }) => message);
}

describe("a range of commits", () => {
  it("is listed oldest first, along the first parents", async () => {
    const { root, git } = history();
    expect(await subjects(root, "HEAD~3..")).toEqual(["three", "merge\tit", "four"]);
    expect(await subjects(root, "3")).toEqual(["three", "merge\tit", "four"]);
    expect(await subjects(root, "100")).toEqual(["one", "two", "three", "merge\tit", "four"]);
    expect(await subjects(root, "side")).toEqual(["aside"]);
    const listed = await listCommits(root, "HEAD~1");
    expect(listed.ok && listed.value[0]?.parent).toBe(git("rev-parse", "HEAD~2"));
  });

  it("has no parent where history begins", async () => {
    const { root } = history();
    const listed = await listCommits(root, "100");
    expect(listed.ok && listed.value[0]?.parent).toBeNull();
  });

  it("is thinned out and cut at its old end, so that the newest stays", async () => {
    const { root } = history();
    expect(await subjects(root, "100", { every: 2 })).toEqual(["one", "three", "four"]);
    expect(await subjects(root, "100", { every: 2, limit: 2 })).toEqual(["three", "four"]);
  });

  it("is refused where there is none", async () => {
    const { root } = history();
    expect(await subjects(root, "HEAD..HEAD")).toEqual(['There is no commit in "HEAD..HEAD".']);
    expect(await subjects(root, "nowhere..HEAD")).toEqual([
      '"nowhere..HEAD" is not a range of commits of this repository.',
    ]);
    expect(await subjects(root, "nowhere")).toEqual(['"nowhere" is not a commit of this repository.']);
    expect(await subjects(root, "--all..")).toEqual([
      '"--all.." is not a range of commits of this repository.',
    ]);
  });

  it.each(["nowhere", "0", "-5", "HEAD..HEAD"])(
    "is said to be what was expected in place of %s",
    async (range) => {
      const { root } = history();
      expect(await listCommits(root, range)).toMatchObject({
        ok: false,
        failures: [{ value: range, expected: expect.stringContaining("a number of commits (50)") }],
      });
    },
  );

  it.each(["5", "HEAD", "HEAD~2.."])(
    "is empty before the first commit, and that is said: %s",
    async (range) => {
      const { root } = createRepository();
      expect(await subjects(root, range)).toEqual(["There is no commit yet in this repository."]);
    },
  );
});
