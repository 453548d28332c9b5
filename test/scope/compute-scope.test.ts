import { describe, expect, it } from "vitest";
import { computeScope, type ScopeOptions } from "../../src/scope/compute-scope.ts";
import type { ContentId, Fingerprint, RepoPath } from "../../src/vocabulary/tree/path.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";
import { sampleUnit, scopeOptions, verdictOf } from "./scope-samples.ts";

const DAY = 24 * 60 * 60 * 1000;
const lint = declaredCheck();
const a = sampleUnit("lint", "src/a.ts");
const b = sampleUnit("lint", "src/b.ts");

/** What becomes of each unit, as `check target: reason`. */
function decided(options: ScopeOptions): readonly string[] {
  return [...computeScope(options).units].flatMap(([check, units]) =>
    Array.from(units, ({ unit, decision, reason }) => `${decision} ${check} ${unit.target}: ${reason.type}`),
  );
}

describe("a unit's verdict is reused", () => {
  it("a unit's verdict is reused if it is stored under the fingerprint that the unit has now, and for no other reason", () => {
    const other = verdictOf(b, { fingerprint: "lint src/b.ts before" as Fingerprint });
    expect(decided(scopeOptions([lint], [a, b], [verdictOf(a), other]))).toEqual([
      "stand lint src/a.ts: stands",
      "run lint src/b.ts: verdict-gone",
    ]);
  });

  it("a unit's verdict is reused if it failed and the check replays failures; otherwise the unit runs again", () => {
    const failed = verdictOf(a, { status: "failed", exitCode: 1 });
    expect(decided(scopeOptions([lint], [a], [failed]))).toEqual(["stand lint src/a.ts: stands"]);
    const test = declaredCheck({ replayFailures: false });
    expect(decided(scopeOptions([test], [a], [failed]))).toEqual(["run lint src/a.ts: failed-before"]);
  });

  it("a unit's verdict is reused, unless it is older than the check allows", () => {
    const fresh = declaredCheck({ ttlDays: 2 });
    const options = scopeOptions([fresh], [a], [verdictOf(a)]);
    expect(decided({ ...options, now: 1000 + DAY })).toEqual(["stand lint src/a.ts: stands"]);
    expect(decided({ ...options, now: 1000 + 3 * DAY })).toEqual(["run lint src/a.ts: expired"]);
  });

  it("a unit's verdict is reused, unless it is put to the test: then it says what a fresh run must come to", () => {
    const options = { ...scopeOptions([lint], [a], [verdictOf(a)]), isSampled: () => true };
    expect(computeScope(options).units.get("lint")).toMatchObject([
      { decision: "run", reason: { type: "sampled", runId: "run-1" }, expected: { status: "passed" } },
    ]);
  });
});

describe("a unit runs and says why", () => {
  it("a unit runs where no verdict of it was ever stored", () => {
    expect(decided(scopeOptions([lint], [a], []))).toEqual(["run lint src/a.ts: never-verified"]);
  });

  it("a unit runs where something that its verdict depends on is not known", () => {
    const unknown = sampleUnit("lint", "src/a.ts", { fingerprint: null, unknown: "it cannot be read" });
    expect(computeScope(scopeOptions([lint], [unknown], [])).units.get("lint")).toMatchObject([
      { decision: "run", reason: { type: "not-reusable", why: "it cannot be read" } },
    ]);
  });

  it("a unit runs where worktrees disagree about its fingerprint", () => {
    const options = scopeOptions([lint], [a], []);
    const contested = { ...options, verdicts: { ...options.verdicts, isContested: () => true } };
    expect(decided(contested)).toEqual(["run lint src/a.ts: contested"]);
  });

  it("a unit runs where its verdict was thrown away", () => {
    const evicted = { byFingerprint: () => "removed" as const, lastOf: () => undefined };
    const options = { ...scopeOptions([lint], [a], []), evicted } as unknown as ScopeOptions;
    expect(decided(options)).toEqual(["run lint src/a.ts: verdict-gone"]);
  });

  it("a unit runs where its file had another name, with that name and the verdict it replaces", () => {
    const before = verdictOf(sampleUnit("lint", "src/old.ts"));
    const options: ScopeOptions = {
      ...scopeOptions([lint], [a], [before]),
      renamed: [
        {
          previousPath: "src/old.ts" as RepoPath,
          previousId: "1" as ContentId,
          currentId: "2" as ContentId,
          currentPath: "src/a.ts" as RepoPath,
          similarity: 0.9,
        } as ScopeOptions["renamed"][number],
      ],
      earlierNames: () => [{ from: "src/old.ts" as RepoPath, similarity: 0.9 }],
    };
    expect(computeScope(options).units.get("lint")).toMatchObject([
      {
        decision: "run",
        reason: { type: "renamed", from: "src/old.ts" },
        replaces: { target: "src/old.ts" },
        annotations: [{ type: "renamed", from: "src/old.ts", similarity: 0.9 }],
      },
    ]);
  });
});

describe("a full run", () => {
  it("runs every unit, whatever is stored", () => {
    const fullRun = { why: "a full verification was requested", except: new Set<string>() };
    const options = { ...scopeOptions([lint], [a, b], [verdictOf(a)]), fullRun };
    expect(decided(options)).toEqual(["run lint src/a.ts: full-run", "run lint src/b.ts: full-run"]);
  });

  it("a full run that goes on from runs before it reuses theirs alone", () => {
    const fullRun = { why: "a schema changed", except: new Set(["run-2"]) };
    const stored = [verdictOf(a, { runId: "run-1" }), verdictOf(b, { runId: "run-2" })];
    expect(decided({ ...scopeOptions([lint], [a, b], stored), fullRun })).toEqual([
      "run lint src/a.ts: full-run",
      "stand lint src/b.ts: stands",
    ]);
  });
});

describe("a check that makes something", () => {
  const build = declaredCheck({ name: "build", type: "build", args: [], outputs: ["dist/**"] });
  const test = declaredCheck({ name: "test", type: "test", dependsOn: ["build"] });
  const built = sampleUnit("build", "");
  const tested = sampleUnit("test", "src/a.test.ts");

  it("runs again when a unit runs that uses it", () => {
    expect(decided(scopeOptions([build, test], [built, tested], [verdictOf(built)]))).toEqual([
      "run build : needed-by",
      "run test src/a.test.ts: never-verified",
    ]);
  });

  it("is reused when nothing that uses it runs", () => {
    const stored = [verdictOf(built), verdictOf(tested)];
    expect(decided(scopeOptions([build, test], [built, tested], stored))).toEqual([
      "stand build : stands",
      "stand test src/a.test.ts: stands",
    ]);
  });
});
