import type { VNode } from "preact";
import type { ScopeRationale, VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { CheckResult } from "../../vocabulary/verdict/result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { shorten } from "../../wording/shorten.ts";
import { formatDuration, plural } from "../format.ts";
import { describeReplayed, rerunCommand, type RerunOptions } from "../run/replayed.ts";
import { type Child, el, section, shortened, tag } from "./elements.ts";
import { renderFindingElement } from "./findings.ts";

const SHOWN_FINDINGS = 5;
const SHOWN_CHAINS = 5;
/** Characters of output that are shown. */
const OUTPUT = 20_000;

/** What failed: why, what it found, and what made it run. */
export function failuresSection(result: VerificationResult, options: RerunOptions): VNode | null {
  const failed = result.results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return null;
  return section(
    "failures",
    ["What failed", plural(failed.length, "check")],
    ...failed.map((check) => renderFailure(check, result, options)),
  );
}

function renderFailure(check: CheckResult, result: VerificationResult, options: RerunOptions): VNode {
  const isOld = result.tolerated.includes(check.check);
  const findings = result.findings.filter((finding) => finding.check === check.check);
  const fresh = [
    ...findings.filter(({ state }) => state === "new"),
    ...findings.filter(({ state }) => state === "old"),
  ];
  const placed = fresh.filter(({ file }) => file !== undefined);
  const why = result.scope.scopeRationale.filter((rationale) => rationale.check === check.check);
  const output = [check.stdout, check.stderr].filter((stream) => stream.trim() !== "").join("\n");
  return el(
    "article",
    { class: `card failure${isOld ? " old" : ""}` },
    el(
      "div",
      { class: "head" },
      el("h3", null, check.check),
      isOld ? tag("old-failure", "nothing new") : tag("failed"),
      el(
        "span",
        { class: "soft" },
        [check.why ?? "", ...(check.duration > 0 ? [formatDuration(check.duration)] : [])].join(" · "),
      ),
    ),
    check.description === "" ? null : el("p", { class: "soft" }, check.description),
    el("code", { class: "command" }, `$ ${shorten(formatCommand(check.command), 600)}`),
    check.replayed === undefined ? null : renderReplayed(check, result, options),
    why.length === 0 ? null : renderWhy(why),
    placed.length === 0
      ? null
      : el("div", null, ...placed.slice(0, SHOWN_FINDINGS).map(renderFindingElement)),
    placed.length > SHOWN_FINDINGS
      ? el("p", null, el("a", { href: "#findings" }, `${placed.length - SHOWN_FINDINGS} more below`))
      : null,
    output === ""
      ? null
      : el(
          "details",
          { open: placed.length === 0 },
          el("summary", null, "What it printed"),
          el("pre", { class: "output" }, output.length > OUTPUT ? `...\n${output.slice(-OUTPUT)}` : output),
        ),
  );
}

/** That the failure is cached, and what to type to re-run it. */
function renderReplayed(check: CheckResult, result: VerificationResult, options: RerunOptions): VNode {
  return el(
    "p",
    { class: "soft" },
    `A ${describeReplayed(check, result)}. To run it again: `,
    el("code", null, rerunCommand(check, options)),
  );
}

/** Why units of a check ran, with the path from each to what changed. */
function renderWhy(rationales: readonly ScopeRationale[]): VNode {
  const chained = rationales.filter(({ dependencyChain = [] }) => dependencyChain.length > 1);
  const shown = chained.length > 0 ? chained : rationales;
  return el(
    "ul",
    { class: "chains" },
    ...shortened(shown, SHOWN_CHAINS, ({ file, detail, dependencyChain = [] }) =>
      dependencyChain.length > 1
        ? el(
            "li",
            null,
            el(
              "ul",
              { class: "chain", "aria-label": "It ran because of" },
              ...dependencyChain.map((path) => el("li", null, el("code", null, path))),
            ),
          )
        : el(
            "li",
            { class: "soft" },
            "It ran because ",
            file === "" ? null : el("code", { class: "path" }, file),
            `${file === "" ? "" : ": "}${detail}`,
          ),
    ),
  );
}

/** When each check ran: a bar for each, on one time scale. */
export function timingSection(result: VerificationResult): VNode | null {
  const ran = result.results.filter(
    ({ cached, status, duration }) => !cached && status !== "skipped" && duration > 0,
  );
  if (ran.length === 0) return null;
  const start = Math.min(...ran.map(({ timestamp }) => timestamp));
  const end = Math.max(...ran.map(({ timestamp, duration }) => timestamp + duration));
  const share = (time: number): string => `${((100 * time) / Math.max(1, end - start)).toFixed(3)}%`;
  const rows = [...ran]
    .sort((one, other) => one.timestamp - other.timestamp)
    .flatMap((check): readonly Child[] => [
      el("span", { class: "name", title: check.check }, check.check),
      el(
        "svg",
        {
          role: "img",
          "aria-label": `${check.check} started after ${formatDuration(check.timestamp - start)} and took ${formatDuration(check.duration)}`,
        },
        el("rect", { class: "track", x: "0", y: "35%", width: "100%", height: "30%", rx: "2" }),
        el("rect", {
          class: `run-${result.tolerated.includes(check.check) ? "old" : check.status}`,
          x: share(check.timestamp - start),
          y: "12%",
          // Too short to be visible otherwise.
          width: check.duration * 300 < end - start ? "3" : share(check.duration),
          height: "76%",
          rx: "3",
        }),
      ),
      el("span", { class: "time" }, formatDuration(check.duration)),
    ]);
  return section(
    "timing",
    ["When it ran", formatDuration(end - start)],
    el(
      "div",
      { class: "card waterfall" },
      ...rows,
      el(
        "span",
        { class: "axis" },
        el("span", null, "0"),
        el("span", null, formatDuration((end - start) / 2)),
        el("span", null, formatDuration(end - start)),
      ),
    ),
  );
}
