import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTreeReader } from "../../../src/verify/observe/tree-reader.ts";
import { Rig, shell } from "../../rig/rig.ts";

function rigWithInput(): Rig {
  const rig = new Rig();
  rig.config({
    checks: [shell("good", "true", { inputs: ["ignored/input.txt"] })],
    incremental: { caching: { storage_path: ".store" } },
    report: { path: "declared-report.txt" },
  });
  rig.write(".gitignore", "ignored/\nnode_modules/\n");
  rig.write("a.txt", "1");
  rig.write("ignored/input.txt", "1");
  rig.write("ignored/other.txt", "1");
  rig.commitAll();
  return rig;
}

describe("a look at the tree", () => {
  it.each([
    ["an edit", (rig: Rig) => rig.write("a.txt", "2")],
    ["a new file", (rig: Rig) => rig.write("new.txt", "2")],
    ["a file that is gone", (rig: Rig) => rmSync(join(rig.root, "a.txt"))],
    ["an input that git ignores", (rig: Rig) => rig.write("ignored/input.txt", "2")],
    ["installed packages", (rig: Rig) => rig.write("node_modules/.package-lock.json", "{}")],
    ["an ignored file that is staged", (rig: Rig) => void rig.git("add", "-f", "ignored/other.txt")],
    [
      "a file that is now ignored",
      (rig: Rig) => rig.write("fresh.txt", "") ?? rig.write(".gitignore", "a.*"),
    ],
    ["a configuration", (rig: Rig) => rig.checks(shell("good", "false"))],
    ["a second configuration", (rig: Rig) => rig.write(".verification.json", "{}")],
  ])("a look at the tree sees %s", async (_, change) => {
    const rig = rigWithInput();
    const look = createTreeReader({ cwd: rig.root }, []);
    const before = await look.take(true);
    change(rig);
    expect(await look.take(false)).not.toEqual(before);
  });

  it.each([
    [
      "an ignored file that is edited",
      "content",
      "ignored/other.txt",
      (rig: Rig) => rig.write("ignored/other.txt", "2"),
    ],
    [
      "an ignored file that appears",
      "presence",
      "ignored/new.txt",
      (rig: Rig) => rig.write("ignored/new.txt", "2"),
    ],
    ["a name in an ignored directory", "names", "ignored", (rig: Rig) => rig.write("ignored/new.txt", "2")],
    ["a file beside the repository", "content", "../beside", (rig: Rig) => rig.write("../beside", "2")],
  ] as const)("sees, where it follows it, %s", async (_, access, path, change) => {
    const rig = rigWithInput();
    const look = createTreeReader({ cwd: rig.root }, []);
    const before = await look.take(true);
    const followed = await look.follow(new Map([[join(rig.root, path), access]]), before);
    expect(await look.take(false)).toEqual(followed);
    change(rig);
    const after = await look.take(false);
    expect([...after].filter(([each, value]) => followed.get(each) !== value)).toEqual([
      [path, expect.anything()],
    ]);
  });

  it("sees a configuration elsewhere that was named", async () => {
    const rig = rigWithInput();
    rig.write("ignored/other.yml", "checks: []");
    const look = createTreeReader({ cwd: rig.root, configFile: "ignored/other.yml" }, []);
    const before = await look.take(true);
    rig.write("ignored/other.yml", "checks: [{ name: a, command: b }]");
    expect(await look.take(true)).not.toEqual(before);
  });

  it("sees no change in what the product itself writes, what git ignores, and what git keeps for itself", async () => {
    const rig = rigWithInput();
    const own = join(rig.root, "given-report.txt");
    const look = createTreeReader({ cwd: rig.root }, [own]);
    const before = await look.take(true);
    rig.write(".store/store-1.db", "x");
    rig.write(".verification/state.json", "x");
    rig.write(".verification-baseline.json", "{}");
    rig.write("declared-report.txt", "x");
    rig.write("given-report.txt", "x");
    rig.write("ignored/other.txt", "2");
    rig.write("a.txt", "1");
    rig.git("commit", "--quiet", "--allow-empty", "--message", "same tree");
    rig.git("checkout", "--quiet", "-b", "other");
    rig.git("gc", "--quiet");
    expect(await look.take(false)).toEqual(before);
  });

  it("knows where to look also while the configuration is broken", async () => {
    const rig = rigWithInput();
    const look = createTreeReader({ cwd: rig.root }, []);
    await look.take(true);
    rig.write(".verification.yml", "checks: 1");
    const broken = await look.take(true);
    rig.write(".store/store-1.db", "x");
    expect(await look.take(true)).toEqual(broken);
  });

  it("has a stamp that tells of staging and of an edited exclude file", async () => {
    const rig = rigWithInput();
    const look = createTreeReader({ cwd: rig.root }, []);
    await look.take(true);
    const stamps = new Set([look.stamp(), look.stamp()]);
    expect(stamps.size).toBe(1);
    rig.git("add", "-f", "ignored/other.txt");
    stamps.add(look.stamp());
    rig.write(".git/info/exclude", "a.txt");
    stamps.add(look.stamp());
    rig.write("ignored/input.txt", "2");
    stamps.add(look.stamp());
    expect(stamps.size).toBe(4);
  });
});
