import type { Failure } from "../../vocabulary/failure.ts";
import { unknownName } from "../../wording/unknown-name.ts";
import type { DeclaredCheck } from "./declared-check.ts";

/** Everything that is wrong with the names and dependencies of checks: duplicate names, unknown names, cycles. */
export function findDependencyFailures(checks: readonly DeclaredCheck[]): readonly Failure[] {
  const byName = new Map<string, DeclaredCheck>();
  const failures: Failure[] = [];
  for (const check of checks) {
    const first = byName.get(check.fields.name);
    if (first === undefined) byName.set(check.fields.name, check);
    else failures.push(duplicateName(first, check));
  }
  for (const check of checks) {
    check.fields.dependsOn?.forEach((dependency, index) => {
      if (byName.has(dependency)) return;
      failures.push(
        unknownName({
          message: `The check "${check.fields.name}" depends on a check that does not exist.`,
          name: dependency,
          known: byName.keys(),
          none: "a declared check",
          kind: "config-invalid",
          at: check.locate("dependsOn", index),
        }),
      );
    });
  }
  const cycle = findCycle(byName);
  if (cycle !== null) failures.push(cycle);
  return failures;
}

function duplicateName(first: DeclaredCheck, second: DeclaredCheck): Failure {
  const { file, line } = first.origin;
  return {
    kind: "config-invalid",
    message: `Two checks are called "${second.fields.name}"; the first is at ${file}:${line}.`,
    at: second.locate("name"),
    value: second.fields.name,
    expected: "a unique name for every check",
  };
}

function findCycle(checks: ReadonlyMap<string, DeclaredCheck>): Failure | null {
  const done = new Set<string>();
  for (const start of checks.keys()) {
    const path = [start];
    const cycle = walk(start, path);
    if (cycle === null) continue;
    const last = checks.get(cycle.at(-2) ?? start) as DeclaredCheck;
    return {
      kind: "config-invalid",
      message: `Checks depend on each other in a cycle: ${cycle.join(" -> ")}.`,
      at: last.locate("dependsOn"),
      expected: "dependencies without a cycle",
      hint: "Remove one of these dependencies.",
    };
  }
  return null;

  function walk(name: string, path: string[]): readonly string[] | null {
    if (done.has(name)) return null;
    for (const next of checks.get(name)?.fields.dependsOn ?? []) {
      const at = path.indexOf(next);
      if (at >= 0) return [...path.slice(at), next];
      path.push(next);
      const cycle = walk(next, path);
      if (cycle !== null) return cycle;
      path.pop();
    }
    done.add(name);
    return null;
  }
}
