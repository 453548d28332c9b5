import type { VNode } from "preact";
import type { RecoveryAction } from "../../vocabulary/run/recovery.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { formatDuration, plural } from "../format.ts";
import { describeOutcome } from "../run/recovery-text.ts";
import { el, section, shortened, tag } from "./elements.ts";

const SHOWN_FILES = 20;

/** What was done to fix failures, and the outcome. */
export function recoverySection({ recovery }: VerificationResult): VNode | null {
  if (recovery.length === 0) return null;
  return section("recovery", ["Recovery", plural(recovery.length, "action")], ...recovery.map(renderAction));
}

function renderAction(action: RecoveryAction): VNode {
  const { strategy, check, why, command, filesTouched, duration, ended, outcome, output } = action;
  const time = ended === null ? "" : ` · ${formatDuration(duration)}`;
  return el(
    "article",
    { class: "card" },
    el(
      "div",
      { class: "head" },
      el("h3", null, strategy),
      tag(outcome === "recovered" ? "passed" : "failed", outcome),
      el("span", { class: "soft" }, `for ${check} · ${describeOutcome(action)}${time}`),
    ),
    el("p", { class: "soft" }, `It was chosen because of ${why}.`),
    el("code", { class: "command" }, `$ ${formatCommand(command).slice(0, 600)}`),
    filesTouched.length === 0
      ? null
      : el(
          "ul",
          { "aria-label": "Files changed" },
          ...shortened(filesTouched, SHOWN_FILES, (path) =>
            el("li", null, el("code", { class: "path" }, path)),
          ),
        ),
    output === ""
      ? null
      : el(
          "details",
          { open: outcome === "failed" },
          el("summary", null, "What it printed"),
          el("pre", { class: "output" }, output),
        ),
  );
}
