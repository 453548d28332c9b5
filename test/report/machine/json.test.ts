import { expect, it } from "vitest";
import type { VerificationResult } from "../../../src/index.ts";
import { renderJson } from "../../../src/report/machine/json.ts";
import { sampleCheck, sampleResult } from "../sample-result.ts";

const FIELDS = "id check category severity message file line column code suggestion context".split(" ");

it("every finding in JSON has every field, and null for what is unknown", () => {
  const bare = { id: "1", check: "a", category: "quality", severity: "error", message: "raw" } as const;
  const result = sampleResult([sampleCheck({ errors: [bare] })], {
    findings: [{ ...bare, state: "new" }],
  });
  const { findings, results } = JSON.parse(
    String(renderJson(result, { isCompact: true })),
  ) as VerificationResult;
  for (const finding of [...findings, ...results.flatMap(({ errors }) => errors)])
    for (const field of FIELDS) expect(finding).toHaveProperty(field);
  expect(findings).toMatchObject([{ file: null, line: null, state: "new" }]);
});
