import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extract } from "../../src/graph/extract.ts";
import type { Extraction } from "../../src/graph/extraction.ts";
import { categorizeChange, type CategorizedChange } from "../../src/scope/categorize-change.ts";
import { hashBlob } from "../../src/system/files/hash-blob.ts";
import type { ModifiedFile } from "../../src/vocabulary/tree/change-set.ts";
import type { FileKind } from "../../src/vocabulary/tree/snapshot.ts";
import { p } from "../graph/repository.ts";

async function change(path: string, before: string, after: string): Promise<CategorizedChange> {
  return categorizeChange(modified(path, before, after), {
    before: await extract(p(path), Buffer.from(before)),
    after: await extract(p(path), Buffer.from(after)),
  });
}

function modified(
  path: string,
  before: string,
  after: string,
  kinds: readonly [FileKind, FileKind] = ["file", "file"],
): ModifiedFile {
  return {
    path: p(path),
    previousId: hashBlob(Buffer.from(before), "sha1"),
    currentId: hashBlob(Buffer.from(after), "sha1"),
    previousKind: kinds[0],
    currentKind: kinds[1],
  };
}

function structural({ details }: CategorizedChange): object | undefined {
  return details.find(({ category }) => category === "structural");
}

describe("a document", () => {
  it("is content where only its text changed", async () => {
    const result = await change("a.md", "# A\n\none\n", "# A\n\ntwo\n");
    expect(result).toMatchObject({ categories: ["content"], noticedBy: "content" });
    expect(result.details).toMatchObject([{ impact: "low" }]);
  });

  it("is structural where a heading is renamed, and both names are affected", async () => {
    const result = await change("a.md", "# A\n\n## Setup\n\n## End\n", "# A\n\n## Install\n\n## End\n");
    expect(result.categories).toEqual(["content", "structural"]);
    expect(structural(result)).toEqual({
      category: "structural",
      description: 'heading "Setup" is now "Install"',
      impact: "high",
      affectedSections: ["Setup", "Install"],
    });
  });

  it("tells added, removed and re-levelled headings apart", async () => {
    expect(structural(await change("a.md", "# A\n", "# A\n\n## B\n"))).toMatchObject({
      description: "heading added: B",
      impact: "medium",
    });
    expect(structural(await change("a.md", "# A\n\n## B\n\n## C\n", "# A\n"))).toMatchObject({
      description: "headings removed: B, C",
      impact: "high",
    });
    expect(structural(await change("a.md", "# A\n\n## B\n", "# A\n\n### B\n"))).toMatchObject({
      description: "headings are on another level",
    });
  });

  it("is dependency where a link comes or goes", async () => {
    const result = await change("a.md", "# A\n\n[x](x.md)\n", "# A\n\n[y](y.md#z)\n");
    expect(result.categories).toEqual(["content", "dependency"]);
    expect(result.details[1]).toMatchObject({
      description: "now refers to y.md#z; no longer refers to x.md",
      impact: "high",
    });
  });
});

describe("a module", () => {
  it("is content where only a body changed whose type is declared", async () => {
    const body = (value: number): string => `export function f(): number {\n  return ${value};\n}\n`;
    expect(await change("a.ts", body(1), body(2))).toMatchObject({
      categories: ["content"],
      noticedBy: "content",
    });
  });

  it("is content that those who follow structure notice where the type is not declared", async () => {
    const result = await change("a.js", "export const f = () => 1;\n", "export const f = () => 2;\n");
    expect(result).toMatchObject({ categories: ["content"], noticedBy: "structure" });
    expect(result.details).toMatchObject([{ impact: "medium" }]);
  });

  it("is structural where an export goes, comes, or is declared otherwise", async () => {
    const both = "export const a: number = 1;\nexport const b: number = 1;\n";
    const one = "export const a: number = 1;\n";
    expect(structural(await change("a.ts", both, one))).toMatchObject({
      description: "export removed: b",
      impact: "high",
      affectedSections: ["b"],
    });
    expect(structural(await change("a.ts", one, both))).toMatchObject({
      description: "export added: b",
      impact: "medium",
    });
    expect(structural(await change("a.ts", one, 'export const a: string = "";\n'))).toMatchObject({
      description: "what its exports are declared as changed",
      impact: "high",
    });
  });

  it("is dependency where an import is added", async () => {
    const before = "export const a = (): number => 1;\n";
    const after = 'import { b } from "./b";\nexport const a = (): number => b();\n';
    const result = await change("a.ts", before, after);
    expect(result.categories).toContain("dependency");
    expect(result.categories).not.toContain("structural");
  });
});

describe("a data file", () => {
  it("is structural where a key is another, and content where a value is", async () => {
    const renamed = await change("a.yml", "one: 1\ntwo: 2\n", "one: 1\nthree: 2\n");
    expect(renamed.categories).toEqual(["content", "structural"]);
    expect(structural(renamed)).toMatchObject({
      description: "key added: /three; key removed: /two",
      affectedSections: ["/three", "/two"],
    });
    expect(await change("a.json", '{"a":1}', '{"a":2}')).toMatchObject({ categories: ["content"] });
    expect(structural(await change("a.json", '{"a":1}', '{"a":"1"}'))).toMatchObject({
      description: "the types of its values changed",
    });
  });
});

describe("any file", () => {
  const plain: Extraction = { references: [], outline: { kind: "none" }, structure: { kind: "content" } };

  it("is metadata alone where only its kind is another", () => {
    const file = modified("run.sh", "x", "x", ["file", "executable"]);
    expect(categorizeChange(file, { before: plain, after: plain })).toMatchObject({
      categories: ["metadata"],
      details: [{ description: "it became executable", impact: "low" }],
    });
  });

  it("is content where its earlier content is not known, and says so", async () => {
    const after = await extract(p("a.md"), Buffer.from("# A\n"));
    const result = categorizeChange(modified("a.md", "x", "# A\n"), { before: null, after });
    expect(result).toMatchObject({ categories: ["content"], noticedBy: "structure" });
    expect(result.details[0]?.description).toContain("could not be compared");
  });

  const line = fc.constantFrom("# A", "## B", "## C", "### D", "text", "[x](x.md)", "[y](y.md)");
  const document = fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join("\n\n")}\n`);

  it("has the same categories when the change is undone", () =>
    fc.assert(
      fc.asyncProperty(document, document, async (one, other) => {
        fc.pre(one !== other);
        const there = await change("a.md", one, other);
        const back = await change("a.md", other, one);
        expect(back.categories).toEqual(there.categories);
        expect(there.categories).toContain("content");
      }),
    ));

  it("is structural exactly where fingerprints see another structure", () =>
    fc.assert(
      fc.asyncProperty(document, document, async (one, other) => {
        fc.pre(one !== other);
        const { structure: before } = await extract(p("a.md"), Buffer.from(one));
        const { structure: after } = await extract(p("a.md"), Buffer.from(other));
        const { categories } = await change("a.md", one, other);
        const differs = JSON.stringify(before) !== JSON.stringify(after);
        expect(categories.includes("structural")).toBe(differs);
      }),
    ));
});
