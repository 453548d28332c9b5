import { expect, test } from "vitest";
import { createExclude } from "../../src/detect/exclude.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [
    [],
    [".git", "a/.git", "a/.git/config", ".verification-cache/db", ".verification/state.json"],
    ["a.git", "x/.verification/a"],
  ],
  [
    [],
    [".verification-baseline.json", ".verification-baseline.json.1f.tmp"],
    [".verification.yml", ".verification-notes"],
  ],
  [
    ["dist/**"],
    ["dist/a", "dist/a/b", "dist/.hidden", "dist/line\nbreak"],
    ["dist2/a", "a/dist/b", "Dist/a"],
  ],
  [["dist"], ["dist", "dist/a/b"], ["a/dist"]],
  [["./dist/", "/out"], ["dist/a", "out/a"], ["a/out"]],
  [["**/node_modules/**"], ["node_modules/a", "a/node_modules/b/c"], ["node_modules2/a"]],
  [
    ["*.log", "!keep.txt"],
    ["a.log", "!keep.txt"],
    ["a/b.log", "keep.txt", "other"],
  ],
  [["src/**/*.gen.ts"], ["src/a.gen.ts", "src/line\nbreak/a.gen.ts"], ["src/a.ts"]],
  [["", "/"], [], ["a", "a/b"]],
])("%j leaves out what it covers and nothing else", (globs, covered, others) => {
  const excluded = createExclude(globs);
  for (const path of covered) expect([path, excluded(path as RepoPath)]).toEqual([path, true]);
  for (const path of others) expect([path, excluded(path as RepoPath)]).toEqual([path, false]);
});
