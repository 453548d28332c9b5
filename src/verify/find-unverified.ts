import type { Plan, PlannedCheck } from "../plan/plan.ts";
import { explainReason } from "../wording/explain.ts";

/** A check without a passed verdict for this tree, and why. */
export interface UnverifiedCheck {
  readonly check: string;
  readonly why: "would-run" | "failed" | "blocked";
  readonly detail: string;
}

/** The selected checks: those that passed for this tree, and those that did not. */
export function findUnverified({ checks }: Plan): {
  readonly verified: readonly string[];
  readonly unverified: readonly UnverifiedCheck[];
} {
  return {
    verified: checks.flatMap((each) =>
      each.decision === "stand" && judge(each).length === 0 ? [each.check] : [],
    ),
    unverified: checks.flatMap(judge),
  };
}

function judge(planned: PlannedCheck): readonly UnverifiedCheck[] {
  const { check } = planned;
  switch (planned.decision) {
    case "skip":
      return [];
    case "blocked":
      return [{ check, why: "blocked", detail: planned.why }];
    case "run": {
      const first = planned.units.find((unit) => unit.decision === "run");
      const target = first === undefined || first.target === "" ? "" : `${first.target}: `;
      const detail = first?.decision === "run" ? `${target}${explainReason(first.reason)}` : "";
      return [{ check, why: "would-run", detail }];
    }
    case "stand": {
      const failed = planned.units.find(
        ({ reason }) => reason.type === "stands" && reason.status === "failed",
      );
      const detail = failed?.target === "" ? "with these inputs" : String(failed?.target);
      return failed === undefined ? [] : [{ check, why: "failed", detail }];
    }
  }
}
