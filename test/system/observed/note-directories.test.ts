import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createDirectoryNotes } from "../../../src/system/observed/note-directories.ts";
import { startNotingPaths } from "../../../src/system/observed/path-notes.ts";
import { describePathByTimes, NEVER } from "../../../src/system/observed/path-state.ts";

/** Whether what is noted could ever be seen again. */
function canBeSame(landscape: () => void): boolean {
  const witness = startNotingPaths(describePathByTimes);
  landscape();
  witness.end();
  return ![...witness.paths.thing.values()].includes(NEVER);
}

it("is never the same where there are too many directories to look at and files are made, also when it is asked again", () => {
  const root = mkdtempSync(join(tmpdir(), "verification-landscape-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "one"));
  const small = createDirectoryNotes(root, true);
  expect([canBeSame(small), canBeSame(small)]).toEqual([true, true]);
  for (let index = 0; index <= 5000; index += 1) mkdirSync(join(root, `one/${index}`));
  const large = createDirectoryNotes(root, true);
  expect([canBeSame(large), canBeSame(large)]).toEqual([false, false]);
  const other = createDirectoryNotes(root, false);
  expect([canBeSame(other), canBeSame(other)]).toEqual([true, true]);
});
