import { existsSync } from "node:fs";
import type { Plan, PlannedCommand } from "../plan/plan.ts";
import { createRedact } from "../secrets/redact.ts";
import type { Check } from "../vocabulary/check/check.ts";

/** A plan that is safe to show: without the secrets in the arguments and variables of its commands. */
export function redactPlan(plan: Plan, checks: readonly Check[], inherited: NodeJS.ProcessEnv): Plan {
  const declared = new Set(checks.flatMap((check) => Object.keys(check.env)));
  const redactCommand = (command: PlannedCommand): PlannedCommand => {
    const env = { ...inherited, ...command.env };
    const redact = createRedact({ env, declared, isPath: existsSync });
    return {
      ...command,
      args: command.args.map(redact),
      env: Object.fromEntries(Object.entries(command.env).map(([name, value]) => [name, redact(value)])),
    };
  };
  return {
    ...plan,
    checks: plan.checks.map((check) =>
      "commands" in check ? { ...check, commands: check.commands.map(redactCommand) } : check,
    ),
  };
}
