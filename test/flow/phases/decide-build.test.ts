import { describe, expect, it } from "vitest";
import type { FlowContext } from "../../../src/flow/build/context.ts";
import type { DetectedItem } from "../../../src/flow/items/detect-item.ts";
import { type BuildAnswers, decideBuild, suggestedOnStale } from "../../../src/flow/phases/decide-build.ts";
import { findWorkflow } from "../../../src/flow/phases/definitions.ts";
import type { Ask, FlowEvent } from "../../../src/vocabulary/flow/flow.ts";
import type { StalenessReport } from "../../../src/vocabulary/flow/workflow.ts";
import * as entry from "../../../src/workflow.ts";
import { computeStartPhase } from "../../../src/workflow.ts";

const found = findWorkflow("feature", []);
if (!found.ok) throw new Error("There is no feature workflow.");
const workflow = found.value;
const NO_ANSWERS: BuildAnswers = {
  startPhase: null,
  yes: false,
  onStale: null,
  onPartial: null,
  onBehind: null,
};
const FRESH: StalenessReport = {
  stale: false,
  originalHash: "a",
  currentHash: "a",
  commitsBehind: null,
  citedFilesChanged: [],
  citedChanges: [],
  citedCommits: null,
  notes: [],
};

/** Decides about an item with so many analysis phases done, with these answers in turn. */
async function decide(
  completed: number,
  given: {
    readonly stale?: boolean;
    readonly keys?: readonly (string | null)[] | null;
    readonly answers?: Partial<BuildAnswers>;
  } = {},
): Promise<{ decision: unknown; events: readonly string[]; asked: readonly string[] }> {
  const meta = { phases_completed: entry.ANALYSIS_PHASES.slice(0, completed) };
  const start = computeStartPhase(
    meta,
    workflow.phases.map(({ key }) => key),
  );
  const staleness = given.stale === true ? { ...FRESH, stale: true, commitsBehind: 3 } : FRESH;
  const detection = { item: { slug: "pay" }, start, staleness, warnings: [] } as unknown as DetectedItem;
  const events: string[] = [];
  const asked: string[] = [];
  const keys = [...(given.keys ?? [])];
  const ask: Ask = async ({ choices }) => {
    asked.push(choices.map(({ key }) => key).join(""));
    return keys.shift() ?? null;
  };
  const emit = (event: FlowEvent): void => void events.push(event.type);
  const context = { emit, ask: given.keys === null ? null : ask } as unknown as FlowContext;
  const result = await decideBuild(context, { detection, workflow }, { ...NO_ANSWERS, ...given.answers });
  return { decision: result.ok ? result.value : "refused", events, asked };
}

describe("decideBuild", () => {
  it("asks nothing about an item that is raw", async () => {
    expect(await decide(0, { stale: true })).toEqual({
      decision: { startPhase: null, quickScan: false, reset: false },
      events: [],
      asked: [],
    });
  });

  it("asks about staleness, then about the gaps, then for confirmation", async () => {
    const { decision, events, asked } = await decide(2, { stale: true, keys: ["Q", "R", "Y"] });
    expect(asked).toEqual(["PQA", "RSF", "YN"]);
    expect(events).toEqual(["stale", "partial", "summary"]);
    expect(decision).toEqual({ startPhase: "02-impact-analysis", quickScan: true, reset: false });
  });

  it("takes [P] and [R] where there is no answer that can be used, and declines without one", async () => {
    const { decision, events } = await decide(2, { stale: true, keys: [null, null, null] });
    expect(events).toEqual(["stale", "note", "partial", "note", "summary"]);
    expect(decision).toBeNull();
    const confirmed = await decide(2, { stale: true, keys: null, answers: { yes: true } });
    expect(confirmed.decision).toEqual({ startPhase: "02-impact-analysis", quickScan: false, reset: false });
  });

  it.each([
    [{ onStale: "reanalyze" }, { startPhase: null, quickScan: false, reset: true }],
    [
      { onStale: "proceed", onPartial: "restart" },
      { startPhase: null, quickScan: false, reset: true },
    ],
    [
      { onStale: "proceed", onPartial: "skip" },
      { startPhase: "05-test-strategy", quickScan: false, reset: false },
    ],
  ] as const)("takes the flags %j for answers", async (flags, expected) => {
    const { decision, asked } = await decide(2, { stale: true, answers: { yes: true, ...flags } });
    expect(decision).toEqual(expected);
    expect(asked).toEqual([]);
  });

  it("refuses to go on unconfirmed where nobody can be asked", async () => {
    expect((await decide(5, { keys: null })).decision).toBe("refused");
  });

  it("suggests the quick scan where a cited file changed, or where the distance is not known", () => {
    expect(suggestedOnStale({ ...FRESH, commitsBehind: 3 })).toBe("proceed");
    expect(suggestedOnStale({ ...FRESH, commitsBehind: 3, citedFilesChanged: ["a"] })).toBe("quick-scan");
    expect(suggestedOnStale(FRESH)).toBe("quick-scan");
  });
});

it("the public entry of flow has these names and no others", () => {
  expect(Object.keys(entry).sort()).toEqual([
    "ANALYSIS_PHASES",
    "IMPLEMENTATION_PHASES",
    "checkStaleness",
    "computeStartPhase",
    "deriveAnalysisStatus",
    "readMeta",
    "resolveItem",
    "validatePhasesCompleted",
    "writeMeta",
  ]);
});

it("the status of an analysis follows from what its record calls completed", () => {
  const { ANALYSIS_PHASES, deriveAnalysisStatus } = entry;
  expect(deriveAnalysisStatus([])).toBe("raw");
  expect(deriveAnalysisStatus("nonsense")).toBe("raw");
  expect(deriveAnalysisStatus(ANALYSIS_PHASES.slice(1))).toBe("raw");
  expect(deriveAnalysisStatus(ANALYSIS_PHASES.slice(0, 2))).toBe("partial");
  expect(deriveAnalysisStatus(ANALYSIS_PHASES)).toBe("analyzed");
});
