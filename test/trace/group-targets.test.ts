import { describe, expect, it } from "vitest";
import type { Closures } from "../../src/graph/closure/closure.ts";
import { observedSet } from "../../src/paths/path-sets.ts";
import { type Groupable, groupTargets } from "../../src/trace/group-targets.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import { p } from "../graph/repository.ts";

const check = (tool: string, trace = "auto"): Check =>
  ({ name: "check", tool: { name: tool }, trace, builtin: null }) as unknown as Check;

/** Files whose names begin with "open" are not closed; those with "from" import something. */
const closures: Closures = {
  of: (path) => new Set(path.includes("from") ? [path, p("imported")] : [path]),
  opening: (path) => (path.startsWith("open") ? { file: path, line: null, why: "it is" } : null),
  packages: () => new Set(),
};

/** A unit that runs because of a change at the place, which it had read with others. */
const unit = (target: string, cause?: string, also: readonly string[] = []): Groupable => ({
  target: p(target),
  pathSet: observedSet(
    [],
    [...(cause === undefined ? [] : [cause]), ...also].map((place) => [place, "content"]),
  ),
  reason: (cause === undefined
    ? { type: "new" }
    : { type: "observed-changed", changes: [{ path: cause }] }) as unknown as Groupable["reason"],
});

const group = (
  tool: string,
  units: readonly Groupable[],
  follows: boolean | null = null,
): readonly (readonly RepoPath[])[] =>
  groupTargets(check(tool), units, {
    closures: () => closures,
    knownToFollow: () => follows,
    loadsReaders: () => false,
  })
    .map(({ files }) => files)
    .filter((files) => files.length > 0);

describe("files of one check", () => {
  it("share a command where nothing is watched", () => {
    const units = ["open", "shut", "from"].map((name) => unit(name));
    const options = { closures: () => closures, knownToFollow: () => null, loadsReaders: () => false };
    expect(groupTargets(check("vitest", "off"), units, options)).toEqual([
      { files: ["open", "shut", "from"], depth: null },
    ]);
  });

  it("are parted by whether they are closed, for a tool that follows imports", () => {
    expect(
      group(
        "vitest",
        ["open-a", "b", "open-c", "d"].map((name) => unit(name)),
      ),
    ).toEqual([
      ["b", "d"],
      ["open-a", "open-c"],
    ]);
  });

  it("stay together for one that does not", () => {
    expect(
      group(
        "prettier",
        ["open-a", "b", "from"].map((name) => unit(name)),
      ),
    ).toEqual([["open-a", "b", "from"]]);
    expect(
      group(
        "unknown",
        ["open-a", "b"].map((name) => unit(name)),
        false,
      ),
    ).toEqual([["open-a", "b"]]);
  });

  it("stay together for a linter, whose command shows it, whatever changed", () => {
    expect(
      group(
        "eslint",
        ["open-a", "b", "from"].map((name) => unit(name, "shared")),
      ),
    ).toEqual([["open-a", "b", "from"]]);
  });

  it("are shown by one alone, where it is not known", () => {
    expect(
      group(
        "unknown",
        ["a", "from-b", "from-c"].map((name) => unit(name)),
      ),
    ).toEqual([["from-b"], ["a", "from-c"]]);
    expect(
      group(
        "unknown",
        ["a", "b"].map((name) => unit(name)),
      ),
    ).toEqual([["a", "b"]]);
  });

  it("are parted by whether they lead to what few others lead to, where they are not closed", () => {
    const names = ["a", "b", "c", "d", "e"].map((name) => `open-${name}`);
    const leading = ["x", "y", "z"].map((name) => `open-from-${name}`);
    expect(
      group(
        "mocha",
        [...names, ...leading].map((name) => unit(name)),
      ),
    ).toEqual([names, leading]);
    expect(
      group(
        "mocha",
        [...names, "open-from-x"].map((name) => unit(name)),
      ),
    ).toEqual([[...names, "open-from-x"]]);
    expect(
      group(
        "mocha",
        [...names, ...leading].map((name) => unit(name.slice("open-".length))),
      ),
    ).toEqual([[...names, ...leading].map((name) => name.slice("open-".length))]);
    expect(
      group(
        "mocha",
        [...names.slice(0, 3), ...leading].map((name) => unit(name)),
      ),
    ).toHaveLength(1);
  });

  it("are halved where something changed that one command had read for all of them", () => {
    expect(
      group(
        "vitest",
        ["a", "b", "c"].map((name) => unit(name, "shared")),
      ),
    ).toEqual([["a", "b"], ["c"]]);
  });

  it("are not halved where several commands had read it, or other things changed too", () => {
    const several = [unit("a", "shared"), unit("b", "shared", ["more"])];
    expect(group("vitest", several)).toEqual([["a", "b"]]);
    expect(group("vitest", [unit("a", "one"), unit("b", "two")])).toEqual([["a", "b"]]);
  });

  it("are watched in full where code that is loaded for all of them may read files", () => {
    const options = { closures: () => closures, knownToFollow: () => null };
    const depths = (loadsReaders: boolean): unknown =>
      groupTargets(check("eslint"), [unit("a"), unit("b")], { ...options, loadsReaders: () => loadsReaders });
    expect(depths(false)).toEqual([{ files: ["a", "b"], depth: "calls" }]);
    expect(depths(true)).toEqual([{ files: ["a", "b"], depth: "full" }]);
  });

  it("take no part where their verdicts stand", () => {
    expect(group("vitest", [unit("a"), { ...unit("b"), reason: null }, unit("c")])).toEqual([["a", "c"]]);
  });
});
