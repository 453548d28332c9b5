import type { VNode } from "preact";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatDuration, plural, hashPrefix } from "../format.ts";
import { describeChange } from "../run/impact-text.ts";
import { renderRenames } from "../run/renames-text.ts";
import { type Child, el, section, shortened, tag } from "./elements.ts";

const SHOWN = 200;

/** Every check: what ran, what was reused, and why. */
export function checksSection(result: VerificationResult): VNode {
  const { cacheHits, filesVerified } = result;
  return section(
    "checks",
    ["What ran, and what was cached", `${filesVerified} verified, ${cacheHits} reused`],
    el(
      "div",
      { class: "card" },
      el(
        "table",
        null,
        el(
          "thead",
          null,
          el("tr", null, ...["check", "", "why", "time"].map((title) => el("th", null, title))),
        ),
        el("tbody", null, ...result.results.map((check) => renderCheck(check, result))),
      ),
    ),
    renderReasons(result),
  );
}

function renderCheck(check: CheckResult, result: VerificationResult): VNode {
  const isOld = result.tolerated.includes(check.check);
  const status = isOld
    ? tag("old-failure", "nothing new")
    : check.cached && check.passed
      ? tag("cached")
      : tag(check.status);
  return el(
    "tr",
    null,
    el("td", null, check.check),
    el("td", { class: "fixed" }, status),
    el("td", { class: "soft why" }, explain(check, result)),
    el("td", { class: "soft fixed" }, check.duration > 0 ? formatDuration(check.duration) : ""),
  );
}

function explain(check: CheckResult, { scope }: VerificationResult): string {
  if (check.status === "skipped") return check.why ?? "";
  const reused = check.cacheHits > 1 ? plural(check.cacheHits, "file") : "";
  if (check.cached)
    return `${reused === "" ? "" : `${reused}: `}nothing that its verdict depends on has changed`;
  const [first, ...others] = scope.scopeRationale.filter((rationale) => rationale.check === check.check);
  const why =
    first === undefined
      ? ""
      : `${first.file === "" ? "" : `${first.file}: `}${first.detail}${others.length > 0 ? `, and ${others.length} more` : ""}`;
  return [why, ...(check.cacheHits > 0 ? [`${plural(check.cacheHits, "file")} cached`] : [])]
    .filter((part) => part !== "")
    .join("; ");
}

/** Each unit that ran, with its reason. */
function renderReasons({ scope }: VerificationResult): VNode | null {
  const reasons = scope.scopeRationale;
  if (reasons.length === 0) return null;
  const rows = reasons
    .slice(0, SHOWN)
    .map(({ check, file, detail }) =>
      el(
        "tr",
        null,
        el("td", null, check),
        el("td", null, el("code", { class: "path" }, file === "" ? "the whole project" : file)),
        el("td", { class: "soft" }, detail),
      ),
    );
  const more = reasons.length > SHOWN ? `, of which ${SHOWN} are shown` : "";
  return el(
    "details",
    { class: "card" },
    el("summary", null, `Why each of ${plural(reasons.length, "unit")} ran${more}`),
    el("table", null, el("tbody", null, ...rows)),
  );
}

/** What changed since the baseline, and what that affects. */
export function changesSection(result: VerificationResult): VNode {
  const { changes, impact, baseline } = result;
  const since =
    baseline === null
      ? (changes.baselineProblem ?? "nothing to compare with")
      : `since ${baseline.commitHash === null ? baseline.timestamp : hashPrefix(baseline.commitHash, 8)}`;
  const items: readonly Child[] = [
    ...shortened(changes.changedFiles, SHOWN, (file) =>
      el(
        "li",
        null,
        el("code", { class: "path" }, file.path),
        el("span", { class: "soft" }, ` ${describeChange(file)}`),
      ),
    ),
    ...shortened(changes.addedFiles, SHOWN, (path) => named(path, "added")),
    ...shortened(renderRenames(changes.renamedFiles), SHOWN, (line) =>
      el("li", null, el("code", { class: "path" }, line)),
    ),
    ...shortened(changes.deletedFiles, SHOWN, (path) => named(path, "deleted")),
  ];
  const reached = impact.transitiveImpact;
  return section(
    "changes",
    ["What changed", since],
    el(
      "div",
      { class: "card" },
      items.length === 0 ? el("p", { class: "soft" }, "Nothing.") : el("ul", null, ...items),
    ),
    impact.totalFilesAffected === 0
      ? null
      : el(
          "div",
          { class: "card" },
          el("p", null, `${plural(impact.totalFilesAffected, "file")} affected; risk: ${impact.riskLevel}`),
          el(
            "ul",
            null,
            ...shortened(reached, 50, ({ file, cause, propagationType }) =>
              el(
                "li",
                null,
                el("code", { class: "path" }, file),
                el("span", { class: "soft" }, ` from ${cause} (${propagationType})`),
              ),
            ),
          ),
        ),
  );
}

function named(path: string, what: string): VNode {
  return el("li", null, el("code", { class: "path" }, path), el("span", { class: "soft" }, ` ${what}`));
}
