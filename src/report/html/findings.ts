import type { VNode } from "preact";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { ReportedFinding } from "../../vocabulary/verdict/finding.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { plural } from "../format.ts";
import { orderFindings } from "../order-findings.ts";
import { renderBlame } from "../run/finding-lines.ts";
import { type Child, el, section, tag } from "./elements.ts";

/** More would make the page slow; the JSON has them all. */
const MOST = 5000;

/** All findings, with search and filters. */
export function findingsSection(result: VerificationResult): VNode {
  const { fixedFindings, findings } = result;
  const shown = orderFindings(result).slice(0, MOST);
  const hiddenCount = findings.length - shown.length;
  const fixed =
    fixedFindings.length === 0
      ? null
      : el(
          "details",
          { class: "card" },
          el("summary", null, `${plural(fixedFindings.length, "finding")} fixed since the baseline`),
          el(
            "ul",
            null,
            ...fixedFindings
              .slice(0, MOST)
              .map(({ file, message, check }) =>
                el("li", null, el("code", { class: "path" }, file ?? check), ` ${message}`),
              ),
          ),
        );
  const remark = hiddenCount > 0 ? `${hiddenCount} more are in the JSON report` : "";
  if (shown.length === 0)
    return section(
      "findings",
      ["Findings", ""],
      el("p", { class: "card soft" }, "Nothing was found."),
      fixed,
    );
  return section(
    "findings",
    ["Findings", remark],
    tools(shown),
    el("div", { class: "findings", id: "finding-list" }, ...shown.map(renderFindingElement)),
    el("p", { class: "card soft", id: "nothing", hidden: true }, "Nothing fits."),
    fixed,
  );
}

function tools(findings: readonly ReportedFinding[]): VNode {
  const filter = (kind: "severity" | "state", values: readonly string[]): VNode =>
    el(
      "span",
      { class: "group", role: "group", "aria-label": `Filter by ${kind}` },
      ...values
        .filter((value) => findings.some((finding) => finding[kind] === value))
        .map((value) =>
          el(
            "button",
            { type: "button", "data-filter": kind, "data-value": value, "aria-pressed": "false" },
            value,
          ),
        ),
    );
  const group = (by: string, isPressed: boolean): VNode =>
    el("button", { type: "button", "data-group": by, "aria-pressed": String(isPressed) }, `by ${by}`);
  return el(
    "div",
    { class: "tools", hidden: true },
    el("input", {
      id: "search",
      type: "search",
      placeholder: "Search findings",
      "aria-label": "Search findings",
      autocomplete: "off",
    }),
    filter("severity", ["error", "warning", "info"]),
    filter("state", ["new", "old"]),
    el(
      "span",
      { class: "group", role: "group", "aria-label": "Group" },
      group("file", true),
      group("check", false),
    ),
    el("span", { class: "soft", id: "count", role: "status" }, String(findings.length)),
  );
}

export function renderFindingElement(finding: ReportedFinding): VNode {
  const { id, check, severity, state, message, file, code, suggestion, context, blame } = finding;
  const place = formatPlace(finding);
  const meta: readonly Child[] = [
    place === "" ? null : el("code", { class: "path" }, place),
    el("span", null, check),
    code === undefined ? null : el("code", null, code),
    blame === undefined ? null : el("span", null, renderBlame(blame)),
  ];
  return el(
    "article",
    {
      class: "finding",
      "data-id": id,
      "data-severity": severity,
      "data-state": state,
      "data-file": file ?? "",
      "data-check": check,
    },
    el("div", { class: "line" }, tag(severity), tag(state), el("span", { class: "message" }, message)),
    el("div", { class: "meta" }, ...meta),
    suggestion === undefined ? null : el("p", { class: "soft" }, suggestion),
    context === undefined ? null : sourceLines(context),
  );
}

/** A few lines of source. The line of the finding starts with a mark, and the line below may have one too. */
function sourceLines(context: string): VNode {
  const lines = context.split("\n").map((line) => {
    const kind = line.startsWith(">") ? "hit" : /^\s*\|\s*\^\s*$/.test(line) ? "caret" : undefined;
    return el("span", { class: kind }, line);
  });
  return el("pre", null, el("code", null, ...lines));
}
