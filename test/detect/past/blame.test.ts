import { expect, it } from "vitest";
import { blameLines } from "../../../src/detect/past/blame.ts";
import { Rig } from "../../rig/rig.ts";

it("blame says who last touched each line, and which lines are not committed", async () => {
  const rig = new Rig();
  rig.write("-a b.txt", "one\ntwo\n");
  const first = rig.commitAll("Say one and two");
  rig.write("-a b.txt", "one\ntwo\nthree\n");
  const second = rig.commitAll("Say three");
  rig.write("-a b.txt", "one\nTWO\nthree\n");
  const blamed = await blameLines(rig.root, "-a b.txt", [3, 1, 2, 1, 0]);
  expect([...blamed.keys()]).toEqual([1, 2, 3]);
  expect(blamed.get(1)).toMatchObject({ author: "Test", commit: first, summary: "Say one and two" });
  expect(blamed.get(1)?.date).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(blamed.get(2)).toMatchObject({ commit: null, date: null });
  expect(blamed.get(3)).toMatchObject({ commit: second });
});

it("blame leaves out a line beyond the end, and calls a new file not committed", async () => {
  const rig = new Rig();
  rig.write("a.txt", "one\n");
  rig.commitAll();
  rig.write("new.txt", "one\n");
  expect([...(await blameLines(rig.root, "a.txt", [1, 9])).keys()]).toEqual([1]);
  expect((await blameLines(rig.root, "new.txt", [1])).get(1)?.commit).toBeNull();
});
