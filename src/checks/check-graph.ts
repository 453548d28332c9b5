import type { Check } from "../vocabulary/check/check.ts";
import { isProducer } from "./check-traits.ts";

/** One check must run after another. */
export interface Need {
  readonly check: Check;
  readonly neededBy: Check;
}

/** Which checks run after which (`dependsOn`). There are no cycles: a configuration with one is refused. */
export interface CheckGraph {
  readonly find: (name: string) => Check | undefined;
  /**
   * These names and those of everything they depend on, directly or not, each after its own dependencies. Includes
   * names that no check has.
   */
  readonly withDependencies: (names: readonly string[]) => readonly string[];
  /** All checks, each after those that it depends on. */
  readonly inOrder: () => readonly Check[];
  /** Everything that these checks need, directly or not, each after what needs it. */
  readonly needsOf: (checks: readonly Check[]) => readonly Need[];
  /** Whether a check makes something that another check uses. */
  readonly isUsed: (check: Check) => boolean;
}

export function createCheckGraph(checks: readonly Check[]): CheckGraph {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const withDependencies = (names: readonly string[]): readonly string[] => {
    const [seen, ordered] = [new Set<string>(), [] as string[]];
    const add = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      byName.get(name)?.dependsOn.forEach(add);
      ordered.push(name);
    };
    names.forEach(add);
    return ordered;
  };
  return {
    find: (name) => byName.get(name),
    withDependencies,
    inOrder: () => withDependencies([...byName.keys()]).flatMap((name) => byName.get(name) ?? []),
    needsOf: (start) => {
      const [seen, needs] = [new Set<Check>(), [] as Need[]];
      const add = (neededBy: Check): void => {
        if (seen.has(neededBy)) return;
        seen.add(neededBy);
        for (const name of neededBy.dependsOn) {
          const check = byName.get(name);
          if (check === undefined) continue;
          needs.push({ check, neededBy });
          add(check);
        }
      };
      start.forEach(add);
      return needs;
    },
    isUsed: (check) => isProducer(check) && checks.some(({ dependsOn }) => dependsOn.includes(check.name)),
  };
}
