import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { watchTree } from "../../src/run/watch-tree.ts";
import { touchStamp } from "../../src/system/touch-stamp.ts";
import type { Snapshot } from "../../src/vocabulary/snapshot.ts";

it("notices a file beside the tree that was written between being read and the start of the watch", async () => {
  const root = mkdtempSync(join(tmpdir(), "verification-watch-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const snapshot = { root, files: new Map(), unreadable: new Set() } as unknown as Snapshot;
  const file = join(root, "input");
  writeFileSync(file, "read");
  const beside = new Map([[file, touchStamp(file)]]);
  const watch = (): ReturnType<typeof watchTree> =>
    watchTree({ snapshot, beside, lookAgain: async () => snapshot });
  expect((await watch().look()).besideChanged).toBe(false);
  writeFileSync(file, "written since");
  expect((await watch().look()).besideChanged).toBe(true);
});
