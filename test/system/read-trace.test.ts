import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readTrace } from "../../src/system/read-trace.ts";

/** Reads a trace that has these lines, one list for each process, as `type path named`. */
async function read(...processes: readonly (readonly string[])[]): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), "read-trace-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [index, lines] of processes.entries())
    writeFileSync(join(directory, `trace.${index}`), lines.map((line) => `${line}\n`).join(""));
  return (await readTrace(directory, "/start")).map(({ type, path, named }) =>
    path === named ? `${type} ${path}` : `${type} ${path} ${named}`,
  );
}

it("tells what was read and written, in the order of time over all processes, each thing once", async () => {
  expect(
    await read(
      [
        '1.3 openat(AT_FDCWD</r>, "out", O_RDONLY) = 3</r/out>',
        '1.4 openat(AT_FDCWD</r>, "out", O_RDONLY) = 3</r/out>',
        '1.5 openat(AT_FDCWD</r>, "link", O_RDONLY) = 3</r/real>',
      ],
      [
        '1.1 openat(AT_FDCWD</r>, "out.tmp", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3</r/out.tmp>',
        '1.2 rename("out.tmp", "out") = 0',
      ],
    ),
  ).toEqual(["write /r/out.tmp", "write /r/out", "read /r/out", "read /r/real /r/link"]);
});

it("reads a file that is opened both ways, unless it is made anew", async () => {
  expect(
    await read([
      '1.1 openat(AT_FDCWD</r>, "db", O_RDWR|O_CREAT, 0644) = 3</r/db>',
      '1.2 openat(AT_FDCWD</r>, "new", O_RDWR|O_CREAT|O_TRUNC, 0644) = 3</r/new>',
      '1.3 openat(AT_FDCWD</r>, "log", O_WRONLY|O_APPEND) = 3</r/log>',
      '1.4 creat("made", 0644) = 3</r/made>',
      '1.5 symlinkat("../target", AT_FDCWD</r>, "made-link") = 0',
    ]),
  ).toEqual([
    "read /r/db",
    "write /r/db",
    "write /r/new",
    "write /r/log",
    "write /r/made",
    "write /r/made-link",
  ]);
});

it("knows where a program was started by the first file that it opens", async () => {
  expect(
    await read(
      [
        '1.1 execve("./none", ["./none"], 0x1 /* 3 vars */) = -1 ENOENT (No such file or directory)',
        '1.2 execve("./tool", ["./tool", "a"], 0x1 /* 3 vars */) = 0',
        '1.3 openat(AT_FDCWD</r/sub>, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3</etc/ld.so.cache>',
        '1.4 open("beside", O_RDONLY) = -1 ENOENT (No such file or directory)',
      ],
      ['1.5 execve("./still", ["./still"], 0x1 /* 3 vars */) = 0'],
    ),
  ).toEqual(["read /r/sub/tool", "read /etc/ld.so.cache", "missing /r/sub/beside", "read /start/still"]);
});

it("tells lists from reads, and leaves out what takes nothing from a file", async () => {
  expect(
    await read([
      '1.1 openat(AT_FDCWD</r>, "src", O_RDONLY|O_DIRECTORY) = 3</r/src>',
      "1.2 getdents64(3</r/src>, 0x1 /* 2 entries */, 32768) = 48",
      '1.3 openat(AT_FDCWD</r>, "handle", O_RDONLY|O_PATH) = 3</r/handle>',
      '1.4 openat(AT_FDCWD</r>, "secret", O_RDONLY) = -1 EACCES (Permission denied)',
      '1.5 openat(AT_FDCWD</r>, "gone", O_RDONLY) = 3</r/gone>(deleted)',
      '1.6 openat(AT_FDCWD</r>, "/dev/tty", O_RDWR) = 3<pipe:[1]>',
    ]),
  ).toEqual(["list /r/src", "read /r/gone"]);
});
