import { describe, expect, it } from "vitest";
import { analyzeImpact } from "../../src/scope/analyze-impact.ts";
import { type CategorizedChange, categorizeWhole } from "../../src/scope/categorize-change.ts";
import type { Follow } from "../../src/vocabulary/check/check.ts";
import type { ChangeCategory, ImpactAnalysis, Level } from "../../src/vocabulary/tree/impact.ts";
import { graphOf, p } from "../graph/repository.ts";

function changed(path: string, category: ChangeCategory, impact: Level = "high"): CategorizedChange {
  const content = { category: "content", description: "", impact: "low" } as const;
  const details = category === "content" ? [content] : [content, { category, description: "", impact }];
  return {
    path: p(path),
    categories: details.map((detail) => detail.category),
    details,
    noticedBy: category === "structural" ? "structure" : "content",
  };
}

/** `c` exports a type that `b` exports again; `a` uses `b`. */
const FILES = {
  "a.ts": 'import { b } from "./b";\nexport const a: number = b.length;\n',
  "b.ts": 'import type { C } from "./c";\nexport const b: C[] = [];\n',
  "c.ts": "export interface C {\n  x: number;\n}\n",
  "d.ts": 'import { a } from "./a";\nexport const d: number = a;\n',
};

async function analyze(
  change: CategorizedChange,
  options: {
    follow?: Follow;
    files?: Record<string, string>;
    deleted?: readonly string[];
    broad?: number;
  } = {},
): Promise<ImpactAnalysis> {
  const { graph } = await graphOf({ files: options.files ?? FILES });
  const deleted = (options.deleted ?? []).map(p);
  return analyzeImpact({
    changes: [change],
    deleted,
    graph,
    follow: () => options.follow ?? "structure",
    broad: options.broad ?? 50,
  });
}

describe("the impact of a change", () => {
  it("reaches through structures that refer to it, and no further", async () => {
    const impact = await analyze(changed("c.ts", "structural"));
    expect(impact.transitiveImpact).toEqual([
      { file: "a.ts", cause: "c.ts", propagationType: "structural", distance: 2 },
      { file: "b.ts", cause: "c.ts", propagationType: "structural", distance: 1 },
    ]);
    expect(impact).toMatchObject({
      totalFilesAffected: 3,
      recommendedScope: "incremental",
      riskLevel: "high",
    });
    expect(impact.directImpact).toEqual([
      { file: "c.ts", categories: ["content", "structural"], risk: "high" },
    ]);
  });

  it("the impact of a change of content alone reaches those who follow content, and nobody else", async () => {
    const change = changed("c.ts", "content");
    expect(await analyze(change)).toMatchObject({ transitiveImpact: [], riskLevel: "low" });
    const { transitiveImpact } = await analyze(change, { follow: "content" });
    expect(transitiveImpact.map(({ file, propagationType }) => [file, propagationType])).toEqual([
      ["a.ts", "content"],
      ["b.ts", "content"],
      ["d.ts", "content"],
    ]);
  });

  it("a change of what a file refers to reaches others as a change of references", async () => {
    const impact = await analyze(changed("b.ts", "dependency"), { follow: "content" });
    expect(impact).toMatchObject({
      riskLevel: "medium",
      transitiveImpact: [
        { file: "a.ts", propagationType: "dependency" },
        { file: "d.ts", propagationType: "dependency" },
      ],
    });
  });

  it("is of medium risk where something went away that nobody uses, and low where something new is not used", async () => {
    expect((await analyze(changed("d.ts", "structural"))).riskLevel).toBe("medium");
    expect((await analyze(changed("d.ts", "structural", "medium"))).riskLevel).toBe("low");
  });

  it("reaches those who used a file that is gone", async () => {
    const files = { "a.ts": FILES["a.ts"] };
    const gone = categorizeWhole(p("b.ts"), "deleted");
    expect(await analyze(gone, { files, deleted: ["b.ts"] })).toMatchObject({
      riskLevel: "high",
      transitiveImpact: [{ file: "a.ts", cause: "b.ts", propagationType: "structural" }],
    });
  });

  it("the impact of a change of a global declaration reaches every module that a check follows", async () => {
    const files = {
      "global.d.ts": "declare const X: number;\n",
      "a.ts": "export const a = X;\n",
      "b.md": "# B\n",
    };
    const change = changed("global.d.ts", "content");
    expect((await analyze(change, { files })).transitiveImpact).toEqual([
      { file: "a.ts", cause: "global.d.ts", propagationType: "ambient", distance: 1 },
    ]);
    expect((await analyze(change, { files, follow: "none" })).transitiveImpact).toEqual([]);
  });

  it("the impact of a change that is broad recommends to verify everything", async () => {
    const users = Array.from({ length: 51 }, (_, at) => [`u${at}.ts`, 'import "./hub";\n'] as const);
    const files = { "hub.ts": "export const hub = 1;\n", ...Object.fromEntries(users) };
    const impact = await analyze(changed("hub.ts", "structural", "medium"), { files });
    expect(impact).toMatchObject({ totalFilesAffected: 52, recommendedScope: "full", riskLevel: "high" });
    const allowed = await analyze(changed("hub.ts", "structural", "medium"), { files, broad: 52 });
    expect(allowed).toMatchObject({
      totalFilesAffected: 52,
      recommendedScope: "incremental",
      riskLevel: "medium",
    });
  });

  it("no change has no impact", async () => {
    const { graph } = await graphOf({ files: FILES });
    expect(analyzeImpact({ changes: [], deleted: [], graph, follow: () => "content", broad: 50 })).toEqual({
      totalFilesAffected: 0,
      recommendedScope: "incremental",
      riskLevel: "low",
      directImpact: [],
      transitiveImpact: [],
    });
  });
});
