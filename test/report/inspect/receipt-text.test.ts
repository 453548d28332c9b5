import { expect, test } from "vitest";
import type { CheckedReceipt, ReceiptDifference } from "../../../src/receipt/check-receipt.ts";
import { ON_PATH } from "../../../src/report/as-typed.ts";
import { renderCheckedReceipt, renderRefusedReceipt } from "../../../src/report/inspect/receipt-text.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import { renderFailures } from "../../../src/report/run/failures.ts";

const EVIL = "\u001B[2J\u001B]0;owned\u0007evil\u202E\nsecond";
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u;

const DIFFERENCES: readonly ReceiptDifference[] = [
  { type: "altered", detail: EVIL },
  { type: "profiles", before: [EVIL], after: [EVIL] },
  { type: "engine", before: EVIL, after: "1.0.0" },
  { type: "tree", before: EVIL, after: EVIL, files: [{ type: "renamed", path: EVIL, previousPath: EVIL }] },
  { type: "unreadable", file: EVIL },
  { type: "check-missing", check: EVIL },
  { type: "check-unknown", check: EVIL },
  { type: "fingerprints", check: EVIL, detail: EVIL },
];

function checkedReceipt(given: Partial<CheckedReceipt>): CheckedReceipt {
  return {
    schemaVersion: 1,
    holds: false,
    receipt: {
      schemaVersion: 1,
      engine: EVIL,
      commit: EVIL,
      gitTree: EVIL,
      uncommittedFiles: 0,
      tree: EVIL,
      files: 1,
      profiles: [EVIL],
      verifiedAt: EVIL,
      checks: [{ check: EVIL, units: 1, fingerprints: "0" }],
      leftOut: [{ check: EVIL, why: "disabled" }],
    },
    differences: [],
    unconfirmed: [],
    contradicted: [],
    confirmedVerdicts: 1,
    trusted: false,
    otherCommit: null,
    ...given,
  };
}

test.each(DIFFERENCES)("a receipt that differs in $type writes nothing to the terminal but words", (each) => {
  const text = String(renderCheckedReceipt(checkedReceipt({ differences: [each] }), withoutColour, ON_PATH));
  expect(text).toContain("evil second");
  expect(text).not.toMatch(CONTROL);
});

test("a receipt that holds, or that is not confirmed, writes nothing to the terminal but words", () => {
  const unconfirmed = [{ check: EVIL, why: "would-run", detail: EVIL }] as const;
  for (const given of [
    { holds: true, otherCommit: EVIL },
    { holds: true, trusted: true, unconfirmed },
    { holds: false, unconfirmed },
  ]) {
    const text = String(renderCheckedReceipt(checkedReceipt(given), withoutColour, ON_PATH));
    expect(text).toContain("evil second");
    expect(text).not.toMatch(CONTROL);
  }
});

test("what stands in the way of a receipt is told in words alone", () => {
  const unverified = [{ check: EVIL, why: "failed", detail: EVIL }] as const;
  const refused = { verified: false, unverified, neverKept: [EVIL], unreadable: [EVIL] } as const;
  const text = String(renderRefusedReceipt(refused, [], withoutColour));
  expect(text.match(/evil second/g)).toHaveLength(4);
  expect(text).not.toMatch(CONTROL);
});

test("a failure that quotes the input, such as a profile that a receipt names, is told in words alone", () => {
  const given = { kind: "usage", message: EVIL, value: EVIL, expected: EVIL, hint: EVIL } as const;
  const text = String(renderFailures([{ ...given, at: { file: EVIL } }], withoutColour, ON_PATH));
  expect(text.match(/evil/g)).toHaveLength(5);
  expect(text).not.toMatch(CONTROL);
});
