import type { Plan, PlannedCheck, PlannedCommand, PlannedUnit } from "../../plan/plan.ts";
import { explainReason, explainSkip } from "../../wording/explain.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { shorten } from "../../wording/shorten.ts";
import { plural } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** A plan for people: what would be started, check by check. */
export function renderPlan(plan: Plan, paint: Paint): SafeText {
  const lines = plan.checks.flatMap((planned) => renderCheck(planned, paint));
  const count = (decision: PlannedCheck["decision"]): number =>
    plan.checks.filter((each) => each.decision === decision).length;
  const stand = count("stand") > 0 ? safe`, ${count("stand")} cached` : "";
  return joinLines([
    ...lines,
    "",
    safe`${plural(count("run"), "check")} would run${stand}; nothing was started.`,
    "",
  ]);
}

function renderCheck(planned: PlannedCheck, paint: Paint): readonly Part[] {
  if (planned.decision === "skip")
    return [
      safe`${paint("yellow", "○")} ${planned.check} ${paint("dim", safe`(${explainSkip(planned.reason)})`)}`,
    ];
  if (planned.decision === "blocked") return [safe`${paint("red", "✗")} ${planned.check} ${planned.why}`];
  const after =
    planned.dependsOn.length > 0 ? paint("dim", safe` after ${joinParts(planned.dependsOn, ", ")}`) : "";
  if (planned.decision === "stand") {
    const failed = planned.units.some(({ reason }) => reason.type === "stands" && reason.status === "failed");
    const mark = failed ? paint("red", "✗") : paint("green", "=");
    return [
      safe`${mark} ${paint("bold", planned.check)}${after} ${paint("dim", failed ? "failed with these inputs, and still does" : "cached")}`,
    ];
  }
  return [
    safe`${paint("cyan", "▸")} ${paint("bold", planned.check)}${after} ${paint("dim", explainUnits(planned.units))}`,
    ...("builtin" in planned
      ? [safe`    ${planned.builtin} ${paint("dim", safe`(${plural(planned.files.length, "file")})`)}`]
      : renderCommands(planned.commands, paint)),
  ];
}

function renderCommands(commands: readonly PlannedCommand[], paint: Paint): readonly Part[] {
  return commands.map(({ command, args, files }) => {
    const line = formatCommand([command, ...args]);
    const count = files.length > 0 ? paint("dim", safe` (${plural(files.length, "file")})`) : "";
    return safe`    ${paint("dim", "$")} ${shorten(line, 160)}${count}`;
  });
}

/** The reason of the first unit that runs, and how many more there are. */
export function explainUnits(units: readonly PlannedUnit[]): string {
  const running = units.filter((unit) => unit.decision === "run");
  const [first] = running;
  if (first === undefined) return "";
  const more = running.length > 1 ? `; ${plural(running.length - 1, "more file")}` : "";
  return `${first.target === "" ? "" : `${first.target}: `}${explainReason(first.reason)}${more}`;
}
