import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readerOf } from "../trace-lines.ts";

/** What a trace with these lines tells, as `type path named`, and why it is not all. */
function read(lines: readonly string[], cwd?: string): readonly string[] {
  const { accesses, blind } = readerOf(lines, cwd).finish();
  const told = accesses.map(({ type, path, named }) =>
    path === named ? `${type} ${path}` : `${type} ${path} ${named}`,
  );
  return blind === null ? told : [...told, `blind: ${blind}`];
}

function makeTree(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "read-trace-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

describe("what a trace tells of files", () => {
  it("is told in the order of time over all processes, each thing once", () => {
    expect(
      read([
        "10 vfork( <unfinished ...>",
        '11 openat(AT_FDCWD</r>, "out.tmp", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</r/out.tmp>',
        "10 <... vfork resumed>) = 11",
        '11 openat(AT_FDCWD</r>, "early", O_RDONLY <unfinished ...>',
        '10 openat(AT_FDCWD</r>, "late", O_RDONLY) = 3</r/late>',
        "11 <... openat resumed>) = 3</r/early>",
        '11 rename("out.tmp", "out") = 0',
        '10 openat(AT_FDCWD</r>, "out", O_RDONLY) = 3</r/out>',
        '10 openat(AT_FDCWD</r>, "out", O_RDONLY) = 4</r/out>',
        '11 openat(AT_FDCWD</r>, "out", O_RDONLY) = 5</r/out>',
        '10 openat(AT_FDCWD</r>, "link", O_RDONLY) = 3</r/real>',
      ]),
    ).toEqual([
      "write /r/out.tmp",
      "read /r/early",
      "read /r/late",
      "write /r/out",
      "read /r/out",
      "read /r/real /r/link",
    ]);
  });

  it("has a read and a write of what is opened both ways, unless it is new", () => {
    expect(
      read([
        '10 openat(AT_FDCWD</r>, "db", O_RDWR|O_CREAT, 0644) = 3</r/db>',
        '10 openat(AT_FDCWD</r>, "new", O_RDWR|O_CREAT|O_TRUNC, 0644) = 3</r/new>',
        '10 openat(AT_FDCWD</r>, "log", O_WRONLY|O_APPEND) = 3</r/log>',
        '10 creat("made", 0644) = 3</r/made>',
      ]),
    ).toEqual(["read /r/db", "write /r/db", "write /r/new", "write /r/log", "write /r/made"]);
  });

  it("has every way to make, move and remove a name", () => {
    expect(
      read([
        '10 renameat2(AT_FDCWD</r>, "old", 7</d>, "new", RENAME_NOREPLACE) = 0',
        '10 linkat(AT_FDCWD</r>, "from", AT_FDCWD</r>, "to", 0) = 0',
        '10 symlinkat("../target", AT_FDCWD</r>, "made-link") = 0',
        '10 mkdir("dir", 0777) = 0',
        '10 unlinkat(7</d>, "gone", 0) = 0',
        '10 rmdir("dir2") = 0',
        '10 truncate("short", 0) = 0',
        '10 mknodat(AT_FDCWD</r>, "pipe", S_IFIFO|0666) = 0',
        '10 unlink("half-done") = ?',
      ]),
    ).toEqual([
      "write /d/new",
      "write /r/old",
      "read /r/from",
      "write /r/to",
      "write /r/made-link",
      "write /r/dir",
      "write /d/gone",
      "write /r/dir2",
      "write /r/short",
      "write /r/pipe",
      "write /r/half-done",
    ]);
  });

  it("tells lists from reads, and what was only asked for from both", () => {
    expect(
      read([
        '10 openat(AT_FDCWD</r>, "src", O_RDONLY|O_DIRECTORY) = 3</r/src>',
        "10 getdents64(3</r/src>, 0x1, 32768) = 48",
        '10 openat(AT_FDCWD</r>, "handle", O_RDONLY|O_PATH) = 3</r/handle>',
        '10 access("there", R_OK) = 0',
        '10 readlink("plain", 0x7ff, 4096) = -1 EINVAL (Invalid argument)',
        '10 readlink("link", ""..., 4096) = 10',
        '10 statx(AT_FDCWD</r>, "stat", AT_STATX_SYNC_AS_STAT, STATX_ALL, 0x7ff) = 0',
        '10 newfstatat(3</r/src>, "", 0x7ff, AT_EMPTY_PATH) = 0',
        '10 openat(AT_FDCWD</r>, "secret", O_RDONLY) = -1 EACCES (Permission denied)',
        '10 mkdir("exists", 0777) = -1 EEXIST (File exists)',
        '10 openat(AT_FDCWD</r>, "gone", O_RDONLY) = 3</r/gone>(deleted)',
        '10 openat(AT_FDCWD</r>, "/dev/tty", O_RDWR) = 3<pipe:[1]>',
        '10 openat(AT_FDCWD</r>, "/proc/self/maps", O_RDONLY) = 3</proc/10/maps>',
        '10 openat(AT_FDCWD</r>, "/dev/shm/tree/a", O_RDONLY) = 3</dev/shm/tree/a>',
        '10 openat(AT_FDCWD</r>, ".", O_RDWR|O_TMPFILE, 0600) = 3</r/#12>(deleted)',
      ]),
    ).toEqual([
      "found /r/src",
      "list /r/src",
      "found /r/handle",
      "found /r/there",
      "found /r/plain",
      "found /r/link",
      "asked /r/stat",
      "found /r/secret",
      "found /r/exists",
      "read /r/gone",
      "read /dev/shm/tree/a",
    ]);
  });

  it("has what was looked for and not there, whatever asked for it", () => {
    const root = makeTree();
    const missing = "-1 ENOENT (No such file or directory)";
    expect(
      read(
        [
          `10 openat(AT_FDCWD<${root}>, "a", O_RDONLY) = ${missing}`,
          `10 access("b", F_OK) = ${missing}`,
          `10 execve("./c", 0x1, 0x2) = ${missing}`,
          `10 stat("d", 0x7ff) = ${missing}`,
          `10 readlink("e", 0x7ff, 10) = ${missing}`,
          '10 lstat("file/f", 0x7ff) = -1 ENOTDIR (Not a directory)',
          `10 chdir("g") = ${missing}`,
          `10 unlink("h") = ${missing}`,
          `10 rename("i", "j") = ${missing}`,
          // Only the directory above has to be there.
          `10 openat(AT_FDCWD<${root}>, "k/new", O_WRONLY|O_CREAT, 0666) = ${missing}`,
          `10 mkdir("l/new", 0777) = ${missing}`,
          // These say nothing of names.
          '10 openat(99, "m", O_RDONLY) = -1 EBADF (Bad file descriptor)',
          `10 openat(AT_FDCWD<${root}>, "n", O_RDONLY) = -1 EMFILE (Too many open files)`,
          `10 openat(AT_FDCWD<${root}>, ""..., O_RDONLY) = -1 ENAMETOOLONG (File name too long)`,
          '10 openat(3<pipe:[1]>, "o", O_RDONLY) = -1 ENOTDIR (Not a directory)',
          "10 access(NULL, F_OK) = -1 EFAULT (Bad address)",
        ],
        root,
      ),
    ).toEqual(
      ["a", "b", "c", "d", "e", "file/f", "g", "h", "i", "k", "l"].map((name) => `missing ${root}/${name}`),
    );
  });

  it("follows links as the system does, also back over `..` and to what is not there", () => {
    const root = makeTree();
    mkdirSync(join(root, "real/deep"), { recursive: true });
    symlinkSync("real/deep", join(root, "link"));
    symlinkSync("nowhere/x", join(root, "broken"));
    writeFileSync(join(root, "real/there"), "");
    const missing = "-1 ENOENT (No such file or directory)";
    expect(
      read(
        [
          `10 access("link/absent", F_OK) = ${missing}`,
          `10 access("link/../absent", F_OK) = ${missing}`,
          `10 access("broken", F_OK) = ${missing}`,
          `10 access("void/../real/there", F_OK) = ${missing}`,
          '10 access("link/../there", F_OK) = 0',
          '10 lstat("link", 0x7ff) = 0',
          '10 stat("link", 0x7ff) = 0',
          '10 chdir("link") = 0',
          '10 access("../there", F_OK) = 0',
          `10 open("${root}/real/", O_RDONLY) = 3<${root}/real>`,
        ],
        root,
      ).map((each) => each.replaceAll(root, "")),
    ).toEqual([
      "missing /real/deep/absent /link/absent",
      "missing /real/absent",
      "missing /nowhere/x /broken",
      "missing /void",
      "found /real/there",
      "asked /link",
      "asked /real/deep /link",
      "found /real/deep /link",
      "found /real",
    ]);
  });

  it("has the name of a link that was looked for before it was made, and not where that leads", () => {
    const root = makeTree();
    mkdirSync(join(root, "src"));
    symlinkSync(join(root, "src"), join(root, "made"));
    symlinkSync(join(root, "nowhere"), join(root, "dangling"));
    expect(
      read([
        `10 access("${root}/made", F_OK) = -1 ENOENT (No such file or directory)`,
        `10 symlink("${root}/src", "${root}/made") = 0`,
        `10 access("${root}/dangling", F_OK) = -1 ENOENT (No such file or directory)`,
      ]),
    ).toEqual([`missing ${root}/made`, `write ${root}/made`, `missing ${root}/nowhere ${root}/dangling`]);
  });

  it("has the programs that were started, and what scripts name in their first line", () => {
    const root = makeTree();
    writeFileSync(join(root, "interpreter"), `#! ${process.execPath} --flag\n`);
    writeFileSync(join(root, "script"), `#!${root}/interpreter\n`);
    writeFileSync(join(root, "odd"), "#!./absent\n");
    expect(
      read(
        [
          '10 execve("./script", 0x1, 0x2) = 0',
          '10 execve("./odd", 0x1, 0x2) = -1 ENOENT (No such file or directory)',
          '10 execveat(3</memfd:x>(deleted), "", 0x1, 0x2, AT_EMPTY_PATH) = 0',
        ],
        root,
      ).map((each) => each.replaceAll(root, "")),
    ).toEqual([
      "start /script",
      "start /interpreter",
      `start ${realpathSync(process.execPath)}${realpathSync(process.execPath) === process.execPath ? "" : ` ${process.execPath}`}`,
      "missing /odd",
      "missing /absent",
      "start /memfd:x",
    ]);
  });
});

describe("where relative names lead", () => {
  it("is the directory that a process works in, by whatever means it came there", () => {
    expect(
      read([
        '10 access("a", F_OK) = 0',
        '10 chdir("sub") = 0',
        '10 access("b", F_OK) = 0',
        "10 fchdir(4</other>) = 0",
        '10 access("c", F_OK) = 0',
        '10 openat(AT_FDCWD</shown>, "d", O_RDONLY) = -1 ENOENT (No such file or directory)',
        '10 access("e", F_OK) = 0',
        '10 chdir("nowhere") = -1 ENOENT (No such file or directory)',
        '10 faccessat(5</handle>, "f", F_OK) = 0',
        '10 access("g", F_OK) = 0',
      ]),
    ).toEqual([
      "found /start/a",
      "found /start/sub",
      "found /start/sub/b",
      "found /other/c",
      "missing /shown/d",
      "found /shown/e",
      "missing /shown/nowhere",
      "found /handle/f",
      "found /shown/g",
    ]);
  });

  it("is handed on to children, shared by threads, and parted where they are parted", () => {
    const thread = "clone3({flags=CLONE_VM|CLONE_FS|CLONE_THREAD, exit_signal=0}, 88)";
    expect(
      read([
        '10 chdir("/a") = 0',
        `10 ${thread} = 11`,
        "10 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|SIGCHLD) = 12",
        '11 chdir("/b") = 0',
        '10 access("of-main", F_OK) = 0',
        '12 access("of-child", F_OK) = 0',
        `12 ${thread} = 13`,
        "13 unshare(CLONE_FS) = 0",
        '12 chdir("/c") = 0',
        '13 access("of-parted", F_OK) = 0',
      ]).filter((each) => each.includes("of-")),
    ).toEqual(["found /b/of-main", "found /a/of-child", "found /a/of-parted"]);
  });

  it("tells which processes did a thing, with threads as a part of theirs", () => {
    const { accesses } = readerOf([
      "10 clone3({flags=CLONE_VM|CLONE_FS|CLONE_THREAD, exit_signal=0}, 88) = 11",
      "10 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|SIGCHLD) = 12",
      "12 clone3({flags=CLONE_VM|CLONE_FS|CLONE_THREAD, exit_signal=0}, 88) = 13",
      ...[11, 13].map((pid) => `${pid} openat(AT_FDCWD</r>, "both", O_RDONLY) = 3</r/both>`),
      '13 openat(AT_FDCWD</r>, "one", O_RDONLY) = 3</r/one>',
    ]).finish();
    expect(accesses.map(({ path, by }) => [path, ...by])).toEqual([
      ["/r/both", 10, 12],
      ["/r/one", 12],
    ]);
  });

  it("is known for what a child did before it is written who started it, and for another of the same number", () => {
    expect(
      read([
        '10 chdir("/a") = 0',
        "10 vfork( <unfinished ...>",
        '11 chdir("sub") = 0',
        '11 access("first", F_OK) = 0',
        "11 +++ exited with 0 +++",
        "10 <... vfork resumed>) = 11",
        '10 chdir("/b") = 0',
        "10 fork() = 11",
        '11 access("second", F_OK) = 0',
        "11 +++ killed by SIGSEGV (core dumped) +++",
      ]).filter((each) => /first|second/.test(each)),
    ).toEqual(["found /a/sub/first", "found /b/second"]);
  });

  it("goes on after a thread has executed a program in place of its process", () => {
    const lines = [
      "10 clone3({flags=CLONE_FS|CLONE_THREAD}, 88) = 11",
      '11 chdir("/a") = 0',
      '11 execve("tool", 0x1, 0x2 <unfinished ...>',
      "10 +++ superseded by execve in pid 11 +++",
      "10 <... execve resumed>) = -1 (errno 18446744073709551595)",
      '10 access("x", F_OK) = 0',
      "10 +++ exited with 0 +++",
    ];
    expect(read(lines)).toEqual(["found /a", "start /a/tool", "found /a/x"]);
    const reader = readerOf(lines);
    expect([reader.isEnded, reader.running()]).toEqual([true, []]);
  });
});
