import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTraceLine } from "../../src/system/trace-line.ts";
import { decodePath } from "../../src/vocabulary/path.ts";

/** Writes bytes as strace does: as in C, with the shortest octal number that the next character allows. */
function escape(bytes: Buffer, further: readonly number[] = []): string {
  const letters = new Map([...Buffer.from("\n\t\r\v\f")].map((code, at) => [code, "ntrvf"[at] as string]));
  return [...bytes]
    .map((byte, at) => {
      const letter = letters.get(byte);
      if (letter !== undefined) return `\\${letter}`;
      if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      if (byte >= 0x20 && byte < 0x7f && !further.includes(byte)) return String.fromCharCode(byte);
      const next = bytes[at + 1] ?? 0;
      return `\\${byte.toString(8).padStart(next >= 0x30 && next < 0x38 ? 3 : 1, "0")}`;
    })
    .join("");
}

const bytes = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 255 }), fc.constantFrom(...Buffer.from('"\\<>(),= 017\n'))), {
    minLength: 1,
  })
  .map((list) => Buffer.from(list));

describe("a line of a trace", () => {
  it("tells which file was opened, from where, how, and where it leads", () => {
    const line =
      '1794735959.639138 openat(AT_FDCWD</tmp/t>, "a<b>\\"q\\n\\\\z\\377\\303\\244.txt", O_RDONLY|O_CLOEXEC) = 18</tmp/t/real\\74\\76>';
    expect(parseTraceLine(line)).toEqual({
      at: 1794735959.639138,
      name: "openat",
      paths: [{ path: 'a<b>"q\n\\z\uDCFFä.txt', directory: "/tmp/t" }],
      handle: null,
      cwd: "/tmp/t",
      flags: new Set(["O_RDONLY", "O_CLOEXEC"]),
      result: { type: "done", path: "/tmp/t/real<>" },
    });
  });

  it("tells why a call failed, what was listed, and both names of a renamed file", () => {
    const failed = parseTraceLine('1.0 openat(7</d>, "x", O_RDONLY) = -1 ENOENT (No such file or directory)');
    expect(failed).toMatchObject({ paths: [{ path: "x", directory: "/d" }], handle: "/d", cwd: null });
    expect(failed?.result).toEqual({ type: "failed", error: "ENOENT" });
    expect(parseTraceLine("1.0 getdents64(18</tmp>, 0x8d3 /* 6 entries */, 32768) = 168")).toMatchObject({
      name: "getdents64",
      handle: "/tmp",
      result: { type: "done", path: null },
    });
    const renamed = parseTraceLine('1.0 renameat2(AT_FDCWD</a>, "b) = 0", AT_FDCWD</a>, "c", 0) = 0');
    expect(renamed?.paths.map(({ path }) => path)).toEqual(["b) = 0", "c"]);
    const second =
      '1.0 openat2(AT_FDCWD</a>, "b", {flags=O_RDONLY|O_PATH, resolve=RESOLVE_BENEATH}, 24) = 3</a/b>';
    expect(parseTraceLine(second)?.flags.has("O_PATH")).toBe(true);
  });

  it("tells nothing of what is no call, or did not come to its end", () => {
    for (const line of [
      "",
      "+++ exited with 0 +++",
      '1.0 openat(AT_FDCWD</a>, "b',
      "1.0 openat( <unfinished ...>",
    ])
      expect(parseTraceLine(line)).toBeNull();
    expect(parseTraceLine('1.0 openat(AT_FDCWD</a>, "b", O_RDONLY <unfinished ...>) = ?')).toBeNull();
  });

  it("gives back every name that a file can have", () => {
    fc.assert(
      fc.property(bytes, bytes, (name, real) => {
        const place = escape(Buffer.concat([Buffer.from("/"), real]), [0x3c, 0x3e]);
        const line = `1.5 openat(AT_FDCWD</a>, "${escape(name)}", O_RDONLY) = 3<${place}>`;
        const call = parseTraceLine(line);
        expect(call?.paths).toEqual([{ path: decodePath(name), directory: "/a" }]);
        expect(call?.result).toEqual({ type: "done", path: `/${decodePath(real)}` });
      }),
    );
  });

  it("takes time that is linear in the line", () => {
    const work = (size: number): number => {
      const name = " = 1<\\76".repeat(size) + "9".repeat(size);
      const start = process.cpuUsage();
      for (let times = 0; times < 5; times++)
        parseTraceLine(`1.0 openat(AT_FDCWD</a>, "${name}", O_RDONLY) = -1 ENOENT (x)`);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    work(500);
    expect(work(8000)).toBeLessThan(Math.max(work(2000), 500) * 16);
  });
});
