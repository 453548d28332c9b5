import { takesFiles } from "../../checks/check-traits.ts";
import { matchGlobs } from "../../paths/glob.ts";
import type { Tree } from "../../units/tree.ts";
import type { Check } from "../../vocabulary/check/check.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { CheckAudit, Suggestion } from "../check-audit.ts";
import type { LeadsTo } from "../create-judge.ts";
import type { AuditedUnit } from "../summarize-units.ts";
import { type ChangeContext, suggestChange } from "./suggest-change.ts";
import { suggestInputs } from "./suggest-inputs.ts";

/** From this many on, targets of a check are no longer suggested as inputs of each other. */
const MANY = 10;

export interface CheckSuggestContext {
  readonly tree: Pick<Tree, "snapshot">;
  readonly units: readonly AuditedUnit[];
  readonly isReached: LeadsTo;
  readonly change: ChangeContext;
}

/** Says what a check must declare so that everything it reads is predicted; null if nothing is missing. */
export function suggestForCheck(
  check: Check,
  { undeclared }: Pick<CheckAudit, "undeclared">,
  { tree, units, isReached, change }: CheckSuggestContext,
): Suggestion | null {
  if (undeclared.length === 0) return null;
  const isFollowed = (read: CheckAudit["undeclared"][number]): boolean =>
    check.follow !== "content" &&
    (read.why === "structure-only" ||
      read.targets.some((target) => isReached(read.path as RepoPath, target as Target)));
  const others = undeclared.filter((read) => !isFollowed(read)).map(({ path }) => path as RepoPath);
  const isTarget = takesFiles(check) ? matchGlobs(check.files ?? []) : () => false;
  const fellows = others.filter(isTarget);
  const listed = new Set(units.flatMap(({ reads }) => [...reads.listed]));
  const paths = fellows.length > MANY ? others.filter((path) => !isTarget(path)) : others;
  const inputs = suggestInputs({ paths, files: tree.snapshot.files.keys(), listed, isTarget });
  const follow = others.length < undeclared.length ? ("content" as const) : null;
  const suggestion = suggestChange(check, { inputs, follow }, change);
  if (fellows.length <= MANY) return suggestion;
  const advice = `It reads ${fellows.length} other files that it is applied to: without {files} in its arguments it would be one unit, which covers them all.`;
  return { ...suggestion, advice };
}
