import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, Explanation, Status } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join("");
/** Nine of ten lines are the same; the last line break ends an empty one in both. */
const EDITED = TEN.replace("line 4", "line four");
const EDITED_SIMILARITY = 10 / 11;
/** As git measures it, by bytes. */
const GIT_SIMILARITY = 0.86;

const alone = (fields: Partial<CheckInput> = {}): CheckInput => fileCheck({ follow: "none", ...fields });

function move(rig: Rig, from: string, to: string): void {
  mkdirSync(dirname(join(rig.root, to)), { recursive: true });
  renameSync(join(rig.root, from), join(rig.root, to));
}

/** A repository in which `src/a.txt` and `src/other.txt` are committed and verified. */
async function verifiedRig(check: CheckInput, primary = "git"): Promise<Rig> {
  const rig = rigWith(check);
  rig.config({
    checks: [check],
    incremental: {
      change_detection: { primary: primary as "git" },
      exclude_patterns: ["node_modules/**", ".git/**", ".ran", ".verification-baseline.json"],
    },
  });
  rig.write("src/a.txt", TEN);
  rig.write("src/other.txt", "something else\n");
  rig.commitAll();
  await verified(rig);
  ran(rig);
  return rig;
}

async function explain(rig: Rig, subject: string): Promise<Explanation> {
  return JSON.parse((await rig.verification(["explain", subject, "--json"])).stdout) as Explanation;
}

describe("a renamed file is recognised", () => {
  it.each(["committed", "staged", "unstaged", "intended"])(
    "a renamed file is recognised when the rename is %s",
    async (state) => {
      const rig = await verifiedRig(alone());
      move(rig, "src/a.txt", "src/deep/b.txt");
      rig.write("src/deep/b.txt", EDITED);
      if (state === "committed") rig.commitAll();
      if (state === "staged") rig.git("add", "--all");
      if (state === "intended") rig.git("add", "--intent-to-add", "--all");
      const { changes, scope } = await verified(rig);
      expect(changes).toMatchObject({
        addedFiles: [],
        deletedFiles: [],
        renamedFiles: [
          {
            previousPath: "src/a.txt",
            currentPath: "src/deep/b.txt",
            similarity: state === "unstaged" ? EDITED_SIMILARITY : GIT_SIMILARITY,
            moveType: "move-and-rename",
          },
        ],
      });
      expect(scope.directlyChanged).toEqual(["src/deep/b.txt"]);
      expect(ran(rig)).toEqual(["src/deep/b.txt"]);
      expect((await verified(rig)).changes.renamedFiles).toEqual([]);
    },
  );

  it.each(["hash", "timestamp", "hybrid"])(
    "a renamed file is recognised by %s, where what is gone is gone",
    async (primary) => {
      const rig = await verifiedRig(alone(), primary);
      move(rig, "src/a.txt", "src/b.txt");
      rig.write("src/b.txt", EDITED);
      expect((await verified(rig)).changes).toMatchObject({
        detectionMethod: primary,
        renamedFiles: [
          {
            previousPath: "src/a.txt",
            currentPath: "src/b.txt",
            similarity: EDITED_SIMILARITY,
            moveType: "rename-in-place",
          },
        ],
      });
    },
  );

  it("a renamed file is recognised that git never had: it was verified before it was committed", async () => {
    const rig = await verifiedRig(alone());
    rig.write("src/draft.txt", TEN.replaceAll("line", "draft"));
    await verified(rig);
    move(rig, "src/draft.txt", "docs/draft.txt");
    rig.write("docs/draft.txt", EDITED.replaceAll("line", "draft"));
    expect((await verified(rig)).changes.renamedFiles).toEqual([
      {
        previousPath: "src/draft.txt",
        currentPath: "docs/draft.txt",
        similarity: EDITED_SIMILARITY,
        moveType: "directory-move",
      },
    ]);
  });

  it("a renamed file is recognised against a given commit", async () => {
    const rig = await verifiedRig(alone());
    const commit = rig.git("rev-parse", "HEAD").trim();
    move(rig, "src/a.txt", "src/b.txt");
    rig.write("src/b.txt", EDITED);
    rig.commitAll();
    await verified(rig);
    const { changes } = await verified(rig, "--baseline", commit);
    expect(changes.renamedFiles).toMatchObject([{ previousPath: "src/a.txt", currentPath: "src/b.txt" }]);
  });

  it("a renamed file is recognised whatever its name is", async () => {
    const rig = await verifiedRig(alone());
    move(rig, "src/a.txt", "src/-new\n'line\".txt");
    expect((await verified(rig)).changes.renamedFiles).toMatchObject([
      { previousPath: "src/a.txt", currentPath: "src/-new\n'line\".txt", similarity: 1 },
    ]);
  });

  it.each([
    [1, []],
    [0.91, []],
    [0.9, ["src/b.txt"]],
    [0, ["src/b.txt"]],
  ])(
    "a renamed file is recognised at a threshold of %d only where it is that similar",
    async (similarity_threshold, expected) => {
      const rig = await verifiedRig(alone());
      rig.config({
        checks: [alone()],
        incremental: { change_detection: { similarity_threshold } },
      });
      await verified(rig);
      move(rig, "src/a.txt", "src/b.txt");
      rig.write("src/b.txt", EDITED);
      rig.write("src/unlike.txt", "nothing of the kind");
      move(rig, "src/other.txt", "src/moved.txt");
      const { changes } = await verified(rig);
      const paths = changes.renamedFiles.map(({ currentPath }) => currentPath);
      expect(paths).toEqual([...expected, "src/moved.txt"]);
      expect(changes.addedFiles).toContain("src/unlike.txt");
    },
  );
});

