import { expect, test } from "vitest";
import { findArtifacts } from "../../src/flow/find-artifacts.ts";
import { createRepository, isolateGit } from "../detect/repository.ts";

isolateGit();

test.each<[string, readonly string[]]>([
  ["reports/*.json", ["reports/a.json", "reports/link.json"]],
  ["**/*.json", ["reports/a.json", "reports/deep/b.json", "reports/link.json"]],
  ["*/*/*.json", ["reports/deep/b.json", "reports/directory.json/b.json"]],
  ["*/{a,link}.json", ["reports/a.json", "reports/link.json"]],
  ["node_modules/*/*.json", ["node_modules/pkg/c.json"]],
  ["node_modules/**", ["node_modules/pkg/c.json"]],
  [".verification/*", [".verification/d.json"]],
  [".git/*", []],
  ["reports/*", ["reports/a.json", "reports/link.json"]],
  ["../*", []],
])("%s finds the files that are there", (glob, expected) => {
  const repo = createRepository();
  for (const path of [
    "reports/a.json",
    "reports/deep/b.json",
    "node_modules/pkg/c.json",
    ".verification/d.json",
  ])
    repo.write(path, path);
  repo.link("reports/link.json", "a.json");
  repo.link("reports/gone.json", "nowhere.json");
  repo.link("reports/directory.json", "deep");
  expect([...findArtifacts(repo.root, glob)].sort()).toEqual(expected);
});
