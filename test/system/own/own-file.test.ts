import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ensureOwnDirectory, listOwn, unmakeDirectories } from "../../../src/system/own/own-directory.ts";
import {
  appendOwn,
  createOwn,
  overwriteOwn,
  PRIVATE,
  readOwn,
  removeOwn,
  renameOwn,
  replaceOwn,
} from "../../../src/system/own/own-file.ts";
import type { OwnPlace } from "../../../src/system/own/own-place.ts";

const IS_LINK = "is a link, which is not followed: remove it, or put a copy of what it leads to in its place";

let top = "";
let base = "";
const at = (path: string): OwnPlace => ({ base, path });

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "verification-own-")));
  base = join(top, "base");
  mkdirSync(base);
  mkdirSync(join(top, "elsewhere"));
  writeFileSync(join(top, "elsewhere/victim"), "precious");
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  onTestFinished(() => void vi.restoreAllMocks());
});

/** What a repository can put in the place of a file, or of a directory on the way to one. */
const TRAPS: Readonly<Record<string, () => void>> = {
  "a link to a file": () => symlinkSync("../elsewhere/victim", join(base, "file")),
  "a link by an absolute path": () => symlinkSync(join(top, "elsewhere/victim"), join(base, "file")),
  "a link to a directory": () => symlinkSync("../elsewhere", join(base, "file")),
  "a link to nothing": () => symlinkSync("../elsewhere/new", join(base, "file")),
  "a link to a link": () => {
    symlinkSync("victim", join(top, "elsewhere/second"));
    symlinkSync("../elsewhere/second", join(base, "file"));
  },
  "a link to itself": () => symlinkSync("file", join(base, "file")),
  "a link to a pipe": () => {
    execFileSync("mkfifo", [join(top, "elsewhere/pipe")]);
    symlinkSync("../elsewhere/pipe", join(base, "file"));
  },
};

const WRITERS: Readonly<Record<string, (place: OwnPlace) => unknown>> = {
  createOwn: (place) => createOwn(place, "forged"),
  replaceOwn: (place) => replaceOwn(place, "forged"),
  overwriteOwn: (place) => overwriteOwn(place, "forged"),
  appendOwn: (place) => appendOwn(place, "forged"),
};

function elsewhere(): readonly string[] {
  return readdirSync(join(top, "elsewhere")).sort();
}

describe("a file that is", () => {
  for (const [trap, set] of Object.entries(TRAPS)) {
    it(`${trap} is neither read nor written, and named`, () => {
      set();
      const before = elsewhere();
      const refused = `file ${IS_LINK}`;
      expect(readOwn(at("file"), 100)).toEqual({ refused });
      for (const write of Object.values(WRITERS)) expect(write(at("file"))).toMatchObject({ refused });
      expect(readFileSync(join(top, "elsewhere/victim"), "utf8")).toBe("precious");
      expect(elsewhere()).toEqual(before);
      expect(readdirSync(base)).toEqual(["file"]);
      expect(lstatSync(join(base, "file")).isSymbolicLink()).toBe(true);
    });

    it(`${trap} is removed and renamed itself`, () => {
      set();
      const before = elsewhere();
      expect(renameOwn(at("file"), "other")).toBe("written");
      expect(lstatSync(join(base, "other")).isSymbolicLink()).toBe(true);
      expect(removeOwn(at("other"))).toBe("removed");
      expect(readdirSync(base)).toEqual([]);
      expect(elsewhere()).toEqual(before);
    });
  }

  it("a pipe makes nobody wait", () => {
    execFileSync("mkfifo", [join(base, "file")]);
    expect(readOwn(at("file"), 100)).toBe("unreadable");
    expect(createOwn(at("file"), "text")).toBe("exists");
    const refused = "file is not a regular file: move it away";
    for (const write of [replaceOwn, overwriteOwn, appendOwn])
      expect(write(at("file"), "text")).toEqual({ reason: refused, refused });
  });

  it("a directory is no file", () => {
    mkdirSync(join(base, "file"));
    expect(readOwn(at("file"), 100)).toBe("unreadable");
    const refused = "file is not a regular file: move it away";
    expect(replaceOwn(at("file"), "text")).toEqual({ reason: refused, refused });
    expect(overwriteOwn(at("file"), "text")).toEqual({ reason: refused, refused });
    expect(appendOwn(at("file"), "text")).toEqual({ reason: refused, refused });
    expect(removeOwn(at("file"))).toHaveProperty("reason");
  });

  it("a file of another user is not read, and nothing is added to it", () => {
    writeFileSync(join(base, "file"), "theirs");
    // Only root can give a file away; anybody else has to pretend to be someone who may not have it.
    if (process.geteuid?.() === 0) chownSync(join(base, "file"), 12345, 12345);
    else vi.spyOn(process, "geteuid").mockReturnValue(54321);
    const place = { base: "/", path: join(base, "file") };
    const { uid } = statSync(place.path);
    const refused = `${place.path.slice(1)} belongs to another user (${uid}) and is not used: remove it, or change its owner`;
    expect(readOwn(place, 100)).toEqual({ refused });
    expect(appendOwn(place, "more")).toEqual({ reason: refused, refused });
    expect(overwriteOwn(place, "more")).toEqual({ reason: refused, refused });
    expect(readFileSync(place.path, "utf8")).toBe("theirs");
    expect(replaceOwn(place, "ours")).toBe("written");
    expect(readFileSync(place.path, "utf8")).toBe("ours");
  });

  it("a file of the owner of the base is read: they decide what is in it", () => {
    writeFileSync(join(base, "file"), "theirs");
    vi.spyOn(process, "geteuid").mockReturnValue(54321);
    expect(readOwn(at("file"), 100)).toEqual({ text: "theirs" });
    expect(appendOwn(at("file"), "")).toBe("written");
  });

  it("a file that is too large is not read", () => {
    writeFileSync(join(base, "file"), "12345");
    expect(readOwn(at("file"), 4)).toBe("unreadable");
    expect(readOwn(at("file"), 5)).toEqual({ text: "12345" });
  });
});

