import { expect, test } from "vitest";
import { findDeclaredFiles } from "../../src/detect/declared-files.ts";
import { createExclude } from "../../src/detect/exclude.ts";
import { createRepository, isolateGit } from "./repository.ts";

isolateGit();

const FILES = [
  "package.json",
  ".env",
  ".env.local",
  "config/a.json",
  "config/deep/b.json",
  "dist/out.js",
  "dist/deep/out.js",
  "node_modules/.package-lock.json",
  "node_modules/pkg/package.json",
  "packages/one/node_modules/.package-lock.json",
  "packages/one/gen/x.ts",
  "packages/two/gen/y.ts",
  "line\nbreak/z.ts",
];

test.each<[readonly string[], readonly string[]]>([
  [["package.json"], ["package.json"]],
  [
    ["./package.json", "/.env"],
    ["package.json", ".env"],
  ],
  [[".env*"], [".env", ".env.local"]],
  [["config/*.json"], ["config/a.json"]],
  [["config/**/*.json"], ["config/a.json", "config/deep/b.json"]],
  [["config/**"], ["config/a.json", "config/deep/b.json"]],
  [["dist/**"], ["dist/out.js", "dist/deep/out.js"]],
  [["node_modules/.package-lock.json"], ["node_modules/.package-lock.json"]],
  [["packages/*/node_modules/.package-lock.json"], ["packages/one/node_modules/.package-lock.json"]],
  [
    ["**/node_modules/.package-lock.json"],
    ["node_modules/.package-lock.json", "packages/one/node_modules/.package-lock.json"],
  ],
  [["**/package.json"], ["package.json"]],
  [["packages/{one,two}/gen/*.ts"], ["packages/one/gen/x.ts", "packages/two/gen/y.ts"]],
  [["{packages/one/gen,config}/*"], ["packages/one/gen/x.ts", "config/a.json"]],
  [["@(packages/one|packages/two)/gen/?.ts"], ["packages/one/gen/x.ts", "packages/two/gen/y.ts"]],
  [["**/*.ts"], ["packages/one/gen/x.ts", "packages/two/gen/y.ts", "line\nbreak/z.ts"]],
  [
    ["missing/a", "missing/b/c", "packages/one/missing/a", "packages/one/gen/x.ts"],
    ["packages/one/gen/x.ts"],
  ],
  [["missing/**", "config", "", "/", "../*", ".git/**", ".git/config"], []],
  [
    ["link/x.ts", "link/*", "circle/*.json"],
    ["link/x.ts", "circle/package.json"],
  ],
])("%j finds what it names", (globs, expected) => {
  const repo = createRepository();
  for (const path of FILES) repo.write(path, path);
  repo.link("link", "packages/one/gen");
  repo.link("circle", ".");
  const excluded = createExclude(["**/node_modules/**", "dist"]);
  const found = [...findDeclaredFiles({ root: repo.root, globs, excluded })];
  expect(found.sort()).toEqual([...expected].sort());
});

test("a link to itself does not lead in circles", () => {
  const repo = createRepository();
  repo.write("a.ts", "a");
  repo.link("circle", ".");
  const found = findDeclaredFiles({ root: repo.root, globs: ["**/*.ts"], excluded: () => false });
  expect([...found]).toEqual(["a.ts"]);
});
