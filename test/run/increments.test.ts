import { describe, expect, it } from "vitest";
import { forgetShownTypes, readBuildInfo } from "../../src/tools/build-info.ts";
import { isFollowed } from "../../src/tools/increment-record.ts";
import { INCREMENTS } from "../../src/tools/increments.ts";

const INFO = {
  fileNames: ["../lib.d.ts", "../a.ts", "../b.ts"],
  fileInfos: [
    { version: "l", affectsGlobalScope: true, impliedFormat: 1 },
    "a",
    { version: "b", signature: "s" },
  ],
  fileIdsList: [[2]],
  referencedMap: [[3, 1]],
  version: "6.0.3",
};

/** Whether tsc, having known INFO, could know what else is concerned when it wrote the same with these fields. */
function follows(fields: object): boolean {
  const [before, after] = [INFO, { ...INFO, ...fields }].map((info) => readBuildInfo(JSON.stringify(info)));
  if (before === null || before === undefined || after === null || after === undefined)
    throw new Error("It is not understood.");
  return isFollowed(before, after);
}

describe("what tsc keeps", () => {
  it("is read as versions before and after 5.6 write it", () => {
    const { version, ...program } = INFO;
    expect(readBuildInfo(JSON.stringify({ program, version }))).toEqual(readBuildInfo(JSON.stringify(INFO)));
    expect(readBuildInfo(JSON.stringify(INFO))?.get("../b.ts")).toEqual({
      version: "b",
      part: "module ",
      leadsTo: "../a.ts",
    });
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"fileNames":[]}',
    '{"fileNames":["a"],"fileInfos":[{}]}',
    '{"fileNames":7}',
  ])("is not understood where it is %s", (text) => expect(readBuildInfo(text)).toBeNull());

  it("is kept without what declarations show of a file, and otherwise as it is", () => {
    const { version, ...program } = INFO;
    const [lib, a, b] = INFO.fileInfos as [object, string, object];
    const fileInfos = [{ ...lib, signature: "l" }, a, { ...b, signature: "b" }];
    const keep = (info: object): unknown => JSON.parse(forgetShownTypes(JSON.stringify(info)) ?? "");
    expect(keep(INFO)).toEqual({ ...INFO, fileInfos });
    expect(keep({ program, version })).toEqual({ program: { ...program, fileInfos }, version });
    expect(["{", "null", "{}"].map(forgetShownTypes)).toEqual([null, null, null]);
  });

  it("is gone on from where files have other contents, and import others then", () => {
    expect(follows({})).toBe(true);
    expect(follows({ fileInfos: [INFO.fileInfos[0], "a2", "b"] })).toBe(true);
    expect(follows({ fileInfos: [INFO.fileInfos[0], "a", "b2"], referencedMap: [] })).toBe(true);
  });

  it("is not gone on from where a file comes, goes, or is another kind of file", () => {
    expect(follows({ fileNames: ["../lib.d.ts", "../a.ts"], fileInfos: INFO.fileInfos.slice(0, 2) })).toBe(
      false,
    );
    expect(follows({ fileNames: [...INFO.fileNames, "../c.ts"], fileInfos: [...INFO.fileInfos, "c"] })).toBe(
      false,
    );
    expect(follows({ fileNames: ["../lib.d.ts", "../a.ts", "../c.ts"] })).toBe(false);
    expect(follows({ fileInfos: [INFO.fileInfos[0], { version: "a", affectsGlobalScope: true }, "b"] })).toBe(
      false,
    );
    expect(follows({ fileInfos: ["l", "a", "b"] })).toBe(false);
    expect(follows({ fileInfos: [INFO.fileInfos[0], { version: "a2", impliedFormat: 99 }, "b"] })).toBe(
      false,
    );
  });

  it("is not gone on from where the names in a file lead elsewhere, and the file is the same", () => {
    expect(follows({ referencedMap: [] })).toBe(false);
    expect(follows({ fileIdsList: [[1]] })).toBe(false);
  });
});

describe("tsc", () => {
  const withFile = (...args: string[]): readonly string[] | null | undefined =>
    INCREMENTS.get("tsc")?.withFile(args, "/f");

  it("is given a file where it writes nothing else", () => {
    expect(withFile("-p", "x", "--noEmit")?.join(" ")).toBe(
      "-p x --noEmit --incremental --tsBuildInfoFile /f --assumeChangesOnlyAffectDirectDependencies false",
    );
  });

  it.each([
    ["--strict"],
    ["--noEmit", "false"],
    ["-b", "--noEmit"],
    ["--noEmit", "--incremental"],
    ["--noEmit", "-w"],
  ])("is given none with %s %s", (...args) => expect(withFile(...args)).toBeNull());
});
