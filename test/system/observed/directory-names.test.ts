import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSight, wordOf } from "../../../src/paths/name-words.ts";
import {
  describeListing,
  type DirectoryStates,
  listDirectories,
  lookAtDirectories,
} from "../../../src/system/observed/directory-names.ts";

const OPTIONS = {
  sight: createSight(new Set([wordOf("wanted"), wordOf("pages")])),
  isInTree: (path: string): boolean => path === "src" || path.startsWith("src/tracked"),
};

function lay(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "verification-names-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of paths) write(root, path);
  return root;
}

function write(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
}

function describe(root: string): DirectoryStates {
  return describeListing(listDirectories(root) ?? new Map(), OPTIONS);
}

function look(root: string, before: DirectoryStates): DirectoryStates | null {
  return lookAtDirectories(before, { root, find: () => OPTIONS }, "beside");
}

it.each([
  ["a log in a directory", ["logs/today.log"]],
  ["a directory with whatever is in it", ["coverage/report/index.html", "coverage/report/a.js"]],
  ["a file that git knows", ["src/tracked-wanted.ts"]],
])("%s that no reference can lead to is not noticed among listed names", (_, paths) => {
  const root = lay("src/a.ts", "logs/old.log");
  const before = describe(root);
  for (const path of paths) write(root, path);
  const now = look(root, before);
  expect(now).not.toBeNull();
  for (const path of paths) rmSync(join(root, path));
  expect(look(root, now ?? [])).not.toBeNull();
});

it.each([
  ["a name that is looked for", "src/wanted.ts"],
  ["with any ending", "logs/wanted.d.ts"],
  ["in any letters, and as a partial", "logs/_Wanted.scss"],
  ["a directory", "logs/wanted/x.log"],
  ["what stands for its directory", "logs/pages/index.js"],
  ["in a directory that is new", "made/by/a/tool/wanted.js"],
  ["a package.json", "logs/package.json"],
  ["settings of a compiler", "src/tsconfig.app.json"],
  ["packages", "src/node_modules/x/index.js"],
])("a change of listed names is noticed: %s", (_, path) => {
  const root = lay("src/a.ts", "logs/old.log");
  const before = describe(root);
  write(root, path);
  expect(look(root, before)).toBeNull();
  // And again where it was there first.
  const after = describe(root);
  expect(look(root, after)).not.toBeNull();
  rmSync(join(root, path.split("/").slice(0, 2).join("/")), { recursive: true });
  expect(look(root, after)).toBeNull();
});

it("a directory that became a file is noticed among listed names", () => {
  const root = lay("src/wanted/x.log");
  const before = describe(root);
  rmSync(join(root, "src/wanted"), { recursive: true });
  write(root, "src/wanted");
  expect(look(root, before)).toBeNull();
});

it("a directory with unchanged, old times is not read again", () => {
  const root = lay("logs/old.log");
  const old = new Date(Date.now() - 60_000);
  utimesSync(join(root, "logs"), old, old);
  const before = describe(root).map(
    ([path, stamp, ...rest]) => [path, stamp || "not known", ...rest] as const,
  );
  expect(before.map(([path]) => path)).toEqual(["", "logs"]);
  expect(look(root, before)?.length).toBe(2);
});

it("listed names cannot be compared if there are too many directories", () => {
  const root = lay("one/x");
  expect(listDirectories(root)?.size).toBe(2);
  for (let index = 0; index <= 5000; index += 1) mkdirSync(join(root, `one/${index}`));
  expect(listDirectories(root)).toBeNull();
});
