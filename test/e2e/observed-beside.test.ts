import { chmodSync, cpSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

interface Story {
  readonly what: string;
  /** Puts its names together, so that only watching tells what it looks at. */
  readonly script: string;
  readonly before?: (rig: Rig) => void;
  /** After it the script fails. */
  readonly after: (rig: Rig) => void;
  /** Something that the script does not look at. */
  readonly beside?: (rig: Rig) => void;
}

const OTHER_BRANCH = (rig: Rig): void => void rig.git("branch", "other");
const NEW_COMMIT = (rig: Rig): string =>
  rig.git("commit-tree", "-m", "another", "4b825dc642cb6eb9a060e54bf8d69288fbee4904").trim();

const GIT: readonly Story[] = [
  {
    what: "where a branch of a remote is",
    script: "g=git; $g diff --quiet origin/main HEAD",
    before: (rig) => void rig.git("update-ref", "refs/remotes/origin/main", "HEAD"),
    after: (rig) => void rig.git("update-ref", "refs/remotes/origin/main", NEW_COMMIT(rig)),
    beside: OTHER_BRANCH,
  },
  {
    what: "where a branch of a remote is that was packed",
    script: "g=git; $g diff --quiet origin/main HEAD",
    before: (rig) => {
      rig.git("update-ref", "refs/remotes/origin/main", "HEAD");
      rig.git("pack-refs", "--all");
    },
    after: (rig) => void rig.git("update-ref", "refs/remotes/origin/main", NEW_COMMIT(rig)),
    beside: OTHER_BRANCH,
  },
  {
    what: "where another branch is",
    script: "g=git; $g diff --quiet topic HEAD",
    before: (rig) => void rig.git("branch", "topic"),
    after: (rig) => void rig.git("branch", "--force", "topic", NEW_COMMIT(rig)),
    beside: OTHER_BRANCH,
  },
  {
    what: "which branches there are",
    script: "g=git; ! $g branch | grep -q bad",
    after: (rig) => void rig.git("branch", "bad"),
  },
  {
    what: "what is put aside",
    script: "g=git; ! $g rev-parse --quiet --verify refs/stash",
    after: (rig) => {
      rig.write("src/x.txt", "edited\n");
      rig.git("stash", "--quiet");
    },
    beside: OTHER_BRANCH,
  },
  {
    what: "a merge that goes on",
    script: 'g=$(printf .g)it; ! [ -e "$g/MERGE_HEAD" ]',
    after: (rig) => rig.write(".git/MERGE_HEAD", rig.git("rev-parse", "HEAD")),
    beside: OTHER_BRANCH,
  },
  {
    what: "the message that is being written",
    script: 'g=$(printf .g)it; ! grep -q bad "$g/COMMIT_EDITMSG"',
    before: (rig) => rig.write(".git/COMMIT_EDITMSG", "good\n"),
    after: (rig) => rig.write(".git/COMMIT_EDITMSG", "bad\n"),
    beside: OTHER_BRANCH,
  },
];

const beside = (rig: Rig): string => dirname(rig.root);

const OUTSIDE: readonly Story[] = [
  {
    what: "the names in a directory of the user",
    script: 'd=$(printf s)et; [ -z "$(ls ~/"$d" | grep bad)" ]',
    before: (rig) => rig.write(join("..", "home", "set", "good"), "text\n"),
    after: (rig) => rig.write(join("..", "home", "set", "bad"), "text\n"),
    beside: (rig) => rig.write(join("..", "home", "other"), "text\n"),
  },
];

const PACKAGE = { name: "lib", version: "1.0.0", main: "main.js" };
const RECORD = (integrity: string): string =>
  JSON.stringify({ packages: { "node_modules/lib": { version: "1.0.0", integrity } } });

function install(rig: Rig, text: string, integrity = "sha512-one"): void {
  rig.write("node_modules/lib/package.json", JSON.stringify(PACKAGE));
  rig.write("node_modules/lib/main.js", text);
  rig.write("node_modules/.package-lock.json", RECORD(integrity));
  const [old, now] = [new Date(Date.now() - 60_000), new Date(Date.now() - 50_000)];
  for (const name of ["package.json", "main.js"])
    utimesSync(join(rig.root, "node_modules/lib", name), old, old);
  utimesSync(join(rig.root, "node_modules/.package-lock.json"), now, now);
}

const PACKAGES: readonly Story[] = [
  {
    what: "a package of the same version that was installed again",
    script: "l=lib; node -e \"process.exit(require('$l'))\"",
    before: (rig) => install(rig, "module.exports = 0;\n"),
    after: (rig) => install(rig, "module.exports = 1;\n", "sha512-two"),
  },
  {
    what: "a file of a package that another was copied over with its times",
    script: "l=lib; node -e \"process.exit(require('$l'))\"",
    before: (rig) => install(rig, "module.exports = 0;\n"),
    after: (rig) => {
      rig.write("node_modules/lib/main.js", "module.exports = 100;\n");
      const old = new Date(Date.now() - 90_000);
      utimesSync(join(rig.root, "node_modules/lib/main.js"), old, old);
    },
  },
];

describe("what lies beside the tree", () => {
  it.each([...GIT, ...OUTSIDE, ...PACKAGES])(
    "a verdict does not hold after a change of $what",
    async ({ script, before, after, beside: unrelated }) => {
      const rig = new Rig({ trace: "on" });
      rig.checks({ name: "a", type: "test", command: "sh", args: ["-c", script], files: ["src/*"] });
      rig.write("src/x.txt", "x\n");
      rig.write(".gitignore", "node_modules/\n");
      rig.commitAll();
      before?.(rig);
      expect(await rig.json()).toMatchObject({ status: 0 });
      unrelated?.(rig);
      expect((await rig.json()).result.scope.scopeRationale).toEqual([]);
      after(rig);
      expect(await rig.json()).toMatchObject({ status: 1 });
    },
  );
});

it("a program is not the one that was started where its name leads to another now", async () => {
  const rig = new Rig({ trace: "on" });
  const script = '"$(printf gree)t"';
  rig.checks({ name: "a", type: "test", command: "sh", args: ["-c", script], files: ["src/*"] });
  rig.write("src/x.txt", "x\n");
  for (const [place, text] of Object.entries({ one: "exit 0", two: "exit 1" })) {
    rig.write(`../${place}/greet`, `#!/bin/sh\n${text}\n`);
    chmodSync(join(beside(rig), place, "greet"), 0o755);
  }
  rig.commitAll();
  const path = (...places: readonly string[]): { readonly env: { readonly PATH: string } } => ({
    env: { PATH: [...places.map((place) => join(beside(rig), place)), process.env["PATH"] ?? ""].join(":") },
  });
  expect(await rig.json([], path("one"))).toMatchObject({ status: 0 });
  expect((await rig.json([], path("empty", "one"))).result.scope.scopeRationale).toEqual([]);
  expect(await rig.json([], path("two", "one"))).toMatchObject({ status: 1 });
});

it("a package that is linked in place of the one that was installed is another, though its package.json is the same", async () => {
  const rig = new Rig({ trace: "on" });
  rig.checks({ name: "a", uses: "node-test", files: ["*.test.cjs"] });
  rig.write(
    "a.test.cjs",
    'require("node:test").test("holds", () => require("node:assert").equal(require("lib"), 0));\n',
  );
  rig.write(".gitignore", "node_modules/\n");
  rig.commitAll();
  const [installed, mine] = [join(rig.root, "node_modules/lib"), join(beside(rig), "mine")];
  install(rig, "module.exports = 1;\n");
  cpSync(installed, mine, { recursive: true, preserveTimestamps: true });
  install(rig, "module.exports = 0;\n");
  expect(await rig.json()).toMatchObject({ status: 0 });
  expect((await rig.json()).result.scope.scopeRationale).toEqual([]);
  rmSync(installed, { recursive: true });
  symlinkSync(mine, installed);
  expect(await rig.json()).toMatchObject({ status: 1 });
});
