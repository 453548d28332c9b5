import type { Check } from "../../vocabulary/check/check.ts";
import type { Failure, Location } from "../../vocabulary/failure.ts";
import type { Workflow } from "../../vocabulary/flow/workflow.ts";
import { unknownName } from "../../wording/unknown-name.ts";

/** A check, or a tag of checks, that the gate of a phase names. */
export interface GateName {
  readonly what: "check" | "tag";
  readonly name: string;
  readonly workflow: string;
  readonly phase: string;
  readonly at: Location | undefined;
}

/** Every name in the gates of a workflow, with its position. */
export function gateNames(
  { name: workflow, phases }: Workflow,
  locate: (path: readonly PropertyKey[]) => Location | undefined,
): readonly GateName[] {
  return phases.flatMap(({ key: phase, gate }, index) => {
    const names = (what: GateName["what"], list: "checks" | "tags"): readonly GateName[] =>
      gate[list].map((name, nth) => {
        const at = locate(["workflows", workflow, "phases", index, "gate", list, nth]);
        return { what, name, workflow, phase, at };
      });
    return [...names("check", "checks"), ...names("tag", "tags")];
  });
}

/** One failure for each name that no check has. */
export function findUnknownGateNames(
  names: readonly GateName[],
  checks: readonly Pick<Check, "name" | "tags">[],
): readonly Failure[] {
  const known = {
    check: new Set(checks.map(({ name }) => name)),
    tag: new Set(checks.flatMap(({ tags }) => tags)),
  };
  return names
    .filter(({ what, name }) => !known[what].has(name))
    .map(({ what, name, workflow, phase, at }) =>
      unknownName({
        message: `The gate of the phase "${phase}" of the workflow "${workflow}" names a ${what} that does not exist.`,
        name,
        known: known[what],
        none: `a ${what} that some check has; none has one`,
        kind: "config-invalid",
        at,
      }),
    );
}
