import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTraceReader } from "../../src/system/strace/read-trace.ts";
import { growth } from "../rig/growth.ts";
import { MAIN, readerOf } from "./trace-lines.ts";

function blindness(...lines: readonly string[]): string | null {
  return readerOf(lines).finish().blind;
}

describe("a trace that does not have everything", () => {
  const local = (port: number): string =>
    `{sa_family=AF_INET, sin_port=htons(${port}), sin_addr=inet_addr("127.0.0.1")}`;
  const talk = (address: string, result = "0"): string =>
    `10 connect(3<socket:[1]>, ${address}, 16) = ${result}`;

  it("says so where somebody was talked to that the command did not start", () => {
    expect(blindness(talk('{sa_family=AF_UNIX, sun_path="/run/x.sock"}'))).toBe(
      "it talked to /run/x.sock, which it did not start",
    );
    expect(blindness(talk('{sa_family=AF_UNIX, sun_path=@"abs"}'))).toBe(
      "it talked to @abs, which it did not start",
    );
    expect(blindness(talk(local(5432), "-1 EINPROGRESS (Operation now in progress)"))).toBe(
      "it talked to port 5432 of this machine, which it did not start",
    );
    for (const host of ["::1", "::ffff:127.0.0.1", "::"])
      expect(
        blindness(
          talk(
            `{sa_family=AF_INET6, sin6_port=htons(80), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "${host}", &sin6_addr), sin6_scope_id=0}`,
          ),
        ),
      ).toContain("port 80 of this machine");
  });

  it.each([
    [
      "its own file",
      'bind(4<socket:[2]>, {sa_family=AF_UNIX, sun_path="s"}, 9) = 0',
      talk('{sa_family=AF_UNIX, sun_path="/start/s"}'),
    ],
    [
      "its own name",
      'bind(4<socket:[2]>, {sa_family=AF_UNIX, sun_path=@"s"}, 9) = 0',
      talk('{sa_family=AF_UNIX, sun_path=@"s"}'),
    ],
    ["its own port", `bind(4<socket:[2]>, ${local(80)}, 16) = 0`, talk(local(80))],
    ["a port that it was given", `getsockname(4<socket:[2]>, ${local(4711)}, [16]) = 0`, talk(local(4711))],
    ["nobody", 'access("a", F_OK) = 0', talk(local(81), "-1 ECONNREFUSED (Connection refused)")],
    [
      "another machine",
      'access("a", F_OK) = 0',
      talk('{sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("192.0.2.1")}'),
    ],
    ["a server of names", 'access("a", F_OK) = 0', talk(local(53))],
    [
      "the cache of names",
      'access("a", F_OK) = 0',
      talk('{sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}'),
    ],
    ["the log", 'access("a", F_OK) = 0', talk('{sa_family=AF_UNIX, sun_path="/dev/log"}')],
    ["no port, to learn an address", 'access("a", F_OK) = 0', talk(local(0))],
    ["the kernel", 'access("a", F_OK) = 0', talk("{sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}")],
  ])("is whole where the command talked to %s", (_, before, after) => {
    expect(blindness(`10 ${before}`, after)).toBeNull();
  });

  it("is whole where nobody answered in the end", () => {
    expect(
      blindness(
        talk(local(81), "-1 EINPROGRESS (Operation now in progress)"),
        "10 getsockopt(3<socket:[1]>, SOL_SOCKET, SO_ERROR, [ECONNREFUSED], [4]) = 0",
      ),
    ).toBeNull();
  });

  it.each([
    ["io_uring_setup(64, 0x1) = 4<anon_inode:[io_uring]>", "it uses io_uring"],
    ["io_uring_setup(64, 0x1) = -1 EPERM (Operation not permitted)", null],
    ["io_uring_setup(64, 0x1) = -1 ENOSYS (Function not implemented) (INJECTED)", null],
    ['chroot("/new") = 0', "it changed the meaning of file names (chroot)"],
    ["unshare(CLONE_NEWUSER|CLONE_NEWPID) = 0", "it has its own process ids"],
    ["--- SIGCHLD {si_signo=SIGCHLD} ---", null],
    ["--- stopped by SIGSTOP ---", null],
    ["+++ exited with 0 +++", null],
    ["+++ killed by SIGKILL +++", null],
  ])("a trace that does not have everything says so for %s: %s", (line, why) => {
    expect(blindness(`10 ${line}`)).toBe(why);
  });

  it.each([
    "garbage",
    "10",
    "10 ",
    "10 garbage",
    "10 +++ vanished +++",
    '10 openat(AT_FDCWD</r>, "a',
    '10 openat(AT_FDCWD</r>, "a", O_RDONLY) = 3',
    '10 openat(AT_FDCWD</r>, "a", O_RDONLY) = 3</r/a>10 close(3) = 0',
    "10 <... openat resumed>) = 3</r/a>",
    '10 openat(5, "a", O_RDONLY) = 3</r/a>10',
    "10 connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=ht...}, 16) = 0",
    "10 getdents64(3, 0x1, 32768) = 48",
  ])("is not taken for whole with the line %s", (line) => {
    expect(blindness(line)).not.toBeNull();
  });

  it("is not taken for whole where a directory is not known", () => {
    expect(blindness('11 access("relative", F_OK) = 0')).toBe("it named a file in an unknown directory");
    expect(blindness('10 access("/absolute", F_OK) = 0')).toBeNull();
    expect(blindness('10 faccessat(5, "relative", F_OK) = 0')).not.toBeNull();
  });

  it("is not taken for whole where a process did something and nobody started it", () => {
    const done = '11 access("/absolute", F_OK) = 0';
    expect(blindness(done)).toBe("it is not written down who started some of its processes");
    expect(blindness(done, "10 vfork() = 11")).toBeNull();
  });

  it("is not taken for whole where a call was begun twice, or goes on as another one", () => {
    const begun = '10 openat(AT_FDCWD</r>, "a", O_RDONLY <unfinished ...>';
    expect(blindness(begun, "10 <... openat resumed>) = 3</r/a>")).toBeNull();
    expect(blindness(begun, '10 access("b", F_OK) = 0')).not.toBeNull();
    expect(blindness(begun, "10 <... access resumed>) = 0")).not.toBeNull();
  });

  it("says what a tracer hinders", () => {
    const hinders = (line: string): boolean => readerOf([`10 ${line}`]).isHindered;
    expect(hinders("ptrace(PTRACE_TRACEME) = -1 EPERM (Operation not permitted)")).toBe(true);
    expect(hinders("ptrace(PTRACE_PEEKDATA, 12, 0x1, 0x2) = -1 ESRCH (No such process)")).toBe(false);
    expect(hinders("clone(child_stack=0x1, flags=CLONE_VM|CLONE_UNTRACED) = 11")).toBe(true);
    expect(hinders("clone(child_stack=0x1, flags=CLONE_VM) = 11")).toBe(false);
  });
});

