import { describe, expect, it } from "vitest";
import { type JudgedUnit, judgeUnit } from "../../src/audit/judge-unit.ts";
import type { UnitReads } from "../../src/audit/sort-places.ts";
import type { CoveredBy } from "../../src/units/coverage.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";

const p = (path: string): RepoPath => path as RepoPath;

function judge(
  check: Pick<Check, "type" | "follow">,
  sorted: Partial<UnitReads>,
  covered: Readonly<Record<string, CoveredBy>> = {},
  { isWhole = false, packages = ["package-lock.json"] as readonly string[], isAlone = true } = {},
): JudgedUnit {
  const none = new Set<RepoPath>();
  return judgeUnit(
    {
      files: none,
      links: new Map(),
      caches: none,
      listed: none,
      missing: none,
      packages: none,
      git: none,
      outside: none,
      ...sorted,
    },
    {
      check: check as Check,
      target: p("t"),
      coverage: {
        of: (path) => covered[path] ?? null,
        isWhole,
        files: new Map(Object.entries(covered) as [RepoPath, CoveredBy][]),
        packages: new Set(packages.map(p)),
      },
      isThere: (path) => !path.startsWith("absent"),
      isOutput: (path) => path.startsWith("written"),
      isReached: (path) => path.startsWith("reached"),
      isReadAnyway: (path) => !isAlone && path.startsWith("target"),
      isAwaited: (path) => path === "tsconfig.json",
      isAwaitedIn: (path) => path === "declared",
    },
  );
}

const reading = (...paths: readonly string[]): Partial<UnitReads> => ({
  files: new Set(paths.map(p)),
});

describe("a unit that was seen", () => {
  it("has a gap for each file that is not predicted by content", () => {
    const covered = { a: "content", s: "structure" } as const;
    const { gaps } = judge({ type: "test", follow: "content" }, reading("a", "b", "s"), covered);
    expect([...gaps]).toEqual([
      ["b", "not-covered"],
      ["s", "structure-only"],
    ]);
  });

  it("has none for what the check says that it writes", () => {
    const { gaps } = judge({ type: "test", follow: "content" }, reading("written/a", "b"));
    expect([...gaps.keys()]).toEqual(["b"]);
  });

  it("leaves what a linter imports to its structure where the check says so, and nothing else", () => {
    const sorted = reading("s", "reached/b", "c");
    const { gaps, byStructure } = judge({ type: "lint", follow: "structure" }, sorted, { s: "structure" });
    expect(byStructure).toEqual(["s", "reached/b"]);
    expect([...gaps.keys()]).toEqual(["c"]);
    expect([...judge({ type: "lint", follow: "none" }, sorted).gaps.keys()]).toEqual(["s", "reached/b", "c"]);
  });

  it("takes a link for what it leads to", () => {
    const check = { type: "test", follow: "content" } as const;
    const links = new Map([
      [p("link"), "real"],
      [p("into"), "directory"],
    ]);
    const sorted = { ...reading("link", "real", "into", "directory/a", "directory2/a"), links };
    const covered = { link: "content", into: "content" } as const;
    expect([...judge(check, sorted, covered).gaps.keys()]).toEqual(["directory2/a"]);
    expect(judge(check, sorted).gaps.size).toBe(5);
  });

  it("is not said to read another target that shared its command, unless it leads there", () => {
    const check = { type: "lint", follow: "none" } as const;
    const sorted = reading("target/b", "data", "reached/target");
    const shared = judge(check, sorted, {}, { isAlone: false });
    expect([...shared.gaps.keys()]).toEqual(["data", "reached/target"]);
    expect(shared.uncertain).toEqual(["target/b"]);
    expect(judge(check, sorted)).toMatchObject({ uncertain: [] });
  });

  it("tells what is predicted by content and there; what stands for packages only where none is read", () => {
    const check = { type: "test", follow: "content" } as const;
    const covered = {
      a: "content",
      s: "structure",
      absent: "content",
      "written/a": "content",
      "package-lock.json": "content",
    } as const;
    expect(judge(check, {}, covered).predicted).toEqual(["a", "package-lock.json"]);
    const packages = new Set(["node_modules/a"]);
    expect(judge(check, { packages }, covered).predicted).toEqual(["a"]);
  });

  it("tells packages that nothing covers, and what would not be noticed if it came", () => {
    const check = { type: "test", follow: "content" } as const;
    const sorted = {
      packages: new Set(["node_modules/a"]),
      listed: new Set([p("fixtures"), p("declared")]),
      missing: new Set([p(".rc"), p("tsconfig.json"), p("known")]),
    };
    const known = { known: "content" } as const;
    expect(judge(check, sorted, known)).toMatchObject({
      hasOpenPackages: false,
      listed: ["fixtures"],
      missing: [".rc"],
    });
    const whole = judge(check, sorted, known, { isWhole: true, packages: [] });
    expect(whole).toMatchObject({ hasOpenPackages: true, listed: [], missing: [] });
  });
});
