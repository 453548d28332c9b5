import type { Plan } from "../plan/plan.ts";
import type { Scope, UnitScope } from "../scope/scope.ts";
import { isBuilt } from "../units/unit.ts";

/** Thrown where two ways to the same answer disagree: one of them is wrong. */
export class WaysDiffer extends Error {}

interface Found {
  readonly scope: Scope;
  readonly plan: Plan;
}

/**
 * Sees that what was found from the change is what is found by looking at everything, unit by unit and reason by reason.
 * Answers with how many units were not looked at.
 */
export function compareWays(short: Found, whole: Found): number {
  for (const [check, list] of whole.scope.units) {
    const found = (short.scope.units.get(check) ?? []).map(describe);
    const expected = list.map(describe);
    if (found.length !== expected.length)
      throw new WaysDiffer(`${check}: ${found.length} units from the change, ${expected.length} in all`);
    for (const [index, line] of expected.entries())
      if (found[index] !== line)
        throw new WaysDiffer(`${check}: from the change ${found[index]}\nlooking at everything ${line}`);
  }
  const [plan, expected] = [short.plan, whole.plan].map((each) => JSON.stringify(each));
  if (plan !== expected)
    throw new WaysDiffer(`the plan from the change is ${plan}\nand otherwise ${expected}`);
  return [...short.scope.units.values()].flat().filter(({ unit }) => !isBuilt(unit)).length;
}

function describe({ unit, reason, decision, annotations }: UnitScope): string {
  const { target, fingerprint, pathSet } = unit;
  return JSON.stringify({ target, fingerprint, pathSet: pathSet.id, decision, reason, annotations });
}
