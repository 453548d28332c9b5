import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

interface Story {
  readonly what: string;
  /** Puts its file names together, so that only watching tells what it looks at. */
  readonly script: string;
  readonly before: (rig: Rig) => void;
  /** After the last of them the script fails. */
  readonly after: readonly ((rig: Rig) => void)[];
}

const write =
  (path: string, text: string) =>
  (rig: Rig): void =>
    rig.write(path, text);
const remove =
  (path: string) =>
  (rig: Rig): void =>
    rmSync(join(rig.root, path), { recursive: true });
const link =
  (path: string, to: string) =>
  (rig: Rig): void => {
    const at = join(rig.root, path);
    rmSync(at, { force: true });
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(to, at);
  };
const all =
  (...changes: readonly ((rig: Rig) => void)[]) =>
  (rig: Rig): void => {
    for (const change of changes) change(rig);
  };

const STORIES: readonly Story[] = [
  {
    what: "the content of a file",
    script: 'd=$(printf f)x; ! grep -q BAD "$d/x"',
    before: write("fx/x", "fine\n"),
    after: [write("fx/x", "BAD\n")],
  },
  {
    what: "the content of a file that git ignores",
    script: 'd=$(printf i)gnored; ! grep -q BAD "$d/x"',
    before: write("ignored/x", "fine\n"),
    after: [write("ignored/x", "BAD\n")],
  },
  {
    what: "the size of a file",
    script: 'd=$(printf f)x; ! [ -s "$d/x" ]',
    before: write("fx/x", ""),
    after: [write("fx/x", "text\n")],
  },
  {
    what: "which of two files is newer",
    script: 'd=$(printf f)x; ! [ "$d/x" -nt "$d/y" ]',
    before: all(write("fx/x", "old\n"), write("fx/y", "new\n")),
    after: [write("fx/x", "newer\n")],
  },
  {
    what: "whether a file can be executed",
    script: 'd=$(printf f)x; ! [ -x "$d/x" ]',
    before: write("fx/x", "text\n"),
    after: [(rig) => chmodSync(join(rig.root, "fx/x"), 0o755)],
  },
  {
    what: "a file that was not there",
    script: 'd=$(printf f)x; ! [ -e "$d/x" ]',
    before: write("fx/y", "text\n"),
    after: [write("fx/x", "text\n")],
  },
  {
    what: "a file in a directory that was not there, and then was",
    script: 'd=$(printf f)x; ! grep -q BAD "$d/deep/x" 2>/dev/null',
    before: write("fx/y", "text\n"),
    after: [write("fx/deep/z", "text\n"), write("fx/deep/x", "BAD\n")],
  },
  {
    what: "an ignored file that was not there",
    script: 'd=$(printf i)gnored; ! [ -e "$d/x" ]',
    before: write("ignored/y", "text\n"),
    after: [write("ignored/x", "text\n")],
  },
  {
    what: "a file where a directory was",
    script: 'd=$(printf f)x; [ -e "$d/x/z" ]',
    before: all(write("fx/x/z", "text\n"), write("fx/y", "text\n")),
    after: [all(remove("fx/x"), write("fx/x", "text\n"))],
  },
  {
    what: "a name in a directory",
    script: 'd=$(printf f)x; for f in "$d"/*; do case $f in *bad*) exit 1 ;; esac; done',
    before: write("fx/x", "text\n"),
    after: [write("fx/bad", "text\n")],
  },
  {
    what: "a name in a directory that git ignores",
    script: 'd=$(printf i)gnored; for f in "$d"/*; do case $f in *bad*) exit 1 ;; esac; done',
    before: write("ignored/x", "text\n"),
    after: [write("ignored/bad", "text\n")],
  },
  {
    what: "the link that a file is read by",
    script: 'd=$(printf t)o; ! grep -q BAD "$d/x"',
    before: all(write("one/x", "fine\n"), write("two/x", "BAD\n"), link("to", "one")),
    after: [link("to", "two")],
  },
  {
    what: "an ignored link that a file is read by",
    script: 'd=$(printf i)gnored; ! grep -q BAD "$d/to/x"',
    before: all(write("ignored/one/x", "fine\n"), write("ignored/two/x", "BAD\n"), link("ignored/to", "one")),
    after: [link("ignored/to", "two")],
  },
  {
    what: "a link behind the link that a file is read by",
    script: 'd=$(printf i)gnored; ! grep -q BAD "$d/far/x"',
    before: all(
      write("ignored/one/x", "fine\n"),
      write("ignored/two/x", "BAD\n"),
      link("ignored/far", "near"),
      link("ignored/near", "one"),
    ),
    after: [link("ignored/near", "two")],
  },
  {
    what: "the link that a directory is listed by",
    script: 'd=$(printf t)o; for f in "$d"/*; do case $f in *bad*) exit 1 ;; esac; done',
    before: all(write("one/x", "fine\n"), write("two/bad", "text\n"), link("to", "one")),
    after: [link("to", "two")],
  },
  {
    what: "the link that a file is looked for by",
    script: 'd=$(printf t)o; ! [ -e "$d/x" ]',
    before: all(write("one/y", "fine\n"), write("two/x", "text\n"), link("to", "one")),
    after: [link("to", "two")],
  },
  {
    what: "what a link leads to that led nowhere",
    script: 'd=$(printf t)o; ! [ -e "$d/x" ]',
    before: link("to", "one"),
    after: [write("one/x", "text\n")],
  },
  {
    what: "which files git knows",
    script: 'g=git; [ "$($g ls-files | wc -l)" -lt 5 ]',
    before: () => {},
    after: [
      (rig) => {
        for (const name of ["one", "two", "three"]) rig.write(name, "text\n");
        rig.git("add", "--all");
      },
    ],
  },
  {
    what: "the commit that is checked out",
    script: "g=git; ! $g log -1 --format=%s | grep -q bad",
    before: () => {},
    after: [(rig) => void rig.commitAll("bad")],
  },
];

