import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFileOf } from "../../src/worker/bring-tree.ts";
import { Rig } from "../rig/rig.ts";

describe("a configuration that a job names", () => {
  it("is a plain file of the tree: nothing beside it, no directory, and nothing behind a link", async () => {
    const rig = new Rig();
    rig.write("settings/ci.json", "{}");
    rig.write(".gitignore", "beside.json\n");
    rig.write("beside.json", "{}");
    symlinkSync("/etc/passwd", join(rig.root, "link.json"));
    symlinkSync("settings", join(rig.root, "linked"));
    rig.commitAll();
    const tree = rig.git("rev-parse", "HEAD^{tree}").trim();
    const isOne = (path: string): Promise<boolean> => isFileOf(rig.root, tree, path);
    expect(await isOne("settings/ci.json")).toBe(true);
    for (const path of [
      "settings",
      "beside.json",
      "link.json",
      "linked/ci.json",
      "gone.json",
      "settings/*.json",
    ])
      expect([path, await isOne(path)]).toEqual([path, false]);
  });
});