describe("a file behind", () => {
  const behind: Readonly<Record<string, string>> = { "a link": "way/file", "a deeper link": "a/way/b/file" };
  for (const [trap, path] of Object.entries(behind)) {
    it(`${trap} is not reached in any way`, () => {
      const way = path.slice(0, path.indexOf("way") + 3);
      mkdirSync(join(base, way, ".."), { recursive: true });
      mkdirSync(join(top, "elsewhere/b"));
      for (const each of ["elsewhere/file", "elsewhere/b/file"]) writeFileSync(join(top, each), "precious");
      symlinkSync(join(top, "elsewhere"), join(base, way));
      const before = elsewhere();
      const refused = `${way} ${IS_LINK}`;
      expect(readOwn(at(path), 100)).toEqual({ refused });
      for (const write of Object.values(WRITERS)) expect(write(at(path))).toMatchObject({ refused });
      expect(removeOwn(at(path))).toMatchObject({ refused });
      expect(renameOwn(at(path), "gone")).toMatchObject({ refused });
      expect(ensureOwnDirectory(at(join(path, "../new")))).toMatchObject({ refused });
      expect(ensureOwnDirectory(at(way))).toHaveProperty("refused");
      expect(listOwn(at(way))).toHaveProperty("refused");
      expect(elsewhere()).toEqual(before);
      for (const each of ["elsewhere/file", "elsewhere/b/file"])
        expect(readFileSync(join(top, each), "utf8")).toBe("precious");
    });
  }

  it("a base that is reached through a link is used", () => {
    symlinkSync(base, join(top, "alias"));
    const place = { base: join(top, "alias"), path: "file" };
    expect(createOwn(place, "text")).toBe("written");
    expect(readOwn(place, 100)).toEqual({ text: "text" });
    expect(listOwn({ base: join(top, "alias"), path: "." })).toEqual(["file"]);
  });

  it("a name that leads out of the base is refused", () => {
    expect(readOwn(at("../elsewhere/victim"), 100)).toHaveProperty("refused");
    expect(replaceOwn(at("../elsewhere/victim"), "forged")).toHaveProperty("refused");
    expect(ensureOwnDirectory(at("../new"))).toHaveProperty("refused");
    expect(readFileSync(join(top, "elsewhere/victim"), "utf8")).toBe("precious");
  });
});