describe("what is known about a file follows it", () => {
  it("what is known about a file follows it, also its verdict if the content is identical and the check allows it", async () => {
    const rig = await verifiedRig(alone({ renames: "reuse" }));
    move(rig, "src/a.txt", "src/b.txt");
    expect((await rig.verification(["explain", "src/b.txt"])).stdout).toMatch(
      /cached {2}files, renamed from src\/a\.txt \(100 % similar\) \(passed in run/,
    );
    expect(await verified(rig)).toMatchObject({ success: true, filesVerified: 0 });
    expect(ran(rig)).toEqual([]);
    const { units, earlierNames } = await explain(rig, "src/b.txt");
    expect(units).toMatchObject([
      { decision: "stand", annotations: [{ type: "renamed", from: "src/a.txt", similarity: 1 }] },
    ]);
    expect(earlierNames).toMatchObject([{ path: "src/a.txt", similarity: 1 }]);
    rig.write("src/b.txt", EDITED);
    expect((await explain(rig, "src/b.txt")).units).toMatchObject([
      { decision: "run", reason: { type: "directly-changed" }, verdict: { status: "passed" } },
    ]);
  });

  it("what is known about a file follows it, not its verdict where the check depends on names: it runs again, and says from where it came", async () => {
    const rig = await verifiedRig(alone());
    move(rig, "src/a.txt", "docs/a.txt");
    move(rig, "docs/a.txt", "src/b.txt");
    const { units } = await explain(rig, "src/b.txt");
    expect(units).toMatchObject([
      {
        decision: "run",
        reason: { type: "renamed", from: "src/a.txt", similarity: 1 },
        differences: [{ component: "path", before: "src/a.txt", after: "src/b.txt" }],
        verdict: { status: "passed" },
      },
    ]);
    const { scope } = await verified(rig);
    expect(ran(rig)).toEqual(["src/b.txt"]);
    expect(scope.scopeRationale).toEqual([
      {
        file: "src/b.txt",
        check: "files",
        reason: "renamed",
        detail: "renamed from src/a.txt (100 % similar)",
        annotations: [{ type: "renamed", from: "src/a.txt", similarity: 1 }],
      },
    ]);
    const { stdout } = await rig.verification(["cache", "invalidated", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      invalidated: [{ target: "src/a.txt", reason: "file-renamed", triggeredBy: "src/b.txt" }],
    });
  });

  it("what is known about a file follows it, not its verdict where it was edited on the way, however little", async () => {
    const rig = await verifiedRig(alone({ renames: "reuse" }));
    move(rig, "src/a.txt", "src/b.txt");
    rig.write("src/b.txt", EDITED.replace("line 7", "BAD"));
    const result = await verified(rig);
    expect(result.success).toBe(false);
    expect(result.scope.scopeRationale).toMatchObject([
      { file: "src/b.txt", reason: "renamed", detail: "renamed from src/a.txt (81 % similar)" },
    ]);
  });

  it("what is known about a file follows it through several names, runs, and back again", async () => {
    const rig = await verifiedRig(alone());
    const names = ["src/a.txt", "src/b.txt", "src/c.txt", "src/d.txt"];
    for (const [at, name] of names.entries()) {
      const next = names[at + 1];
      if (next === undefined) continue;
      move(rig, name, next);
      await verified(rig);
    }
    const paths = async (file: string): Promise<readonly string[]> =>
      (await explain(rig, file)).earlierNames.map(({ path }) => path);
    expect(await paths("src/d.txt")).toEqual(["src/c.txt", "src/b.txt", "src/a.txt"]);
    expect((await rig.verification(["explain", "src/d.txt"])).stdout).toMatch(
      /was {2}src\/c\.txt \(100 % similar\), found by run \S+\n {2}was {2}src\/b\.txt/,
    );
    // Another file that takes a name that this one had is another file.
    rig.write("src/b.txt", "a new one\n");
    await verified(rig);
    move(rig, "src/other.txt", "src/c.txt");
    await verified(rig);
    expect(await paths("src/c.txt")).toEqual(["src/other.txt"]);
    expect(await paths("src/d.txt")).toEqual(["src/c.txt", "src/b.txt", "src/a.txt"]);
    move(rig, "src/d.txt", "src/a.txt");
    expect(await paths("src/a.txt")).toEqual(["src/d.txt", "src/c.txt", "src/b.txt"]);
  });
});

describe("a dependency that moves", () => {
  it("runs what imports it again where the import now leads elsewhere or nowhere, and nothing else", async () => {
    const rig = rigWith(fileCheck({ renames: "reuse" }));
    rig.write("src/lib/util.ts", "export const one = 1;\nexport const two = 2;\n");
    rig.write("src/user.ts", 'import { one } from "./lib/util.ts";\nconsole.log(one);\n');
    rig.write("src/loner.ts", "export {};\n");
    rig.commitAll();
    await verified(rig);
    ran(rig);
    move(rig, "src/lib/util.ts", "src/shared/util.ts");
    const broken = await verified(rig);
    expect(ran(rig)).toEqual(["src/user.ts"]);
    expect(broken.scope.scopeRationale).toMatchObject([
      {
        file: "src/user.ts",
        reason: "dependency-changed",
        dependencyChain: ["src/user.ts", "src/lib/util.ts"],
      },
    ]);
    rig.write("src/user.ts", 'import { one } from "./shared/util.ts";\nconsole.log(one);\n');
    await verified(rig);
    expect(ran(rig)).toEqual(["src/user.ts"]);
    // A file that imports by a relative path, and is itself moved, imports another file or none.
    move(rig, "src/user.ts", "src/app/user.ts");
    const moved = await verified(rig);
    expect(ran(rig)).toEqual(["src/app/user.ts"]);
    expect(moved.scope.scopeRationale).toMatchObject([
      {
        file: "src/app/user.ts",
        reason: "dependency-changed",
        annotations: [{ type: "renamed", from: "src/user.ts", similarity: 1 }],
      },
    ]);
  });
});

describe("renames are shown", () => {
  it("renames are shown in status and in the report, those of one directory in one line", async () => {
    const rig = await verifiedRig(alone());
    for (const at of [1, 2, 3, 4]) rig.write(`src/old/sub/${at}.txt`, `${at}\n${TEN}`);
    rig.write("src/page.txt", "page\n");
    rig.commitAll();
    await verified(rig);
    move(rig, "src/old", "src/new");
    rig.write("src/new/sub/3.txt", `3\n${EDITED}`);
    move(rig, "src/page.txt", "src/pages/page.txt");
    move(rig, "src/a.txt", "src/b.txt");
    rig.write("src/b.txt", EDITED);
    const { stdout } = await rig.verification(["status"]);
    expect(stdout).toContain("6 changes since");
    const lines = [
      "src/a.txt → src/b.txt (renamed, 90 % similar)",
      "src/old/ → src/new/ (4 files, 1 of them edited)",
      "src/page.txt → src/pages/page.txt (moved, 100 % similar)",
    ];
    for (const line of lines) expect(stdout).toContain(`R ${line}\n`);
    const status = JSON.parse((await rig.verification(["status", "--json"])).stdout) as Status;
    expect(status.changes.renamedFiles).toHaveLength(6);
    const report = (await rig.verification()).stdout;
    for (const line of lines) expect(report).toContain(`→ renamed  ${line}\n`);
    expect((await rig.verification()).stdout).not.toContain("renamed");
  });
});
