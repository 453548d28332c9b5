import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ANALYSIS_PHASES,
  checkStaleness,
  computeStartPhase,
  IMPLEMENTATION_PHASES,
  validatePhasesCompleted,
} from "../../../src/workflow.ts";

const FEATURE = [...ANALYSIS_PHASES, ...IMPLEMENTATION_PHASES];
const FIX = ["01-requirements", "02-tracing", "05-test-strategy", "06-implementation", "16-quality-loop"];

describe("validatePhasesCompleted", () => {
  it("takes an empty list as nothing done", () => {
    expect(validatePhasesCompleted([])).toEqual({ valid: [], warnings: [] });
  });

  it.each([1, 2, 3, 4, 5])("takes the first %i phases as they are", (count) => {
    const phases = ANALYSIS_PHASES.slice(0, count);
    expect(validatePhasesCompleted(phases)).toEqual({ valid: phases, warnings: [] });
  });

  it("does not mind another order, or a phase twice", () => {
    const phases = ["01-requirements", "00-quick-scan", "01-requirements"];
    expect(validatePhasesCompleted(phases)).toEqual({
      valid: ["00-quick-scan", "01-requirements"],
      warnings: [],
    });
  });

  it("stops at a gap and says so", () => {
    const { valid, warnings } = validatePhasesCompleted(["00-quick-scan", "02-impact-analysis"]);
    expect(valid).toEqual(["00-quick-scan"]);
    expect(warnings).toEqual([expect.stringMatching(/^Non-contiguous phases detected.*01-requirements/)]);
  });

  it("counts nothing where the first phase is missing", () => {
    const { valid, warnings } = validatePhasesCompleted(ANALYSIS_PHASES.slice(1));
    expect(valid).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it("leaves out what it does not know, and says nothing", () => {
    const phases = ["00-quick-scan", "01-requirements", "unknown-phase", 7, null];
    expect(validatePhasesCompleted(phases)).toEqual({
      valid: ["00-quick-scan", "01-requirements"],
      warnings: [],
    });
    expect(validatePhasesCompleted(["a", "b"])).toEqual({ valid: [], warnings: [] });
  });

  it.each([null, undefined, "00-quick-scan", 5, {}, true])("takes %j as no list at all", (value) => {
    expect(validatePhasesCompleted(value)).toEqual({
      valid: [],
      warnings: ["phases_completed is not an array"],
    });
  });

  it("always gives a beginning of the analysis phases, and the same again for its own answer", () => {
    const phase = fc.oneof(fc.constantFrom(...FEATURE), fc.string(), fc.integer());
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 12 }), (phases) => {
        const { valid, warnings } = validatePhasesCompleted(phases);
        expect(valid).toEqual(ANALYSIS_PHASES.slice(0, valid.length));
        expect(valid.every((each) => phases.includes(each))).toBe(true);
        expect(validatePhasesCompleted(valid)).toEqual({ valid, warnings: [] });
        const known = new Set(phases.filter((each) => ANALYSIS_PHASES.includes(String(each))));
        expect(warnings.length > 0).toBe(known.size > valid.length);
      }),
    );
  });
});

