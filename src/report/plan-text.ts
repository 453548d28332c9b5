import type { Plan, PlannedCheck } from "../plan/plan.ts";
import { explainSkip } from "../vocabulary/explain.ts";
import { formatCommand, plural } from "./format.ts";
import type { Paint } from "./paint.ts";

/** A plan for people: what would be started, check by check. */
export function renderPlan(plan: Plan, paint: Paint): string {
  const lines = plan.checks.flatMap((planned) => renderCheck(planned, paint));
  const running = plan.checks.filter(({ decision }) => decision === "run").length;
  return `${[...lines, "", `${plural(running, "check")} would run; nothing was started.`].join("\n")}\n`;
}

function renderCheck(planned: PlannedCheck, paint: Paint): readonly string[] {
  if (planned.decision === "skip")
    return [`${paint("yellow", "○")} ${planned.check} ${paint("dim", `(${explainSkip(planned.reason)})`)}`];
  if (planned.decision === "blocked") return [`${paint("red", "✗")} ${planned.check} ${planned.why}`];
  const after = planned.dependsOn.length > 0 ? paint("dim", ` after ${planned.dependsOn.join(", ")}`) : "";
  return [
    `${paint("green", "▸")} ${paint("bold", planned.check)}${after}`,
    ...planned.commands.map(({ command, args, files }) => {
      const line = formatCommand([command, ...args]);
      const count = files.length > 0 ? paint("dim", ` (${plural(files.length, "file")})`) : "";
      return `    ${paint("dim", "$")} ${line.length > 160 ? `${line.slice(0, 157)}...` : line}${count}`;
    }),
  ];
}
