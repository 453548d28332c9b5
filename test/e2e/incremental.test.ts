import { renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import { Rig, shell } from "../rig/rig.ts";

describe("a second run", () => {
  it("runs nothing when nothing changed, and its answer reads as if everything had run", async () => {
    const rig = rigWith(fileCheck(), shell("whole", "echo whole >> .ran; echo said"));
    rig.write("src/a.ts", "export const a = 1;\n");
    rig.write("src/b.ts", "export const b = 2;\n");
    const first = await verified(rig);
    expect(first).toMatchObject({ success: true, mode: "full", filesVerified: 3, cacheHits: 0 });
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts", "whole"]);
    const second = await verified(rig);
    expect(ran(rig)).toEqual([]);
    expect(second).toMatchObject({
      success: true,
      mode: "incremental",
      filesVerified: 0,
      cacheHits: 3,
      passed: 2,
    });
    expect(second.results).toMatchObject([
      { check: "files", status: "passed", cached: true, exitCode: 0, cacheHits: 2 },
      { check: "whole", status: "passed", cached: true, stdout: "said\n" },
    ]);
    expect((await rig.verification()).stdout).toContain("= cached   files, whole");
  });

  it("runs the file that changed and no other, and says why", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const a = 1;\n");
    rig.write("src/b.ts", "export const b = 2;\n");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "export const b = 3;\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/b.ts"]);
    expect(result).toMatchObject({ filesVerified: 1, cacheHits: 1 });
    expect(result.scope.scopeRationale).toMatchObject([
      { file: "src/b.ts", check: "files", reason: "directly-changed" },
    ]);
    expect(result.changes.changedFiles).toMatchObject([{ path: "src/b.ts" }]);
  });

  it("finds a verdict again when content comes back: revert, branch, stash, rebase", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const a = 1;\n");
    const commit = rig.commitAll();
    await verified(rig);
    rig.git("checkout", "-q", "-b", "other");
    rig.write("src/a.ts", "export const a = 2;\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    rig.git("checkout", "-q", "main");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.git("checkout", "-q", "other");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.git("reset", "-q", "--hard", commit);
    rig.git("commit", "-q", "--amend", "-m", "another hash");
    expect((await verified(rig)).filesVerified).toBe(0);
    rig.write("src/a.ts", "export const a = 2;\n");
    rig.git("stash", "-q");
    expect((await verified(rig)).filesVerified).toBe(0);
    expect(ran(rig)).toEqual([]);
  });

  it("works without git, by content", async () => {
    const rig = new Rig({ git: false });
    rig.config({ checks: [fileCheck()], incremental: { exclude_patterns: [".ran"] } });
    rig.write("src/a.txt", "1");
    rig.write("src/b.txt", "2");
    await verified(rig);
    ran(rig);
    rig.write("src/b.txt", "3");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/b.txt"]);
    expect(result.changes.detectionMethod).toBe("hash");
  });

  it.each(["git", "hash", "timestamp", "hybrid"] as const)(
    "sees an edit of the same size with the same mtime by %s",
    async (primary) => {
      const rig = rigWith();
      rig.config({ checks: [fileCheck()], incremental: { change_detection: { primary } } });
      rig.write("src/a.ts", "aaa");
      const { atime, mtime } = statSync(join(rig.root, "src/a.ts"));
      await verified(rig);
      ran(rig);
      rig.write("src/a.ts", "BAD");
      utimesSync(join(rig.root, "src/a.ts"), atime, mtime);
      const { status, result } = await rig.json();
      expect(ran(rig)).toEqual(["src/a.ts"]);
      expect(status).toBe(1);
      expect(result.changes.detectionMethod).toBe(primary);
    },
  );
});

describe("odd names and places", () => {
  it("odd names and places of directories do not confuse the comparison of two states", async () => {
    const rig = rigWith(shell("whole", "true"));
    rig.write("a.txt", "1");
    await verified(rig);
    rig.write("constructor/toString/valueOf", "1");
    rig.write("__proto__/x", "1");
    expect((await verified(rig)).scope.scopeRationale).toMatchObject([{ reason: "files-changed" }]);
  });

  it("odd names and places in links do not stop anything", async () => {
    const rig = rigWith(fileCheck({ files: ["*.md"] }));
    rig.write("a.md", `[nul](a%00b) [long](${"x".repeat(5000)}.md) [deep](${"../".repeat(200)}x.md)\n`);
    expect((await verified(rig)).success).toBe(true);
  });

  it("odd names and places on PATH that may not be looked into are passed over", async () => {
    const rig = rigWith(shell("whole", "true"));
    const { status } = await rig.json([], { env: { PATH: `/proc/1/fd:/dev/null:${process.env["PATH"]}` } });
    expect(status).toBe(0);
  });
});

