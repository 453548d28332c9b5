import { z } from "zod";
import { plural } from "../report/format.ts";
import { plainLine } from "../report/print/plain.ts";
import type { ReportedFinding } from "../vocabulary/verdict/finding.ts";
import { formatPlace } from "../wording/format-place.ts";
import { LEGEND, quote, type McpTool } from "./tool.ts";

const input = z.strictObject({
  check: z.string().optional(),
  file: z.string().optional(),
  severity: z.enum(["error", "warning", "info"]).optional(),
  state: z.enum(["new", "old"]).optional(),
  offset: z.int().min(0).optional(),
  limit: z.int().min(1).max(100).optional(),
});
const output = z.object({
  runId: z.string(),
  total: z.number(),
  next: z.number().nullable(),
  findings: z.array(
    z.object({
      check: z.string(),
      severity: z.string(),
      state: z.string(),
      place: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

/** What the last run of this connection found. */
export const findingsTool: McpTool<typeof input, typeof output> = {
  name: "findings",
  description: "The findings of the last verify of this session, filtered, page by page.",
  input,
  output,
  isReadOnly: true,
  run: async ({ offset = 0, limit = 20, ...filter }, { last }) => {
    if (last === null)
      return {
        failures: [
          { kind: "usage", message: "Nothing was verified in this session yet.", hint: "Call verify first." },
        ],
      };
    const matches = (finding: ReportedFinding): boolean =>
      (["check", "file", "severity", "state"] as const).every(
        (key) => filter[key] === undefined || finding[key] === filter[key],
      );
    const found = last.findings.filter(matches);
    const page = found.slice(offset, offset + limit);
    const next = offset + page.length < found.length && page.length > 0 ? offset + page.length : null;
    const findings = page.map((finding) => ({
      check: plainLine(finding.check, 100),
      severity: finding.severity,
      state: finding.state,
      place: placeOf(finding),
      code: plainLine(finding.code ?? "", 60),
      message: plainLine(finding.message, 500),
    }));
    const lines = findings.map(({ check, place, code, message }) =>
      quote([check, place, code, message].filter((part) => part !== "").join(" ")),
    );
    const head = `${plural(found.length, "finding")}${page.length < found.length ? `, ${page.length} shown from ${offset}` : ""}.`;
    return {
      text: [head, ...(lines.length === 0 ? [] : [LEGEND]), ...lines].join("\n"),
      value: { runId: last.runId, total: found.length, next, findings },
    };
  },
};

function placeOf(finding: ReportedFinding): string {
  const { file } = finding;
  return file === undefined ? "" : formatPlace({ ...finding, file: plainLine(file, 200) });
}
