import type { VerificationResult } from "../../src/vocabulary/run/verification-result.ts";
import { failedCheck, sampleCheck, sampleFinding, sampleResult } from "./sample-result.ts";

const AT = Date.parse("2026-11-15T08:00:00.000Z");

const unused = sampleFinding({
  message: "'total' is assigned a value but never used.",
  suggestion: "Remove it, or begin its name with _.",
  context: [
    "  10 | export function price(cart: Cart): number {",
    "  11 |   const items = cart.items.filter(isPaid);",
    "> 12 |   const total = items.length;",
    "     |         ^",
    "  13 |   return items.reduce(sum, 0);",
    "  14 | }",
  ].join("\n"),
});
const types = sampleFinding({
  id: "1".repeat(24),
  check: "types",
  message: "Argument of type 'string' is not assignable to parameter of type 'number'.",
  file: "src/checkout/invoice.ts",
  line: 41,
  column: 22,
  code: "TS2345",
  context: [
    "  39 | export function invoice(order: Order): Invoice {",
    "  40 |   const rows = order.rows.map(toRow);",
    "> 41 |   return { rows, sum: round(order.sum) };",
    "     |                             ^",
    "  42 | }",
  ].join("\n"),
});
const test = sampleFinding({
  id: "2".repeat(24),
  check: "unit",
  message: "rounds half a cent up\nexpected 10.01 to be 10.02",
  file: "test/price.test.ts",
  line: 18,
  column: 5,
  code: "AssertionError",
});
const warned = ["src/legacy/dates.ts", "src/legacy/strings.ts", "src/legacy/tables.ts"].map((file, index) =>
  sampleFinding({
    id: String(index + 3).repeat(24),
    severity: "warning",
    state: "old",
    message: "Unexpected any. Specify a different type.",
    code: "no-explicit-any",
    file,
    line: 7 + index * 31,
    column: 14,
  }),
);

/** A run as it may come up: three failures, old warnings, and much that stands. */
export const DEMO: VerificationResult = sampleResult(
  [
    failedCheck([unused, ...warned], {
      duration: 1240,
      timestamp: AT + 40,
      filesVerified: 3,
      cacheHits: 412,
      command: ["eslint", "--format", "json", "src/cart.ts", "src/checkout/invoice.ts", "src/price.ts"],
    }),
    failedCheck([types], {
      check: "types",
      type: "type-check",
      duration: 3910,
      timestamp: AT + 60,
      command: ["tsc", "--noEmit"],
      stdout: "src/checkout/invoice.ts(41,22): error TS2345: Argument of type 'string' is not assignable.\n",
    }),
    failedCheck([test], {
      check: "unit",
      type: "test",
      duration: 2630,
      timestamp: AT + 1320,
      filesVerified: 4,
      cacheHits: 188,
      command: ["vitest", "run", "test/price.test.ts", "test/cart.test.ts"],
    }),
    sampleCheck({ check: "format", duration: 310, timestamp: AT + 45, filesVerified: 3, cacheHits: 655 }),
    sampleCheck({ check: "links", cached: true, duration: 0, filesVerified: 0, cacheHits: 64 }),
    sampleCheck({ check: "licences", cached: true, duration: 0, filesVerified: 0, cacheHits: 1 }),
    sampleCheck({
      check: "build",
      type: "build",
      status: "skipped",
      passed: false,
      duration: 0,
      filesVerified: 0,
      skippedReason: "dependency-failed",
      why: "types did not pass",
    }),
  ],
  {
    duration: 4120,
    findingsBaseline: { commitHash: "9f3c2d1e".repeat(5), timestamp: "2026-11-14T16:20:00.000Z" },
    baseline: { commitHash: "9f3c2d1e".repeat(5), timestamp: "2026-11-14T16:20:00.000Z" },
    fixedFindings: [
      {
        id: "9".repeat(24),
        check: "lint",
        severity: "error",
        message: "Missing return.",
        file: "src/cart.ts",
        line: 3,
      },
    ],
    changes: {
      changedFiles: [
        {
          path: "src/price.ts",
          changeType: "structural",
          categories: ["content", "structural"],
          details: [
            {
              category: "structural",
              description: "round changed",
              impact: "high",
              affectedSections: ["round"],
            },
          ],
          previousHash: "a".repeat(40),
          currentHash: "b".repeat(40),
        },
        {
          path: "src/cart.ts",
          changeType: "content",
          categories: ["content"],
          details: [],
          previousHash: "c".repeat(40),
          currentHash: "d".repeat(40),
        },
      ],
      addedFiles: ["docs/rounding.md"],
      deletedFiles: [],
      renamedFiles: [],
      unchangedCount: 655,
      detectionMethod: "git",
      baselineProblem: null,
    },
    impact: {
      totalFilesAffected: 6,
      recommendedScope: "incremental",
      riskLevel: "medium",
      directImpact: [{ file: "src/price.ts", categories: ["structural"], risk: "high" }],
      transitiveImpact: [
        {
          file: "src/checkout/invoice.ts",
          cause: "src/price.ts",
          propagationType: "structural",
          distance: 1,
        },
        { file: "test/price.test.ts", cause: "src/price.ts", propagationType: "structural", distance: 1 },
      ],
    },
    scope: {
      directlyChanged: ["src/cart.ts", "src/price.ts"],
      impactedByDependency: ["src/checkout/invoice.ts", "test/price.test.ts"],
      requiresVerification: ["src/cart.ts", "src/checkout/invoice.ts", "src/price.ts", "test/price.test.ts"],
      cachedCount: 1320,
      scopeRationale: [
        { file: "src/cart.ts", check: "lint", reason: "directly-changed", detail: "it changed" },
        { file: "", check: "types", reason: "files-changed", detail: "src/cart.ts changed, and 2 more" },
        {
          file: "test/price.test.ts",
          check: "unit",
          reason: "dependency-changed",
          detail: "src/price.ts changed",
          dependencyChain: ["test/price.test.ts", "src/checkout/invoice.ts", "src/price.ts"],
        },
      ],
    },
  },
);