describe("a file of our own", () => {
  it("is absent where it is not, or lies below a file", () => {
    writeFileSync(join(base, "plain"), "");
    expect(readOwn(at("file"), 100)).toBe("absent");
    expect(readOwn(at("none/file"), 100)).toBe("absent");
    expect(readOwn(at("plain/file"), 100)).toBe("absent");
  });

  it("a file of our own is made once", () => {
    expect(createOwn(at("file"), "one")).toBe("written");
    expect(createOwn(at("file"), "two")).toBe("exists");
    expect(readOwn(at("file"), 100)).toEqual({ text: "one" });
  });

  it("is for everyone as the umask says, or for the user alone", () => {
    const before = process.umask(0o022);
    onTestFinished(() => void process.umask(before));
    expect(createOwn(at("open"), "")).toBe("written");
    expect(replaceOwn(at("private"), "", PRIVATE)).toBe("written");
    expect(appendOwn(at("journal"), "", PRIVATE)).toBe("written");
    expect(replaceOwn(at("hook"), "", { permissions: 0o775, flush: false })).toBe("written");
    const modes = ["open", "private", "journal", "hook"].map(
      (name) => statSync(join(base, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o644, 0o600, 0o600, 0o775]);
  });

  it("is overwritten where it lies, and wholly", () => {
    writeFileSync(join(base, "file"), "a longer text", { mode: 0o640 });
    const { ino } = statSync(join(base, "file"));
    expect(overwriteOwn(at("file"), "short")).toBe("written");
    expect(readFileSync(join(base, "file"), "utf8")).toBe("short");
    expect(statSync(join(base, "file"))).toMatchObject({ ino, mode: 0o100640 });
    expect(overwriteOwn(at("other"), "new")).toBe("written");
  });

  it("is added to until it is full", () => {
    for (const line of ["one\n", "two\n"]) expect(appendOwn(at("file"), line, { limit: 5 })).toBe("written");
    expect(appendOwn(at("file"), "three\n", { limit: 5 })).toEqual({ reason: "file is full" });
    expect(readFileSync(join(base, "file"), "utf8")).toBe("one\ntwo\n");
  });

  it("a file of our own is removed, also twice", () => {
    expect(createOwn(at("file"), "")).toBe("written");
    expect([removeOwn(at("file")), removeOwn(at("file"))]).toEqual(["removed", "removed"]);
  });

  it("leaves nothing beside it where it cannot be written", () => {
    const written = replaceOwn(at("none/file"), "text");
    expect(written).toMatchObject({ reason: expect.stringContaining("ENOENT") as string });
    expect(written).not.toHaveProperty("refused");
    expect(readdirSync(base)).toEqual([]);
  });

  it("is replaced without what killed writers left, and nothing else goes", () => {
    const old = new Date("2020-01-01T00:00:00Z");
    const names = [
      "state.json.0123456789ab.tmp",
      "state.json.tmp",
      "other.json.0123456789ab.tmp",
      "state.json.mine",
    ];
    for (const name of names) {
      writeFileSync(join(base, name), "half");
      utimesSync(join(base, name), old, old);
    }
    // Another process may be about to give this one its name.
    writeFileSync(join(base, "state.json.ba9876543210.tmp"), "half");
    expect(replaceOwn(at("state.json"), "whole")).toBe("written");
    expect(readFileSync(join(base, "state.json"), "utf8")).toBe("whole");
    expect(readdirSync(base).sort()).toEqual(
      ["state.json", "state.json.ba9876543210.tmp", ...names.slice(1)].sort(),
    );
  });
});

describe("a directory of our own", () => {
  it("is made with those above it, and unmade as far as it is empty", () => {
    mkdirSync(join(base, "a"));
    const ensured = ensureOwnDirectory(at("a/b/c"), 0o700);
    expect(ensured).toEqual({ made: [join(base, "a/b"), join(base, "a/b/c")] });
    expect(statSync(join(base, "a/b/c")).mode & 0o777).toBe(0o700);
    expect(ensureOwnDirectory(at("a/b/c"))).toEqual({ made: [] });
    writeFileSync(join(base, "a/b/kept"), "");
    unmakeDirectories([join(base, "a/b"), join(base, "a/b/c")]);
    expect(existsSync(join(base, "a/b/c"))).toBe(false);
    expect(listOwn(at("a/b"))).toEqual(["kept"]);
    expect(listOwn(at("a/none"))).toBe("absent");
  });

  it("is not made through a link to a place where nothing is yet, nor below a file", () => {
    symlinkSync("../elsewhere/new", join(base, "way"));
    expect(ensureOwnDirectory(at("way"))).toHaveProperty("refused");
    expect(ensureOwnDirectory(at("way/deep"))).toHaveProperty("refused");
    writeFileSync(join(base, "file"), "");
    const refused = "file is not a directory: move it away";
    expect(ensureOwnDirectory(at("file/deep"))).toEqual({ reason: refused, refused });
    expect(elsewhere()).toEqual(["victim"]);
  });
});
