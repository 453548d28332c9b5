import type { Plan, PlannedCheck, PlannedCommand, PlannedUnit } from "../plan/plan.ts";
import { explainReason, explainSkip } from "../vocabulary/explain.ts";
import { formatCommand } from "../vocabulary/format-command.ts";
import { shorten } from "../vocabulary/shorten.ts";
import { plural } from "./format.ts";
import type { Paint } from "./paint.ts";

/** A plan for people: what would be started, check by check. */
export function renderPlan(plan: Plan, paint: Paint): string {
  const lines = plan.checks.flatMap((planned) => renderCheck(planned, paint));
  const count = (decision: PlannedCheck["decision"]): number =>
    plan.checks.filter((each) => each.decision === decision).length;
  const stand = count("stand") > 0 ? `, ${count("stand")} stand` : "";
  return `${[...lines, "", `${plural(count("run"), "check")} would run${stand}; nothing was started.`].join("\n")}\n`;
}

function renderCheck(planned: PlannedCheck, paint: Paint): readonly string[] {
  if (planned.decision === "skip")
    return [`${paint("yellow", "○")} ${planned.check} ${paint("dim", `(${explainSkip(planned.reason)})`)}`];
  if (planned.decision === "blocked") return [`${paint("red", "✗")} ${planned.check} ${planned.why}`];
  const after = planned.dependsOn.length > 0 ? paint("dim", ` after ${planned.dependsOn.join(", ")}`) : "";
  if (planned.decision === "stand") {
    const failed = planned.units.some(({ reason }) => reason.type === "stands" && reason.status === "failed");
    const mark = failed ? paint("red", "✗") : paint("green", "=");
    return [
      `${mark} ${paint("bold", planned.check)}${after} ${paint("dim", failed ? "failed with these inputs, and still does" : "stands")}`,
    ];
  }
  return [
    `${paint("cyan", "▸")} ${paint("bold", planned.check)}${after} ${paint("dim", explainUnits(planned.units))}`,
    ...("builtin" in planned
      ? [`    ${planned.builtin} ${paint("dim", `(${plural(planned.files.length, "file")})`)}`]
      : renderCommands(planned.commands, paint)),
  ];
}

function renderCommands(commands: readonly PlannedCommand[], paint: Paint): readonly string[] {
  return commands.map(({ command, args, files }) => {
    const line = formatCommand([command, ...args]);
    const count = files.length > 0 ? paint("dim", ` (${plural(files.length, "file")})`) : "";
    return `    ${paint("dim", "$")} ${shorten(line, 160)}${count}`;
  });
}

/** The reason of the first unit that runs, and how many more there are. */
export function explainUnits(units: readonly PlannedUnit[]): string {
  const running = units.filter((unit) => unit.decision === "run");
  const [first] = running;
  if (first === undefined) return "";
  const more = running.length > 1 ? ` and ${plural(running.length - 1, "more file")}` : "";
  return `${first.target === "" ? "" : `${first.target}: `}${explainReason(first.reason)}${more}`;
}
