import { expect, it } from "vitest";
import type { Status } from "../../../src/inspect/status.ts";
import { renderStatus } from "../../../src/report/inspect/status-text.ts";
import { withoutColour } from "../../../src/report/print/paint.ts";
import { sampleResult } from "../sample-result.ts";

const { changes, impact, baseline, scope } = sampleResult([]);
const description = "schemas/schema.json changed, which matches **/schema*.json";
const status: Status = {
  schemaVersion: 1,
  branch: "main",
  commit: "a".repeat(40),
  uncommittedFiles: [],
  baseline,
  changes,
  scope,
  impact,
  trigger: {
    triggered: true,
    confidence: 1,
    reasons: [{ type: "schema-change", description, severity: "mandatory" }],
  },
  trace: { available: true, why: "", advice: "" },
  checks: [
    planned("lint", "run", `everything is verified: ${description}`),
    planned("types", "run", "not verified yet"),
    planned("docs", "skip", "no file to verify"),
  ],
};

function planned(
  check: string,
  decision: Status["checks"][number]["decision"],
  detail: string,
): Status["checks"][number] {
  const none = { unitsStanding: 0, unitsStandingFailed: 0, observed: 0, predicted: 0, unsettled: [] };
  return { check, decision, detail, unitsToRun: 1, ...none };
}

it("a status says once why everything would be verified, and why a check would be skipped", () => {
  const text = String(renderStatus(status, withoutColour));
  expect(text.split(description)).toHaveLength(2);
  expect(text).toContain(`\nEverything would be verified: ${description}.\n`);
  expect(text).toContain(
    "▸ lint would run: everything is verified (see above)\n▸ types would run: not verified yet\n○ docs would be skipped: no file to verify\n",
  );
});
