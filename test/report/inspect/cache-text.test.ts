import { expect, it } from "vitest";
import { renderInvalidations } from "../../../src/report/inspect/cache-text.ts";
import type { Invalidation } from "../../../src/store/records/records.ts";
import type { Fingerprint } from "../../../src/vocabulary/tree/path.ts";
import type { Target } from "../../../src/vocabulary/verdict/unit.ts";

const LINT = { check: "lint", target: "a.ts" as Target, fingerprint: "f" as Fingerprint, at: 0 };

it.each<[string, Pick<Invalidation, "reason" | "triggeredBy">]>([
  ["cleared", { reason: "cleared", triggeredBy: "clear" }],
  ["damaged", { reason: "damaged", triggeredBy: "seal" }],
  ["it failed", { reason: "it failed", triggeredBy: "lint" }],
  ["it failed, by test", { reason: "it failed", triggeredBy: "test" }],
])("an invalidation names its cause once: %s", (why, invalidation) => {
  const text = String(renderInvalidations([{ ...LINT, ...invalidation }]));
  expect(text).toBe(`1970-01-01T00:00:00.000Z  lint a.ts: ${why}\n`);
});