describe("a verdict does not hold after a change of", () => {
  it.each(STORIES)("a verdict does not hold after a change of $what", async ({ script, before, after }) => {
    const rig = new Rig({ trace: "on" });
    rig.checks({ name: "a", type: "test", command: "sh", args: ["-c", script], files: ["src/*"] });
    rig.write("src/x.txt", "x\n");
    rig.write(".gitignore", "ignored/\n");
    before(rig);
    rig.commitAll();
    expect(await rig.json()).toMatchObject({ status: 0 });
    for (const change of after.slice(0, -1)) {
      change(rig);
      expect(await rig.json()).toMatchObject({ status: 0 });
    }
    after.at(-1)?.(rig);
    expect(await rig.json()).toMatchObject({ status: 1 });
  });
});

it("files that one tool finds by itself count as long as they are read", async () => {
  const rig = new Rig({ trace: "on" });
  rig.write(
    "tools/run.sh",
    'for f in plugins/* "$@"; do while read -r line; do case $line in *BAD*) exit 1 ;; esac; done < "$f"; done\n',
  );
  rig.checks({
    name: "a",
    type: "lint",
    follow: "none",
    command: "sh",
    args: ["tools/run.sh", "{files}"],
    files: ["src/*"],
  });
  rig.write("src/x.txt", "x\n");
  rig.write("plugins/a.txt", "x\n");
  rig.commitAll();
  await rig.json();
  rmSync(join(rig.root, "plugins/a.txt"));
  rig.write("plugins/b.txt", "y\n");
  expect(await rig.json()).toMatchObject({ status: 0 });
  rig.write("plugins/b.txt", "BAD\n");
  expect(await rig.json()).toMatchObject({ status: 1 });
});

it("what a product decides to read counts", async () => {
  const rig = new Rig({ trace: "on" });
  rig.checks(
    {
      name: "make",
      type: "build",
      command: "sh",
      args: ["-c", "mkdir -p out; cat data/name > out/name"],
      files: ["data/*"],
    },
    {
      name: "use",
      type: "test",
      command: "sh",
      args: ["-c", 'o=out; read -r n < "$o/name"; t=$(printf t)exts; ! grep -q BAD "$t/$n"'],
      files: ["use/*"],
      dependsOn: ["make"],
    },
  );
  rig.write(".gitignore", "out/\n");
  rig.write("use/x.txt", "x\n");
  rig.write("data/name", "one\n");
  for (const name of ["one", "two"]) rig.write(`texts/${name}`, "fine\n");
  rig.commitAll();
  await rig.json();
  rig.write("data/name", "two\n");
  expect(await rig.json()).toMatchObject({ status: 0 });
  rig.write("texts/two", "BAD\n");
  expect(await rig.json()).toMatchObject({ status: 1 });
});

it("what comes after a build is kept for what the build has made", async () => {
  const rig = new Rig({ trace: "on" });
  const files = ["data/*"];
  rig.checks(
    { name: "make", type: "build", command: "sh", args: ["-c", "mkdir -p out; cat data/x > out/x"], files },
    { name: "use", type: "test", command: "sh", args: ["-c", "cat out/x"], files, dependsOn: ["make"] },
  );
  rig.write(".gitignore", "out/\n");
  rig.write("data/x", "one\n");
  rig.commitAll();
  expect((await rig.json()).result.scope.scopeRationale).toHaveLength(2);
  rig.write("other.txt", "other\n");
  expect((await rig.json()).result.scope.scopeRationale).toEqual([]);
});

it("a link to nowhere that a search passes over does not keep a verdict from being kept", async () => {
  const rig = new Rig({ trace: "on" });
  rig.checks({ name: "a", type: "test", command: "sh", args: ["-c", "! grep -rq BAD $(printf d)ata"] });
  rig.write("data/x", "one\n");
  link("data/to", "nowhere")(rig);
  rig.commitAll();
  expect(await rig.json()).toMatchObject({ status: 0 });
  expect((await rig.json()).result.scope.scopeRationale).toEqual([]);
});

it("what was read counts for a target that was not opened itself", async () => {
  const rig = new Rig({ trace: "on" });
  const args = ["-c", '! grep BAD "data/$(basename $1)"', "sh", "{files}"];
  rig.checks({ name: "files", command: "sh", args, files: ["src/**"], batch: 1 });
  for (const name of ["a.txt", "b.txt", "c.txt"]) {
    rig.write(`src/${name}`, `${name}\n`);
    rig.write(`data/${name}`, "fine\n");
  }
  rig.commitAll();
  expect(await rig.json()).toMatchObject({ status: 0 });
  rig.write("data/b.txt", "BAD\n");
  expect(await rig.json()).toMatchObject({ status: 1, result: { filesVerified: 1, cacheHits: 2 } });
});
