import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { suggestInputs } from "../../../src/audit/suggest/suggest-inputs.ts";
import { matchGlobs } from "../../../src/paths/glob.ts";
import type { RepoPath } from "../../../src/vocabulary/tree/path.ts";

function suggest(
  paths: readonly string[],
  { files = [], listed = [], targets = [] }: { files?: string[]; listed?: string[]; targets?: string[] } = {},
): readonly string[] {
  const isTarget = new Set(targets);
  return suggestInputs({
    paths: paths as readonly RepoPath[],
    files: [...files, ...targets] as RepoPath[],
    listed: new Set(listed as RepoPath[]),
    isTarget: (path) => isTarget.has(path),
  });
}

describe("suggested inputs", () => {
  it("names a single file, and a directory of which several are read or which is listed", () => {
    expect(suggest(["fixtures/a.json", "data.json"])).toEqual(["data.json", "fixtures/a.json"]);
    expect(suggest(["fixtures/a.json", "fixtures/b.json"])).toEqual(["fixtures/**"]);
    expect(suggest(["fixtures/a.json"], { listed: ["fixtures"] })).toEqual(["fixtures/**"]);
  });

  it("names a directory above where most of it is read", () => {
    expect(suggest(["f/x/1", "f/y/2"])).toEqual(["f/**"]);
    expect(suggest(["f/x/1", "f/y/2"], { files: ["f/a", "f/b", "f/c"] })).toEqual(["f/x/1", "f/y/2"]);
  });

  it("never names the whole repository, nor a directory with targets in it", () => {
    expect(suggest(["a.json", "b.json"], { listed: ["."] })).toEqual(["a.json", "b.json"]);
    expect(suggest(["src/a.json", "src/b.json"], { targets: ["src/deep/t.ts"] })).toEqual([
      "src/a.json",
      "src/b.json",
    ]);
  });

  it("covers every path, whatever it is called, and stays below a directory or a name", () => {
    const name = fc
      .string({ unit: "binary", minLength: 1, maxLength: 6 })
      .map((text) => text.replaceAll("/", "-").replaceAll("\0", "0"))
      .filter((text) => text !== "." && text !== "..");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 8 }), (paths) => {
        const globs = suggest(paths);
        const matches = matchGlobs(globs);
        for (const each of paths)
          expect({ each, globs, covered: matches(each) }).toMatchObject({ covered: true });
        for (const glob of globs) expect(glob).not.toMatch(/^\**$|^!|^\*\*\//);
      }),
      { numRuns: 30 },
    );
  });
});
