import { faultsToFindings } from "../builtin/findings.ts";
import type { Verifiers } from "../builtin/verifiers.ts";
import type { BuiltinExecutor } from "../run/run-builtin.ts";
import type { Assessment } from "./assess.ts";

/**
 * Runs the built-in verifiers on the assessed tree. A check that comes after others sees the tree as they
 * left it, because they may have made what it looks for.
 */
export function createBuiltinExecutor(assessment: Assessment): BuiltinExecutor {
  const { verifiers, lookAgain, observe } = assessment;
  const later = new Map<string, Promise<Verifiers>>();
  const verifiersOf = (check: {
    name: string;
    dependsOn: readonly string[];
  }): Promise<Verifiers> | Verifiers => {
    if (check.dependsOn.length === 0) return verifiers;
    const known =
      later.get(check.name) ?? lookAgain().then(async (snapshot) => (await observe(snapshot)).verifiers);
    later.set(check.name, known);
    return known;
  };
  return async (check, file) => {
    if (check.builtin === null) return [];
    const faults = await (await verifiersOf(check)).verify(check.builtin, file);
    return faultsToFindings(check, file, faults);
  };
}