describe("dependencies", () => {
  it("spread a change to what depends on it, through a chain that is shown", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import { b } from "./b";\nexport const a = b;\n');
    rig.write("src/b.ts", 'import { c } from "./c";\nexport const b = c;\n');
    rig.write("src/c.ts", "export const c = 1;\n");
    rig.write("src/other.ts", "export const other = 1;\n");
    await verified(rig);
    ran(rig);
    rig.write("src/c.ts", "export const c = 2;\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts", "src/c.ts"]);
    expect(result.scope.scopeRationale.find(({ file }) => file === "src/a.ts")).toMatchObject({
      reason: "dependency-changed",
      dependencyChain: ["src/a.ts", "src/b.ts", "src/c.ts"],
    });
    expect(result.scope.impactedByDependency).toEqual(["src/a.ts", "src/b.ts"]);
  });

  it("spread no further than follow says", async () => {
    const rig = rigWith(
      fileCheck({ name: "none", follow: "none" }),
      fileCheck({ name: "structure", follow: "structure" }),
      fileCheck({ name: "content", follow: "content" }),
    );
    rig.write("src/a.ts", 'import { f } from "./b";\nexport const a: number = f();\n');
    rig.write("src/b.ts", "export function f(): number {\n  return 1;\n}\n");
    await verified(rig);
    const units = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await verified(rig)).results.map(({ check, filesVerified }) => [check, filesVerified]),
      );
    rig.write("src/b.ts", "export function f(): number {\n  return 2;\n}\n");
    expect(await units()).toEqual({ none: 1, structure: 1, content: 2 });
    rig.write("src/b.ts", "export function f(x?: number): number {\n  return x ?? 2;\n}\n");
    expect(await units()).toEqual({ none: 1, structure: 2, content: 2 });
  });

  it("verify the dependents of a file that is deleted, and of one that shadows another", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "./b";\n');
    rig.write("src/b/index.ts", "export {};\n");
    await verified(rig);
    ran(rig);
    rig.write("src/b.ts", "export {};\n");
    const shadowed = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts", "src/b.ts"]);
    expect(shadowed.scope.scopeRationale.find(({ file }) => file === "src/a.ts")?.detail).toContain(
      "src/b/index.ts became src/b.ts",
    );
    rmSync(join(rig.root, "src/b.ts"));
    rmSync(join(rig.root, "src/b"), { recursive: true });
    const gone = await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect(gone.scope.scopeRationale[0]?.detail).toContain("src/b.ts is gone, which src/a.ts refers to");
  });

  it("reach across Markdown, YAML and JSON", async () => {
    const rig = rigWith(fileCheck({ files: ["**/*.md"] }));
    rig.write("docs/a.md", "# A\n\nSee [b](b.md#part) and [data](data.json).\n");
    rig.write("docs/b.md", "# B\n\n## Part\n");
    rig.write("docs/c.md", "# C\n");
    rig.write("docs/data.json", "{}");
    await verified(rig);
    ran(rig);
    rig.write("docs/data.json", '{"a":1}');
    await verified(rig);
    expect(ran(rig)).toEqual(["docs/a.md"]);
    rig.write("docs/b.md", "# B\n\n## Part two\n");
    const result = await verified(rig);
    expect(ran(rig)).toEqual(["docs/a.md", "docs/b.md"]);
    expect(result.scope.scopeRationale.find(({ file }) => file === "docs/a.md")?.reason).toBe(
      "cross-reference",
    );
  });

  it("follow an import that only running can resolve to all that an import can load, unless told not to", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", "export const load = (name: string) => import(name);\n");
    rig.write("elsewhere.txt", "1");
    await verified(rig);
    ran(rig);
    rig.write("elsewhere.txt", "2");
    await verified(rig);
    expect(ran(rig)).toEqual([]);
    rig.write("elsewhere.json", "2");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
    expect((await rig.verification(["explain", "src/a.ts"])).stdout).toContain(
      "src/a.ts:1 imports something by a computed name",
    );
    rig.config({ checks: [fileCheck()], incremental: { opaque_imports: "ignore" } });
    await verified(rig);
    ran(rig);
    rig.write("elsewhere.txt", "3");
    await verified(rig);
    expect(ran(rig)).toEqual([]);
  });

  it("cover generated code that git ignores", async () => {
    const rig = rigWith(fileCheck());
    rig.write("src/a.ts", 'import "../ignored/generated";\n');
    rig.write("ignored/generated.ts", "export const x = 1;\n");
    await verified(rig);
    ran(rig);
    rig.write("ignored/generated.ts", "export const x = 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.ts"]);
  });
});

describe("renames", () => {
  it("run again by default, and reuse an identical file's verdict where the check allows it", async () => {
    const rig = rigWith(
      fileCheck({ name: "rerun", follow: "none" }),
      fileCheck({ name: "reuse", follow: "none", renames: "reuse" }),
    );
    rig.write("src/a.ts", "1");
    rig.commitAll();
    await verified(rig);
    renameSync(join(rig.root, "src/a.ts"), join(rig.root, "src/renamed.ts"));
    const { results } = await verified(rig);
    expect(results.map(({ check, cached }) => [check, cached])).toEqual([
      ["rerun", false],
      ["reuse", true],
    ]);
  });
});
