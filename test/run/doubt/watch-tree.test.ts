import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startFileClock } from "../../../src/system/files/file-clock.ts";
import { type State, type TreeWatch, watchTree } from "../../../src/run/doubt/watch-tree.ts";
import { describePathByTimes } from "../../../src/system/observed/path-state.ts";
import type { Tree } from "../../../src/units/tree.ts";

const FIRST = { name: "first", dependsOn: [], outputs: [] };
const LATER = { name: "later", dependsOn: ["build"], outputs: [] };
const LAST = { name: "last", dependsOn: ["build"], outputs: [] };

/** A watch over one file beside an empty tree. */
function watchOne(): { file: string; watch: TreeWatch; first: State } {
  const root = mkdtempSync(join(tmpdir(), "verification-watch-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const snapshot = { root, files: new Map(), unreadable: new Set() };
  const file = join(root, "input");
  const observe = (): State => {
    const seen = describePathByTimes(file, "thing");
    return {
      tree: { snapshot, beside: new Set([file]) } as unknown as Tree,
      unit: () => undefined,
      unitsOf: () => [],
      isTarget: () => false,
      knownBy: async (unit) => unit,
      isStill: () => describePathByTimes(file, "thing") === seen,
    };
  };
  const first = observe();
  const lookAgain = async () => first.tree.snapshot;
  return {
    file,
    first,
    watch: watchTree({ first, clock: startFileClock(null), lookAgain, observe: async () => observe() }),
  };
}

it("the tree is observed again only after something outside it was written", async () => {
  const { file, watch, first } = watchOne();
  expect((await watch.look()).state).toBe(first);
  writeFileSync(file, "made");
  const { state } = await watch.look();
  expect(state).not.toBe(first);
  expect((await watch.look()).state).toBe(state);
});

it("a check that comes after others starts from what they left, and the others from the first state", async () => {
  const { file, watch, first } = watchOne();
  expect((await watch.noteStart(LATER)).unit).toBe(first.unit);
  writeFileSync(file, "made");
  expect((await watch.noteStart(FIRST)).unit).toBe(first.unit);
  // It has begun before.
  expect((await watch.noteStart(LATER)).unit).toBe(first.unit);
  const start = await watch.noteStart(LAST);
  expect(start.unit).toBe((await watch.look()).state.unit);
  expect(start.unit).not.toBe(first.unit);
});

it("what was written since a command started is known, also if the same bytes were written back", async () => {
  const { file, watch } = watchOne();
  writeFileSync(file, "same");
  utimesSync(file, 1, 1);
  const start = await watch.noteStart(FIRST);
  expect((await watch.look()).besideSince(start)).toEqual([]);
  writeFileSync(file, "same");
  expect((await watch.look()).besideSince(start)).toEqual([file]);
});

it("what is written after the first of several commands that start at the same time is news to all of them", async () => {
  const { file, watch } = watchOne();
  const first = await watch.noteStart(FIRST);
  writeFileSync(file, "written");
  const second = await watch.noteStart({ ...FIRST, name: "second" });
  const after = await watch.noteStart(LATER);
  const { besideSince } = await watch.look();
  expect(besideSince(first)).toEqual([file]);
  expect(besideSince(second)).toEqual([file]);
  // This one waited for others, which may have made it.
  expect(besideSince(after)).toEqual([]);
});

it("a command that starts later does not notice what was written before", async () => {
  const { file, watch } = watchOne();
  await watch.noteStart(FIRST);
  writeFileSync(file, "written");
  await new Promise((resolve) => setTimeout(resolve, 1));
  const later = await watch.noteStart({ ...FIRST, name: "later" });
  const { besideSince } = await watch.look();
  expect(besideSince(later)).toEqual([]);
});
