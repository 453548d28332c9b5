import type { Strategy } from "../../vocabulary/run/recovery.ts";
import { findTool } from "../resolve/find-tool.ts";
import type { DeclaredStrategy, ResolvedConfig } from "../resolved-config.ts";
import { readyMadeFor } from "./ready-made.ts";

/** All strategies, in the order in which they are tried: the declared ones, then those that fit a check's tool. */
export function listStrategies({
  root,
  checks,
  recovery,
}: Pick<ResolvedConfig, "root" | "checks" | "recovery">): readonly Strategy[] {
  const fitting = checks.filter(({ enabled }) => enabled).flatMap((check) => readyMadeFor(check, root));
  const declared = recovery.declared.flatMap((strategy) => complete(strategy, fitting, root));
  return [...declared, ...fitting.filter(({ name }) => recovery.readyMade.includes(name))];
}

function complete(
  { name, when, does, timeout }: DeclaredStrategy,
  fitting: ReturnType<typeof readyMadeFor>,
  root: string,
): readonly Strategy[] {
  const conditions = when === null ? [] : [when];
  if (does.type === "uses")
    return fitting
      .filter((each) => each.name === does.readyMade)
      .map((each) => ({ ...each, name, timeout, when: [...each.when, ...conditions] }));
  const { command, args } = does;
  return [
    {
      name,
      when: conditions,
      needsExit: false,
      command,
      args,
      tool: findTool([command, ...args], root),
      cwd: ".",
      env: {},
      timeout,
      effect: "anywhere",
    },
  ];
}
