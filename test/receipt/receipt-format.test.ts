import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestTree } from "../../src/receipt/digest-tree.ts";
import { formatReceipt, readReceipt, withDigest } from "../../src/receipt/receipt-format.ts";
import type { Receipt } from "../../src/vocabulary/run/receipt.ts";
import type { ContentId, RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { FileEntry } from "../../src/vocabulary/tree/snapshot.ts";

const RECEIPT: Receipt = {
  schemaVersion: 1,
  engine: "0.1.0/1",
  commit: "a".repeat(40),
  gitTree: "b".repeat(40),
  uncommittedFiles: 0,
  tree: "c".repeat(64),
  files: 12,
  profiles: ["pr"],
  verifiedAt: "2026-11-15T04:31:28.583Z",
  checks: [
    { check: "lint", units: 81, fingerprints: "d".repeat(32) },
    { check: "test", units: 1, fingerprints: "e".repeat(32) },
  ],
  leftOut: [{ check: "integration", why: "disabled" }],
};

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
const name = fc.string({ minLength: 1, unit: "binary" });
const receipts: fc.Arbitrary<Receipt> = fc
  .record({
    schemaVersion: fc.constant(1 as const),
    engine: fc.constantFrom("0.1.0/1", "1.2.3/4"),
    commit: fc.option(hex(40)),
    gitTree: fc.option(hex(40)),
    uncommittedFiles: fc.nat(),
    tree: hex(64),
    files: fc.nat(),
    profiles: fc.array(name),
    verifiedAt: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") })
      .map((date) => date.toISOString()),
    checks: fc.array(fc.record({ check: name, units: fc.nat(), fingerprints: hex(32) })),
    leftOut: fc.array(
      fc.record({ check: name, why: fc.constantFrom("disabled" as const, "no-files" as const) }),
    ),
  })
  .map((receipt) => (receipt.gitTree === null ? receipt : { ...receipt, uncommittedFiles: 0 }));

describe("a receipt in lines", () => {
  it("is short, one thing to a line, with a digest at the end", () => {
    expect(formatReceipt(RECEIPT).split("\n")).toEqual([
      "verification-receipt: 1",
      "engine: 0.1.0/1",
      `commit: ${"a".repeat(40)}`,
      `git-tree: ${"b".repeat(40)}`,
      `tree: ${"c".repeat(64)}`,
      "files: 12",
      "profile: pr",
      "verified: 2026-11-15T04:31:28.583Z",
      `check: passed 81 ${"d".repeat(32)} lint`,
      `check: passed 1 ${"e".repeat(32)} test`,
      "left-out: disabled integration",
      expect.stringMatching(/^digest: [0-9a-f]{64}$/),
      "",
    ]);
  });

  it("a receipt in lines and one as JSON are read back as the same receipt, whatever its names are", () => {
    fc.assert(
      fc.property(receipts, (receipt) => {
        expect(readReceipt(formatReceipt(receipt))).toEqual({ type: "receipt", receipt });
        expect(readReceipt(JSON.stringify(withDigest(receipt)))).toEqual({ type: "receipt", receipt });
      }),
    );
  });

  it("is read with Windows line ends and within other text", () => {
    const text = `What was done:\n\n${formatReceipt(RECEIPT)}\nThank you.\n`.replaceAll("\n", "\r\n");
    expect(readReceipt(text)).toEqual({ type: "receipt", receipt: RECEIPT });
  });

  it("is altered if any character of it is another", () => {
    const text = formatReceipt(RECEIPT);
    const end = text.indexOf("\n") + 1;
    for (let at = end; at < text.length - 1; at++) {
      const other = text[at] === "0" ? "1" : "0";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect([changed, readReceipt(changed).type]).toEqual([changed, "altered"]);
    }
  });

  it("is altered if a line is left out, doubled or moved", () => {
    const lines = formatReceipt(RECEIPT).trimEnd().split("\n");
    const changed = lines.flatMap((line, at) =>
      at === 0 ? [] : [lines.toSpliced(at, 1), lines.toSpliced(at - 1, 2, line, String(lines[at - 1]))],
    );
    const doubled = lines.slice(1, -1).map((line, at) => lines.toSpliced(at + 1, 0, line));
    const read = [...changed.slice(2), ...doubled].map((each) => readReceipt(each.join("\n")).type);
    expect(new Set(read)).toEqual(new Set(["altered"]));
  });
});

describe("a receipt as JSON", () => {
  it.each([
    ["a commit", { commit: "f".repeat(40) }],
    ["a tree", { tree: "f".repeat(64) }],
    ["fewer checks", { checks: [] }],
    ["units that are no number", { checks: [{ check: "lint", units: "1 x", fingerprints: "d" }] }],
    ["a check that was left out and now is not", { leftOut: [] }],
  ])("is altered if it says otherwise: %s", (_, change) => {
    expect(readReceipt(JSON.stringify({ ...withDigest(RECEIPT), ...change })).type).toBe("altered");
  });

  it("is altered if a line was put into one of its values, though the digest fits", () => {
    const smuggled = { ...RECEIPT, engine: "0.1.0/1\ncheck: passed 1 aa x" };
    expect(readReceipt(JSON.stringify(withDigest(smuggled))).type).toBe("altered");
  });
});

describe("what is no receipt", () => {
  it.each([
    "",
    "hello",
    "{}",
    "{",
    '{"schemaVersion":1,"success":false}',
    '{"schemaVersion":1,"digest":"x"}',
    "{null",
  ])("%j is not taken for one", (text) => {
    expect(readReceipt(text).type).toBe("unreadable");
  });

  it("two receipts are not one", () => {
    expect(readReceipt(formatReceipt(RECEIPT).repeat(2)).type).toBe("unreadable");
  });
});

describe("the digest of a tree", () => {
  const entry = (kind: FileEntry["kind"], id: string): FileEntry => ({ kind, id: id as ContentId });
  const digest = (...files: readonly (readonly [string, FileEntry])[]): string =>
    digestTree({ files: new Map(files as readonly (readonly [RepoPath, FileEntry])[]) });

  it("does not depend on the order in which files are found", () => {
    const one = ["a", entry("file", "1")] as const;
    const other = ["b", entry("file", "2")] as const;
    expect(digest(one, other)).toBe(digest(other, one));
  });

  it("is another for another path, content, kind or file", () => {
    const all = [
      digest(["a", entry("file", "1")]),
      digest(["b", entry("file", "1")]),
      digest(["a", entry("file", "2")]),
      digest(["a", entry("executable", "1")]),
      digest(["a", entry("file", "1")], ["b", entry("file", "1")]),
      digest(),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
