import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { findConvertible } from "../../../src/detect/git/conversion.ts";
import { askGit, type GitAnswers } from "../../../src/detect/git/git-questions.ts";
import { scanGit } from "../../../src/detect/git/git-scan.ts";
import { SETTINGS_PATTERN } from "../../../src/detect/git/git-settings.ts";
import { listIndex } from "../../../src/detect/git/list-index.ts";
import { runGit } from "../../../src/system/git/git.ts";
import { createRepository, isolateGit, type Repository } from "../repository.ts";

isolateGit();

const home = (): string => process.env["HOME"] ?? "";
const own = (path: string): string => join(home(), path);

function writeOwn(path: string, text: string): void {
  mkdirSync(dirname(own(path)), { recursive: true });
  writeFileSync(own(path), text);
}

afterEach(() => {
  for (const path of [".gitconfig", ".config", "more"]) rmSync(own(path), { recursive: true, force: true });
  for (const name of ["COUNT", "KEY_0", "VALUE_0"]) delete process.env[`GIT_CONFIG_${name}`];
});

async function ask(repo: Repository): Promise<GitAnswers> {
  const answers = await askGit(repo.root);
  if ("ok" in answers) throw new Error(answers.stderr);
  return answers;
}

async function toldSettings(repo: Repository): Promise<string> {
  const args = ["config", "-z", "--get-regexp", SETTINGS_PATTERN];
  const told = await runGit({ root: repo.root, args });
  return told.ok ? told.stdout.toString() : "";
}

describe("settings", () => {
  const LINES = [
    "[core]\n\tautocrlf = input\n",
    "[CORE]\n\tAutoCRLF\n",
    "[core] excludesFile = ~/more\n",
    "[core]\n\tsymlinks = false\n",
    "[user]\n\tname = Somebody\n",
    "[include]\n\tpath = ~/more\n",
    '[includeIf "gitdir:/"]\n\tpath = ~/more\n',
    "# a comment\n",
  ];
  const text = fc.array(fc.constantFrom(...LINES), { maxLength: 2 }).map((lines) => lines.join(""));

  it("are what git says, wherever they are set, also where they change again and again", async () => {
    const repo = createRepository();
    const plain = repo.git("config", "--list", "--local", "--show-origin") && "[core]\n\tbare = false\n";
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (user, second, local, more) => {
        writeOwn(".gitconfig", user);
        writeOwn(".config/git/config", second);
        writeOwn("more", more.replace(/include\w*/g, "other"));
        repo.write(".git/config", plain + local);
        for (const _ of [1, 2]) expect((await ask(repo)).config.toString()).toBe(await toldSettings(repo));
      }),
      {
        numRuns: 30,
        examples: [
          ["[include]\n\tpath = ~/more\n", "", "", "[core]\n\tautocrlf = input\n"],
          ["", "", '[includeIf "gitdir:/"]\n\tpath = ~/more\n', "[core]\n\tsymlinks = false\n"],
        ],
      },
    );
  });

  it("count that a variable gives, and those of a linked worktree", async () => {
    const repo = createRepository();
    repo.write("a", "1");
    repo.commitAll();
    repo.git("worktree", "add", "-q", "../linked");
    const linked = { ...repo, root: join(repo.root, "../linked") };
    expect((await ask(linked)).config.toString()).toBe("");
    repo.git("config", "core.autocrlf", "true");
    expect((await ask(linked)).config.toString()).toBe("core.autocrlf\ntrue\0");
    repo.git("config", "--unset", "core.autocrlf");
    const given = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.autocrlf", GIT_CONFIG_VALUE_0: "input" };
    Object.assign(process.env, given);
    expect((await ask(repo)).config.toString()).toBe("core.autocrlf\ninput\0");
  });
});

describe("attributes", () => {
  const places: readonly (readonly [string, (repo: Repository) => void])[] = [
    ["nowhere", () => {}],
    ["at the top", (repo) => repo.write(".gitattributes", "*.txt text\n")],
    ["in a directory", (repo) => repo.write("dir/.gitattributes", "*.txt text\n")],
    [
      "where git ignores it",
      (repo) => {
        repo.write(".gitignore", ".gitattributes\n");
        repo.write("dir/deep/.gitattributes", "*.txt text\n");
      },
    ],
    [
      "in the index alone",
      (repo) => {
        repo.write("dir/.gitattributes", "*.txt text\n");
        repo.git("add", "dir/.gitattributes");
        repo.remove("dir/.gitattributes");
      },
    ],
    ["in git's directory", (repo) => repo.write(".git/info/attributes", "*.txt text\n")],
    ["in the user's settings", () => writeOwn(".config/git/attributes", "*.txt text\n")],
    [
      "where a setting says",
      (repo) => {
        writeOwn("more", "*.txt text\n");
        repo.git("config", "core.attributesFile", own("more"));
      },
    ],
    ["by default", (repo) => repo.git("config", "core.autocrlf", "true")],
  ];

  it.each(places)("attributes that are %s are found as git finds them", async (place, put) => {
    const repo = createRepository();
    for (const path of ["a.txt", "dir/b.txt", "dir/deep/c.txt", "dir/deep/d"]) repo.write(path, "text\n");
    repo.commitAll();
    put(repo);
    const scan = await scanGit(repo.root, { excluded: () => false });
    if ("ok" in scan) throw new Error(scan.detail);
    const told = await findConvertible(repo.root, place === "by default");
    expect([...(scan.convertible ?? [])].sort()).toEqual([...(told ?? [])].sort());
    expect(scan.convertible?.size === 0).toBe(place === "nowhere");
  });
});

describe("the index", () => {
  it("is listed again where its content is another", async () => {
    const repo = createRepository();
    const list = async (): Promise<string> => {
      const listed = await listIndex(repo.root);
      return listed.ok ? listed.stdout.toString().replaceAll(/[^\0]*\t/g, "") : listed.stderr;
    };
    repo.write("a", "1");
    repo.commitAll();
    expect([await list(), await list()]).toEqual(["a\0", "a\0"]);
    repo.write("b", "1");
    expect(await list()).toBe("a\0");
    repo.git("add", "b");
    expect(await list()).toBe("a\0b\0");
    repo.git("rm", "-q", "--cached", "a");
    expect(await list()).toBe("b\0");
  });
});
