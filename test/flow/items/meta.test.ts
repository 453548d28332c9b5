import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANALYSIS_PHASES, readMeta, writeMeta } from "../../../src/workflow.ts";
import { directoryWith } from "../directory.ts";

const at = (text: string): string => directoryWith({ "meta.json": text });
const read = (dir: string): string => readFileSync(join(dir, "meta.json"), "utf8");

describe("readMeta", () => {
  it("gives what the file says, unknown fields included", () => {
    expect(readMeta(at('{"slug":"a","phases_completed":[],"mine":{"x":1}}'))).toEqual({
      slug: "a",
      phases_completed: [],
      mine: { x: 1 },
    });
  });

  it.each(["", "{", "[]", "null", '"text"', "7", '{"a":1}}'])("gives null for %j", (text) => {
    expect(readMeta(at(text))).toBeNull();
  });

  it("gives null where there is no file, no directory, or a directory in its place", () => {
    expect(readMeta(directoryWith({}))).toBeNull();
    expect(readMeta("/nowhere/at/all")).toBeNull();
    const dir = directoryWith({});
    mkdirSync(join(dir, "meta.json"));
    expect(readMeta(dir)).toBeNull();
  });

  it("understands the older record of the whole analysis", () => {
    expect(readMeta(at('{"phase_a_completed":true}'))).toMatchObject({ phases_completed: ANALYSIS_PHASES });
    expect(readMeta(at('{"phase_a_completed":false}'))).toMatchObject({ phases_completed: [] });
    expect(readMeta(at('{"phase_a_completed":true,"phases_completed":[]}'))?.["phases_completed"]).toEqual(
      [],
    );
  });
});

describe("writeMeta", () => {
  it("writes two spaces and a last newline where there was nothing", () => {
    const dir = directoryWith({});
    expect(writeMeta(dir, { slug: "a" })).toBe("written");
    expect(read(dir)).toBe('{\n  "slug": "a"\n}\n');
    expect(readdirSync(dir)).toEqual(["meta.json"]);
  });

  it.each([
    ["four spaces", '{\n    "b": 1,\n    "a": [\n        1\n    ]\n}\n'],
    ["tabs", '{\n\t"b": 1,\n\t"a": [\n\t\t1\n\t]\n}\n'],
    ["carriage returns", '{\r\n  "b": 1,\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n'],
    ["no last newline", '{\n  "b": 1,\n  "a": [\n    1\n  ]\n}'],
    ["one line", '{"b":1,"a":[1]}'],
    ["a byte order mark", '\uFEFF{\n  "b": 1,\n  "a": [\n    1\n  ]\n}\n'],
  ])("leaves a file with %s as it is where nothing changes", (_, text) => {
    const dir = at(text);
    writeMeta(dir, readMeta(dir) ?? {});
    expect(read(dir)).toBe(text);
  });

  it("says why it could not write", () => {
    expect(writeMeta("/nowhere/at/all", {})).toEqual({ reason: expect.stringContaining("ENOENT") });
  });
});
