import type { Plan } from "../plan/plan.ts";
import type { Scope, UnitScope } from "../scope/scope.ts";
import { packedOf } from "../values/packed-list.ts";

/** Thrown if two ways to the same answer disagree: one of them is wrong. */
export class WaysDiffer extends Error {}

interface Found {
  readonly scope: Scope;
  readonly plan: Plan;
}

/**
 * Asserts that looking only at the change gives the same units and reasons as looking at everything. Returns
 * how many units were not looked at.
 */
export function compareWays(short: Found, whole: Found): number {
  for (const [check, list] of whole.scope.units) {
    const found = Array.from(short.scope.units.get(check) ?? [], describe);
    const expected = Array.from(list, describe);
    if (found.length !== expected.length)
      throw new WaysDiffer(`${check}: ${found.length} units from the change, ${expected.length} in all`);
    for (const [index, line] of expected.entries())
      if (found[index] !== line)
        throw new WaysDiffer(`${check}: from the change ${found[index]}\nlooking at everything ${line}`);
  }
  const [plan, expected] = [short.plan, whole.plan].map((each) => JSON.stringify(each));
  if (plan !== expected)
    throw new WaysDiffer(`the plan from the change is ${plan}\nand otherwise ${expected}`);
  return [...short.scope.units.values()].reduce((sum, list) => sum + (packedOf(list)?.length ?? 0), 0);
}

function describe({ unit, reason, decision, annotations }: UnitScope): string {
  const { target, fingerprint, pathSet } = unit;
  return JSON.stringify({ target, fingerprint, pathSet: pathSet.id, decision, reason, annotations });
}
