import type { VNode } from "preact";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { describeVerdict } from "../describe-findings.ts";
import { formatDuration, plural } from "../format.ts";
import { renderTrigger } from "../run/impact-text.ts";
import { type Child, el } from "./elements.ts";

/** The top of the page: the verdict and the figures. */
export function verdict(result: VerificationResult): readonly VNode[] {
  const { success, mode, runId, startedAt, reason } = result;
  const trigger = renderTrigger(result.trigger, { isDone: true });
  const details = [
    `${mode === "full" ? "Full" : "Incremental"} run ${runId}`,
    startedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC"),
    ...(reason === null ? [] : [reason]),
  ];
  return [
    el(
      "div",
      { class: `verdict ${success ? "passed" : "failed"}`, role: "status" },
      el("span", { class: "mark", "aria-hidden": "true" }, success ? "✓" : "✗"),
      el(
        "div",
        null,
        el("h1", null, describeVerdict(result)),
        el("p", null, details.join(" · ")),
        trigger === "" ? null : el("p", null, trigger),
      ),
    ),
    el("dl", { class: "tiles" }, ...tiles(result)),
    ...(result.warnings.length === 0
      ? []
      : [
          el(
            "section",
            { id: "warnings" },
            el("ul", { class: "card" }, ...result.warnings.map((warning) => el("li", null, warning))),
          ),
        ]),
  ];
}

function tiles(result: VerificationResult): readonly Child[] {
  const { passed, failed, skipped, findings, fixedFindings, filesVerified, cacheHits, duration } = result;
  const fresh = findings.filter(({ state }) => state === "new").length;
  const checks = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const total = filesVerified + cacheHits;
  const share = total === 0 ? "" : `${Math.floor((100 * cacheHits) / total)} % reused`;
  return [
    tile("Checks passed", `${passed} of ${passed + failed}`, checks.join(", ")),
    tile(
      "Findings",
      String(findings.length),
      `${fresh} new, ${findings.length - fresh} old, ${fixedFindings.length} fixed`,
    ),
    tile("Verified", String(filesVerified), filesVerified === 1 ? "unit" : "units"),
    tile("Cached", String(cacheHits), share),
    tile("Time", formatDuration(duration), plural(result.changes.changedFiles.length, "changed file")),
  ];
}

function tile(name: string, figure: string, note: string): VNode {
  return el(
    "div",
    { class: "tile" },
    el("dt", null, name),
    el("dd", null, figure, el("span", { class: "note" }, note)),
  );
}
