import { createCheckGraph } from "../checks/check-graph.ts";
import { fail, succeed } from "../values/succeed.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { SkipReason } from "../vocabulary/verdict/result.ts";
import { unknownName } from "../wording/unknown-name.ts";

/** Which checks were requested. Several values of one kind widen the selection; several kinds narrow it. */
export interface Selection {
  readonly checks: readonly string[];
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  /** The checks of the chosen skills; null if none was chosen. */
  readonly bySkill: ReadonlySet<string> | null;
}

/**
 * Decides for every declared check whether it is selected (null) or why not. The dependencies of a chosen check are
 * selected too.
 */
export function selectChecks(
  checks: readonly Check[],
  selection: Selection,
): Result<ReadonlyMap<string, SkipReason | null>> {
  const known = {
    check: { given: selection.checks, names: new Set(checks.map(({ name }) => name)) },
    tag: { given: selection.tags, names: new Set(checks.flatMap((check) => check.tags)) },
    category: { given: selection.categories, names: new Set(checks.map((check) => check.category)) },
  };
  for (const [what, { given, names }] of Object.entries(known)) {
    const missing = given.find((name) => !names.has(name));
    if (missing !== undefined) {
      const message =
        what === "check" ? `There is no check "${missing}".` : `No check has the ${what} "${missing}".`;
      return fail(
        unknownName({
          message,
          name: missing,
          known: names,
          none: `a ${what} that some check has; none has one`,
        }),
      );
    }
  }
  const enabled = checks.filter((check) => check.enabled);
  const asked = enabled.filter((check) => isChosen(check, selection)).map(({ name }) => name);
  const chosen = new Set(createCheckGraph(enabled).withDependencies(asked));
  return succeed(
    new Map(
      checks.map(({ name, enabled }) => [
        name,
        !enabled ? { type: "disabled" } : chosen.has(name) ? null : { type: "filtered" },
      ]),
    ),
  );
}

function isChosen(check: Check, { checks, tags, categories, bySkill }: Selection): boolean {
  return (
    (checks.length === 0 || checks.includes(check.name)) &&
    (tags.length === 0 || check.tags.some((tag) => tags.includes(tag))) &&
    (categories.length === 0 || categories.includes(check.category)) &&
    (bySkill === null || bySkill.has(check.name))
  );
}
