import { describe, expect, it } from "vitest";
import { mayBeInIndex } from "../../../src/system/git/git-index-stamp.ts";
import {
  createRepository,
  isolateGit,
  type Repository,
  temporaryDirectory,
} from "../../detect/repository.ts";

isolateGit();

function tracking(path: string): Repository {
  const repo = createRepository();
  for (const file of ["src/a", path, "z"]) repo.write(file, "1");
  repo.commitAll();
  return repo;
}

describe("whether git may track a path", () => {
  it("is found in every format of the index", () => {
    for (const version of ["2", "3", "4"]) {
      const repo = tracking("kept/file");
      repo.git("update-index", "--index-version", version);
      expect(mayBeInIndex(repo.root, "kept")).toBe(true);
    }
  });

  it("is found where a part of the index is in another file", () => {
    const repo = tracking("kept/file");
    repo.git("update-index", "--split-index");
    expect(mayBeInIndex(repo.root, "kept")).toBe(true);
  });

  it("is denied only where no name of the index has it", () => {
    const repo = tracking("src/b");
    expect(mayBeInIndex(repo.root, "kept")).toBe(false);
    // One letter can be one character or two.
    expect(mayBeInIndex(repo.root, "gemerkt-für-später")).toBe(true);
    expect(mayBeInIndex(temporaryDirectory(), "kept")).toBe(false);
  });
});
