import { describe, expect, it } from "vitest";
import { judgeUnit, type JudgedUnit } from "../../src/audit/judge-unit.ts";
import type { SortedAccesses } from "../../src/audit/sort-accesses.ts";
import type { CoveredBy } from "../../src/units/coverage.ts";
import type { Check } from "../../src/vocabulary/check.ts";
import type { RepoPath } from "../../src/vocabulary/path.ts";

const p = (path: string): RepoPath => path as RepoPath;

function judge(
  check: Pick<Check, "type" | "follow">,
  sorted: Partial<SortedAccesses>,
  covered: Readonly<Record<string, CoveredBy>> = {},
  { isWhole = false, hasPackages = true } = {},
): JudgedUnit {
  const none = new Set<RepoPath>();
  return judgeUnit(
    {
      reads: new Map(),
      writes: none,
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
      coverage: { of: (path) => covered[path] ?? null, isWhole, hasPackages },
      isOutput: (path) => path.startsWith("written"),
      isReached: (path) => path.startsWith("reached"),
      isAwaited: (path) => path === "tsconfig.json",
      isAwaitedIn: (path) => path === "declared",
    },
  );
}

const reading = (...paths: readonly string[]): Partial<SortedAccesses> => ({
  reads: new Map(paths.map((path) => [p(path), new Set<RepoPath>()])),
});

describe("a unit under a trace", () => {
  it("has a gap for each file that its fingerprint does not cover by content", () => {
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
    const reads = new Map([[p("real"), new Set([p("link")])]]);
    const check = { type: "test", follow: "content" } as const;
    expect(judge(check, { reads }, { link: "content" }).gaps.size).toBe(0);
    expect(judge(check, { reads }).gaps.size).toBe(1);
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
    const whole = judge(check, sorted, known, { isWhole: true, hasPackages: false });
    expect(whole).toMatchObject({ hasOpenPackages: true, listed: [], missing: [] });
  });
});
