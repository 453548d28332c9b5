import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodePath } from "../../../src/paths/encode-path.ts";
import { parseTracedCall } from "../../../src/system/strace/trace-line.ts";
import { growth } from "../../rig/growth.ts";

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

describe("a call in a trace", () => {
  it("tells which file was opened, from where, how, and where it leads", () => {
    const text =
      'openat(AT_FDCWD</tmp/t>, "a<b>\\"q\\n\\\\z\\377\\303\\244.txt", O_RDONLY|O_CLOEXEC) = 18</tmp/t/real\\74\\76>';
    expect(parseTracedCall(text)).toEqual({
      name: "openat",
      args: text.slice("openat(".length, text.indexOf(") = ")),
      paths: [{ path: 'a<b>"q\n\\z\uDCFFä.txt', directory: "/tmp/t" }],
      handle: null,
      cwd: "/tmp/t",
      flags: new Set(["O_RDONLY", "O_CLOEXEC"]),
      result: { type: "done", value: 18, path: "/tmp/t/real<>" },
    });
  });

  it("tells why a call failed, what was listed, and both names of a renamed file", () => {
    const failed = parseTracedCall('openat(7</d>, "x", O_RDONLY) = -1 ENOENT (No such file or directory)');
    expect(failed).toMatchObject({ paths: [{ path: "x", directory: "/d" }], handle: "/d", cwd: null });
    expect(failed?.result).toEqual({ type: "failed", error: "ENOENT" });
    expect(parseTracedCall("getdents64(18</tmp>, 0x8d3, 32768) = 168")).toMatchObject({
      name: "getdents64",
      handle: "/tmp",
      result: { type: "done", value: 168, path: null },
    });
    const renamed = parseTracedCall('renameat2(AT_FDCWD</a>, "b) = 0", AT_FDCWD</a>, "c", 0) = 0');
    expect(renamed?.paths.map(({ path }) => path)).toEqual(["b) = 0", "c"]);
    const second =
      'openat2(AT_FDCWD</a>, "b", {flags=O_RDONLY|O_PATH, resolve=RESOLVE_BENEATH}, 24) = 3</a/b>';
    expect(parseTracedCall(second)?.flags.has("O_PATH")).toBe(true);
  });

  it("knows a directory that strace could not name, and a text that is not whole", () => {
    const unnamed = parseTracedCall('openat(7, "x", O_RDONLY) = -1 EACCES (Permission denied)');
    expect(unnamed?.paths).toEqual([{ path: "x", directory: "" }]);
    expect(parseTracedCall('readlink("l", ""..., 4096) = 10')?.paths).toEqual([
      { path: "l", directory: null },
    ]);
  });

  it.each([
    ['open("a", O_RDONLY) = 3</a>(deleted)', { type: "done", value: 3, path: "/a" }],
    ['chdir("a")   = 0', { type: "done", value: 0, path: null }],
    ['execve("/a", 0x1, 0x2) = -1 (errno 18446744073709551595)', { type: "failed", error: "" }],
    [
      "connect(3<socket:[1]>, 0x1, 16) = ? ERESTARTSYS (To be restarted if SA_RESTART is set)",
      { type: "unknown" },
    ],
    ['unlink("a") = ?', { type: "unknown" }],
  ])("reads the result of %s", (text, result) => {
    expect(parseTracedCall(text)?.result).toEqual(result);
  });

  it("reads nothing from what is no call, or not whole", () => {
    const whole = 'openat(AT_FDCWD</a>, "b", O_RDONLY) = 3</a/b>';
    expect(parseTracedCall(whole)).not.toBeNull();
    // Of a result that was cut, the number may be left; it does not say where it leads.
    const places = Array.from(whole, (_, end) => parseTracedCall(whole.slice(0, end))?.result).map(
      (result) => result?.type === "done" && result.path,
    );
    expect(places.filter((place) => typeof place === "string")).toEqual([]);
    for (const text of [
      "",
      "exit",
      `${whole}12 close(3)`,
      'openat(AT_FDCWD</a>, "b", O_RDONLY <unfinished ...>',
    ])
      expect(parseTracedCall(text)).toBeNull();
  });

  it("gives back every name that a file can have", () => {
    fc.assert(
      fc.property(bytes, bytes, (name, real) => {
        const place = escape(Buffer.concat([Buffer.from("/"), real]), [0x3c, 0x3e]);
        const text = `openat(AT_FDCWD</a>, "${escape(name)}", O_RDONLY) = 3<${place}>`;
        const call = parseTracedCall(text);
        expect(call?.paths).toEqual([{ path: decodePath(name), directory: "/a" }]);
        expect(call?.result).toEqual({ type: "done", value: 3, path: `/${decodePath(real)}` });
      }),
    );
  });

  it("takes time that is linear in the text", async () => {
    const work = (size: number): void => {
      const name = " = 1<\\76".repeat(size) + "9".repeat(size);
      for (let times = 0; times < 5; times++)
        parseTracedCall(`openat(AT_FDCWD</a>, "${name}", O_RDONLY) = -1 ENOENT (x)`);
    };
    // Eight times the text: quadratic work would take 64 times as long.
    expect(await growth(work, { small: 2000, large: 16_000, limit: 24 })).toBeLessThan(24);
  });
});
