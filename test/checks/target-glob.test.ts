import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandForTarget, placeholdersIn, widenGlob } from "../../src/checks/target-glob.ts";
import { matchGlobs } from "../../src/paths/glob.ts";

/** Names with all that means something in a pattern, a template or a path. */
const name = fc
  .array(
    fc.constantFrom(
      ..."ab.-_ []{}()!*?+@|\\^$,#~'\"\n",
      "é",
      "[id]",
      "(group)",
      "{dir}",
      "..",
      ".test",
      "$&",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""))
  .filter((text) => text !== "." && text !== "..");
const target = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

function partsOf(path: string): { dir: string; name: string; stem: string } {
  const at = path.lastIndexOf("/");
  const base = path.slice(at + 1);
  const dot = base.lastIndexOf(".");
  return {
    dir: at === -1 ? "" : `${path.slice(0, at)}/`,
    name: base,
    stem: dot > 0 ? base.slice(0, dot) : base,
  };
}

describe("a glob with parts of a target's path", () => {
  it("means for any target the file that the parts spell, as a name and as a pattern", () => {
    fc.assert(
      fc.property(target, (path) => {
        const { dir, name: base, stem } = partsOf(path);
        const snapshot = `${dir}__snapshots__/${base}.snap`;
        expect(expandForTarget("{dir}/__snapshots__/{name}.snap", path)).toMatchObject({ literal: snapshot });
        expect(expandForTarget("{dir}/__snapshots__/{name}.{snap,md}", path).matches(snapshot)).toBe(true);
        expect(expandForTarget("{dir}/*/{stem}.json", path).matches(`${dir}x/${stem}.json`)).toBe(true);
        expect(expandForTarget("fixtures/{dir}/{name}/**", path).matches(`fixtures/${path}/deep/y`)).toBe(
          true,
        );
        expect(expandForTarget("**/{name}", path).matches(path)).toBe(true);
      }),
    );
  });

  it("means no file of another target", () => {
    fc.assert(
      fc.property(target, target, (path, other) => {
        fc.pre(path !== other && !path.includes("\\"));
        const { dir, name: base } = partsOf(other);
        for (const glob of ["{dir}/__snapshots__/{name}.snap", "{dir}/__snapshots__/{name}.{snap,md}"])
          expect(expandForTarget(glob, path).matches(`${dir}__snapshots__/${base}.snap`)).toBe(false);
      }),
    );
  });

  it("lies below its base, and is matched by its wider form", () => {
    const globs = [
      "{dir}/__snapshots__/{name}.snap",
      "{dir}/../data/{stem}.json",
      "fixtures/{dir}/{stem}*/**",
      "x-{dir}/{name}",
      "**/{name}.snap",
    ];
    fc.assert(
      fc.property(target, fc.constantFrom(...globs), (path, glob) => {
        const { literal, base, matches } = expandForTarget(glob, `a/${path}`);
        const file = literal ?? `${base === "." ? "" : `${base}/`}${partsOf(path).stem}y/z`;
        fc.pre(matches(file));
        expect(base === "." || file === base || file.startsWith(`${base}/`)).toBe(true);
        expect(matchGlobs([widenGlob(glob)])(file)).toBe(true);
      }),
    );
  });

  it("a glob with parts of a target's path without a pattern is a file, or a directory with all that is in it", () => {
    const { matches, literal } = expandForTarget("{dir}/fixtures", "a.test.ts");
    expect(literal).toBe("fixtures");
    expect(["fixtures", "fixtures/a/b", "fixtures2", "src/fixtures/a"].map(matches)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("tells placeholders from choices, and from braces that are escaped", () => {
    expect(placeholdersIn("{dir}/{a,b}/{1..3}/\\{name\\}/{nmae}")).toEqual(["dir", "nmae"]);
  });
});
