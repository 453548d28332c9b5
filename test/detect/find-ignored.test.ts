import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findIgnored } from "../../src/detect/find-ignored.ts";

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), "verification-ignored-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q"], { cwd: root });
  writeFileSync(join(root, ".gitignore"), "out/\n");
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  return root;
}

const PATHS = ["out/a.md", "gone.md", "link/b.md"];

it("what git ignores, and what it does not look at, may be made by something", async () => {
  expect([...(await findIgnored(repository(), PATHS))].sort()).toEqual(["link/b.md", "out/a.md"]);
});

it("a git that does not answer hides nothing", async () => {
  const root = repository();
  writeFileSync(join(root, ".git/config"), "[core\n");
  expect([...(await findIgnored(root, PATHS))]).toEqual([]);
});
