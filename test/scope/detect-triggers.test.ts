import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveIncremental } from "../../src/config/settings.ts";
import { detectTriggers, type TriggerOptions } from "../../src/scope/detect-triggers.ts";
import type { TransitiveImpact } from "../../src/vocabulary/tree/impact.ts";

const QUIET: TriggerOptions = {
  settings: {
    mandatory: resolveIncremental({}).fullTriggers.mandatory,
    affectedFiles: 50,
    changedShare: 0.5,
    depth: 5,
    cascade: 20,
    staleDays: 30,
  },
  baseline: "b",
  changed: [{ path: "src/a.ts", id: "1" }],
  fileCount: 10,
  transitiveImpact: [],
  reach: { files: 0, depth: 0 },
  daysSinceFull: 1,
  configuration: null,
};

const MANY = Array.from({ length: 6 }, (_, at) => ({ path: `src/${at}.ts`, id: "1" }));

function cascade(
  count: number,
  depth: number,
  propagationType: TransitiveImpact["propagationType"] = "structural",
) {
  return Array.from({ length: count }, (_, at) => ({
    file: `f${at}`,
    cause: "src/a.ts",
    propagationType,
    distance: at === 0 ? depth : 1,
  }));
}

function detect(options: Partial<TriggerOptions>): ReturnType<typeof detectTriggers> {
  return detectTriggers({ ...QUIET, ...options });
}

describe("a full verification", () => {
  it("is not called for by an ordinary change", () => {
    expect(detect({}).trigger).toEqual({ triggered: false, confidence: 0, reasons: [] });
  });

  it.each([
    ["methods.csv", "method-definition-change"],
    ["data/methods.csv", "method-definition-change"],
    ["workflow.md", "workflow-structure-change"],
    ["docs/workflow-release.md", "workflow-structure-change"],
    ["a/b/schema.v2.json", "schema-change"],
    ["METHODS.CSV", "method-definition-change"],
    ["docs/My-Workflow.md", "workflow-structure-change"],
    ["my-schema.json", "schema-change"],
    ["verification-config.json", "verification-config-change"],
    ["Config.Verification.ini", "verification-config-change"],
  ])("is called for by a change of %s", (path, type) => {
    const { trigger } = detect({ changed: [{ path, id: "1" }] });
    expect(trigger).toMatchObject({
      triggered: true,
      confidence: 1,
      reasons: [{ type, severity: "mandatory" }],
    });
    expect(trigger.reasons[0]?.description).toContain(path);
  });

  it("counts what depends on a change of content as the scope does, but only suggests anything by it", () => {
    const { trigger } = detect({ reach: { files: 40, depth: 6 }, daysSinceFull: 31 });
    expect(trigger).toMatchObject({
      triggered: false,
      confidence: 0.6,
      reasons: [
        { type: "deep-dependency-cascade", severity: "suggested" },
        { type: "large-cascade", severity: "suggested", description: expect.stringContaining("40 files") },
        { type: "stale-cache", severity: "suggested" },
      ],
    });
  });

  it("follows the patterns that are given, and their exceptions", () => {
    const settings = { ...QUIET.settings, mandatory: ["rules/**", "!rules/draft/**"] };
    const reasons = (path: string) => detect({ settings, changed: [{ path, id: null }] }).trigger.reasons;
    expect(reasons("rules/a.txt")).toMatchObject([{ type: "mandatory-pattern" }]);
    expect(reasons("rules/draft/a.txt")).toEqual([]);
    expect(reasons("schema.json")).toEqual([]);
  });

  it.each<[string, Partial<TriggerOptions>]>([
    ["high-change-volume", { changed: MANY }],
    ["deep-dependency-cascade", { transitiveImpact: cascade(6, 6) }],
    ["large-cascade", { transitiveImpact: cascade(21, 1) }],
  ])("is recommended by %s, and called for when there is another reason", (type, options) => {
    expect(detect(options).trigger).toMatchObject({
      triggered: false,
      confidence: 0.6,
      reasons: [{ type, severity: "recommended" }],
    });
    expect(detect({ ...options, daysSinceFull: 31 }).trigger).toMatchObject({
      triggered: true,
      confidence: 0.72,
      reasons: [{ type }, { type: "stale-cache", severity: "suggested" }],
    });
  });

  it("is not called for at a threshold, only beyond it", () => {
    const changed = MANY.slice(0, 5);
    expect(detect({ changed, transitiveImpact: cascade(20, 5), daysSinceFull: 30 }).trigger.reasons).toEqual(
      [],
    );
  });

  it("is not called for by what only followers of content notice", () => {
    expect(detect({ transitiveImpact: cascade(100, 50, "content") }).trigger.reasons).toEqual([]);
  });

  it("is called for by settings that say otherwise what is looked at", () => {
    const configuration = { file: ".verification.yml", settings: "x" };
    expect(detect({ configuration }).trigger).toMatchObject({
      triggered: true,
      reasons: [{ type: "verification-config-change", severity: "mandatory" }],
    });
  });

  const options = fc.record({
    changed: fc.subarray([...MANY, { path: "schema.json", id: "1" }]),
    transitiveImpact: fc.constantFrom(cascade(0, 0), cascade(21, 1), cascade(1, 6), cascade(30, 9)),
    daysSinceFull: fc.constantFrom(null, 1, 31),
    configuration: fc.constantFrom(null, { file: "c", settings: "x" }),
  });

  it("is triggered by a mandatory reason or by a recommended one with another, exactly where confidence is above 0.6", () => {
    fc.assert(
      fc.property(options, (given) => {
        const { triggered, confidence, reasons } = detect(given).trigger;
        const has = (severity: string): boolean => reasons.some((reason) => reason.severity === severity);
        expect(triggered).toBe(has("mandatory") || (has("recommended") && reasons.length > 1));
        expect(triggered).toBe(confidence > 0.6);
        expect(confidence === 1).toBe(has("mandatory"));
        expect(confidence === 0).toBe(reasons.length === 0);
      }),
    );
  });
});

describe("the causes of a trigger", () => {
  it("hold the content of a mandatory file, and of a threshold only that it was passed since the baseline", () => {
    const schema = (id: string) => detect({ changed: [{ path: "schema.json", id }] }).essential;
    expect(schema("1")).toEqual(schema("1"));
    expect(schema("1")).not.toEqual(schema("2"));
    const volume = (changed: typeof MANY, baseline: string) => detect({ changed, baseline }).causes;
    expect(volume(MANY, "b")).toEqual(volume([...MANY, { path: "more", id: "1" }], "b"));
    expect(volume(MANY, "b")).not.toEqual(volume(MANY, "c"));
  });

  it("the causes of a trigger that are essential are the mandatory ones, where there are any", () => {
    const { causes, essential } = detect({ changed: [...MANY, { path: "schema.json", id: "1" }] });
    expect(causes).toHaveLength(2);
    expect(essential).toHaveLength(1);
  });
});