const LINES = [
  '10 openat(AT_FDCWD</r>, "a\\n\\377", O_RDONLY|O_CLOEXEC) = 3</r/a\\n\\377>',
  '11 openat(AT_FDCWD</r>, "b", O_RDONLY <unfinished ...>',
  "11 <... openat resumed>) = -1 ENOENT (No such file or directory)",
  "10 clone3({flags=CLONE_VM|CLONE_FS} <unfinished ...>",
  "10 <... clone3 resumed> => {parent_tid=[11]}, 88) = 11",
  '11 connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path=@"x"}, 8) = 0',
  '10 rename("a", "b") = 0',
  '12 execve("/bin/true", 0x1, 0x2 <unfinished ...>',
  "10 +++ superseded by execve in pid 12 +++",
  "11 +++ exited with 0 +++",
  "10 --- SIGCHLD {si_signo=SIGCHLD} ---",
  '10 chdir("/x") = 0',
];

it("a trace of any lines, in any order and cut anywhere, is read without an error", () => {
  const cut = fc
    .tuple(fc.constantFrom(...LINES), fc.nat({ max: 80 }), fc.nat({ max: 80 }))
    .map(([line, from, to]) => line.slice(Math.min(from, to), Math.max(from, to)));
  const line = fc.oneof(fc.constantFrom(...LINES), cut, fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const reader = readerOf(lines);
      reader.running();
      const { accesses } = reader.finish();
      for (const { path, named } of accesses) expect([path[0], named[0]]).toEqual(["/", "/"]);
    }),
    { numRuns: 500 },
  );
});

it("a trace that lacks a part of a line is never complete, unless all of the call is there", () => {
  const whole = LINES.slice(0, 7).filter((line) => !line.includes("connect("));
  const told = readerOf(whole).finish().accesses;
  const isHonest = (index: number, length: number): boolean => {
    const cut = (whole[index] as string).slice(0, length);
    const { accesses, blind } = readerOf(whole.with(index, cut)).finish();
    return blind !== null || isDeepStrictEqual(accesses, told);
  };
  const wrong = whole.flatMap((line, index) =>
    Array.from(line, (_, length) => line.slice(0, length)).filter(({ length }) => !isHonest(index, length)),
  );
  expect(wrong).toEqual([]);
});

it("reading a trace takes time linear in its lines, and memory for what differs", async () => {
  const work = (count: number): void => {
    const reader = createTraceReader(MAIN, "/start");
    for (let at = 0; at < count; at++)
      reader.take(
        `10 openat(AT_FDCWD</r>, "file-${at % 500}", O_RDONLY) = -1 ENOENT (No such file or directory)`,
      );
    expect(reader.finish().accesses).toHaveLength(500);
  };
  // Eight times the lines: quadratic work would take 64 times as long.
  expect(await growth(work, { small: 5000, large: 40_000, limit: 24 })).toBeLessThan(24);
});