describe("computeStartPhase", () => {
  it("begins at the beginning without a record", () => {
    expect(computeStartPhase(null, FEATURE)).toEqual({
      status: "raw",
      startPhase: null,
      completedPhases: [],
      remainingPhases: FEATURE,
      warnings: [],
    });
    expect(computeStartPhase(undefined, FEATURE).status).toBe("raw");
  });

  it("begins at the beginning for an item that is raw", () => {
    const meta = { analysis_status: "raw", phases_completed: [] };
    expect(computeStartPhase(meta, FEATURE)).toMatchObject({ status: "raw", startPhase: null, warnings: [] });
  });

  it("goes on with the next analysis phase", () => {
    const meta = { phases_completed: ["00-quick-scan", "01-requirements"] };
    expect(computeStartPhase(meta, FEATURE)).toEqual({
      status: "partial",
      startPhase: "02-impact-analysis",
      completedPhases: ["00-quick-scan", "01-requirements"],
      remainingPhases: FEATURE.slice(2),
      warnings: [],
    });
  });

  it("begins with the implementation where the analysis is complete", () => {
    expect(computeStartPhase({ phases_completed: ANALYSIS_PHASES }, FEATURE)).toEqual({
      status: "analyzed",
      startPhase: "05-test-strategy",
      completedPhases: ANALYSIS_PHASES,
      remainingPhases: IMPLEMENTATION_PHASES,
      warnings: [],
    });
  });

  it("believes only what is without a gap, and passes the warning on", () => {
    const result = computeStartPhase({ phases_completed: ["00-quick-scan", "04-design"] }, FEATURE);
    expect(result).toMatchObject({ status: "partial", startPhase: "01-requirements" });
    expect(result.warnings).toHaveLength(1);
  });

  it("passes on that the list is none", () => {
    expect(computeStartPhase({ phases_completed: "all" }, FEATURE)).toMatchObject({
      status: "raw",
      warnings: ["phases_completed is not an array"],
    });
  });

  it("does not believe analysis_status without phases", () => {
    expect(computeStartPhase({ analysis_status: "analyzed", phases_completed: [] }, FEATURE).status).toBe(
      "raw",
    );
  });

  it("keeps the phases of a fix that no analysis has done", () => {
    expect(computeStartPhase({ phases_completed: ANALYSIS_PHASES }, FIX)).toMatchObject({
      status: "analyzed",
      startPhase: "02-tracing",
      remainingPhases: FIX.slice(1),
    });
    expect(computeStartPhase({ phases_completed: ["00-quick-scan"] }, FIX).remainingPhases).toEqual(FIX);
  });

  it("has nowhere to begin in a workflow that is all analysis", () => {
    const meta = { phases_completed: ANALYSIS_PHASES };
    expect(computeStartPhase(meta, ANALYSIS_PHASES)).toMatchObject({ startPhase: null, remainingPhases: [] });
  });

  it("divides the feature workflow into what is completed and what remains", () => {
    fc.assert(
      fc.property(fc.subarray([...FEATURE, "unknown"]), (phases) => {
        const result = computeStartPhase({ phases_completed: phases }, FEATURE);
        expect([...result.completedPhases, ...result.remainingPhases]).toEqual(FEATURE);
        expect(result.startPhase ?? FEATURE[0]).toBe(result.remainingPhases[0]);
      }),
    );
  });

  it("never throws and never changes what it is given", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (meta, phases) => {
        const before = JSON.stringify([meta, phases], replaceBig);
        const result = computeStartPhase(meta as never, phases as never);
        expect(["raw", "partial", "analyzed"]).toContain(result.status);
        expect(JSON.stringify([meta, phases], replaceBig)).toBe(before);
      }),
    );
  });
});

function replaceBig(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

describe("checkStaleness", () => {
  const current = "abc1234";

  it("is not stale at the same commit", () => {
    expect(checkStaleness({ codebase_hash: current }, current)).toEqual({
      stale: false,
      originalHash: current,
      currentHash: current,
      commitsBehind: null,
    });
  });

  it("is stale at another commit, and leaves the distance to the caller", () => {
    expect(checkStaleness({ codebase_hash: "def5678" }, current)).toEqual({
      stale: true,
      originalHash: "def5678",
      currentHash: current,
      commitsBehind: null,
    });
  });

  it.each([null, undefined, {}, { codebase_hash: "" }, { codebase_hash: null }, { codebase_hash: 7 }])(
    "cannot be stale with %j, which names no commit",
    (meta) => {
      expect(checkStaleness(meta, current)).toEqual({
        stale: false,
        originalHash: null,
        currentHash: current,
        commitsBehind: null,
      });
    },
  );

  it("is not stale where neither commit is known", () => {
    expect(checkStaleness(null, null as never)).toMatchObject({ stale: false, currentHash: null });
  });
});
