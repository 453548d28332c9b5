import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

type Files = Readonly<Record<string, string>>;

interface Ground {
  readonly name: string;
  readonly git: boolean;
  readonly files: Files;
}

const GROUNDS: readonly Ground[] = [
  { name: "an empty directory", git: false, files: {} },
  { name: "a directory with files and no git", git: false, files: { "a.txt": "a\n", "src/b.py": "b = 1\n" } },
  { name: "a repository without a commit", git: true, files: { "a.txt": "a\n" } },
  {
    name: "a configuration without checks",
    git: true,
    files: { ".verification.yml": "version: 1\nchecks: []\n" },
  },
  { name: "a package without git", git: false, files: { "package.json": "{}" } },
];

const COMMANDS = [
  [],
  ["status"],
  ["explain", "x"],
  ["graph", "x"],
  ["init"],
  ["hooks", "install"],
  ["hooks", "status"],
  ["checkpoint", "v1"],
  ["replay", "3"],
  ["receipt"],
  ["flow", "list"],
  ["flow", "show", "x"],
  ["flow", "done", "x"],
  ["audit"],
  ["metrics"],
  ["flaky"],
  ["history"],
  ["history", "show"],
  ["cache", "stats"],
  ["cache", "clear"],
  ["baseline", "write"],
  ["--baseline", "x"],
  ["--config", "x.yml"],
] as const;

function lay({ git, files }: Omit<Ground, "name">): Rig {
  const rig = new Rig({ git });
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  return rig;
}

/** The commands of ours that are recommended, with something in place of what is to be filled in. */
function recommended(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/`verification( [^`]*)?`/g)].map(([, words = ""]) =>
    words
      .replaceAll(/<[^>]*>/g, "thing")
      .split(" ")
      .filter((word) => word !== ""),
  );
}

describe.each(GROUNDS)("in $name", (ground) => {
  it.each(COMMANDS.map((args) => [args.join(" "), args] as const))(
    "`verification %s` recommends nothing that fails there",
    async (_, args) => {
      const { stdout, stderr } = await lay(ground).verification([...args]);
      for (const words of recommended(stdout + stderr)) {
        const { status } = await lay(ground).verification([...words]);
        expect({ words, status }).toEqual({ words, status: 0 });
      }
      expect(stderr).not.toContain("internal error");
    },
  );
});

describe("where nothing can be verified", () => {
  it.each([[], ["status"], ["explain", "x"], ["history"], ["baseline", "write"], ["init"]])(
    "%j shows a whole configuration, which works",
    async (...args) => {
      const rig = new Rig({ git: false });
      const { status, stderr } = await rig.verification(args);
      expect(status).toBe(2);
      const [, example = ""] = stderr.split("this is a complete one:\n\n");
      rig.write(".verification.yml", example.replaceAll(/^ {4}/gm, "").replace("make", "echo"));
      expect((await rig.json()).result.results).toMatchObject([{ check: "test", status: "passed" }]);
    },
  );

  it("says which directory was looked at where it is in no repository", async () => {
    const rig = new Rig({ git: false });
    expect((await rig.verification()).stderr).toContain(`${rig.root}, which is not a git repository`);
    expect((await new Rig().verification()).stderr).not.toContain("not a git repository");
  });

  it("says that a hook would stop every push, and of one with checks nothing", async () => {
    const rig = new Rig();
    const nothing = "the hook stops every push until a check is declared";
    expect((await rig.verification(["hooks", "install"])).stdout).toContain(nothing);
    rig.checks({ name: "check", command: "true" });
    expect((await rig.verification(["hooks", "install"])).stdout).not.toContain(nothing);
  });

  it("expects no commit where there are none", async () => {
    const rig = new Rig({ git: false });
    rig.write("package.json", "{}");
    const { status, stderr } = await rig.verification(["--baseline", "x"]);
    expect(status).toBe(2);
    expect(stderr).toContain("this is not a git repository");
    expect(stderr).not.toContain("expected");
  });

  it.each([["clear"], ["prune"]])(
    "has nothing to remove by cache %s, which is no failure",
    async (action) => {
      const rig = new Rig();
      rig.checks({ name: "check", command: "true" });
      const { status, stdout } = await rig.verification(["cache", action]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Removed 0 verdicts/);
    },
  );
});
