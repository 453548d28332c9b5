import type { AgentSettings } from "../config/resolved-config.ts";
import { renderAgent } from "../report/agent/agent.ts";
import { estimateLines } from "../report/agent/estimate-tokens.ts";
import { plainLine } from "../report/print/plain.ts";
import { FEWEST_TOKENS } from "../vocabulary/run/report.ts";
import type { VerificationResult } from "../vocabulary/run/verification-result.ts";
import { formatCommand } from "../wording/format-command.ts";
import type { StopDecision } from "./decide-stop.ts";

interface ReasonParts {
  readonly decision: Extract<StopDecision, { type: "hold-up" }>;
  readonly excused: Excused;
  readonly settings: AgentSettings;
  readonly program: readonly string[];
}

/** The report with an introduction; together within the budget. */
export function describeReason(
  result: VerificationResult,
  { decision, excused, settings, program }: ReasonParts,
): string {
  const { maxBlocks, maxTokens, newOnly } = settings;
  const head = [
    `Not verified yet: fix what this change broke, then stop again (${decision.block} of ${maxBlocks}).`,
    ...describeExcused(excused),
  ];
  const tokensLeft = Math.max(FEWEST_TOKENS, maxTokens - estimateLines(head));
  const report = renderAgent(result, {
    again: newOnly ? ["--new-only"] : [],
    program,
    maxTokens: tokensLeft,
    againTokens: maxTokens,
    isAtRoot: true,
  });
  return `${head.join("\n")}\n${report}`;
}

/** Failed checks that block nobody. */
export interface Excused {
  readonly flaky: readonly string[];
  /** Their command never existed here. */
  readonly absent: readonly string[];
  /** They failed before too, and their output cannot be compared. */
  readonly old: readonly string[];
}

export function describeExcused({ flaky, absent, old }: Excused): readonly string[] {
  return [
    ...(flaky.length === 0
      ? []
      : [
          `Flaky, so it does not count against this change: ${listNames(flaky)} (passed and failed with the same inputs).`,
        ]),
    ...(absent.length === 0
      ? []
      : [`Not run, because its command has never been found here: ${listNames(absent)}.`]),
    ...(old.length === 0
      ? []
      : [
          `Failed before too, so it does not count against this change: ${listNames(old)} (it has no readable findings).`,
        ]),
  ];
}

function listNames(checks: readonly string[]): string {
  const names = checks.slice(0, 5).map((check) => plainLine(check, 60));
  return names.join(", ") + (checks.length > 5 ? ` and ${checks.length - 5} more` : "");
}

export function describeLastStop(
  decision: StopDecision,
  failed: readonly string[],
  program: readonly string[],
): string {
  const see = `To see it: ${formatCommand(program)}`;
  const why =
    decision.type === "give-up" && decision.blocks > 0
      ? `given up after ${decision.blocks === 1 ? "1 report" : `${decision.blocks} reports`} to the agent`
      : "the agent is not blocked for it";
  return `verification: FAILED (${listNames(failed)}); ${why}. This work is not verified. ${see}`;
}

export function describeOpen({ stoppedBy, warnings }: VerificationResult): string {
  if (stoppedBy !== null) return `The run did not finish (${stoppedBy}).`;
  return plainLine(warnings[0] ?? "No check has a verdict.", 300);
}
