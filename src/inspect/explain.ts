import { madeOf } from "../values/packed-list.ts";
import { explainUnit, sortedAccesses, type UnitExplanation } from "./explain-unit.ts";
import { posix, relative, resolve } from "node:path";
import { resolvePaths } from "../config/paths.ts";
import { findRoot } from "../config/root.ts";
import { takesFiles } from "../checks/check-traits.ts";
import { createHiddenReferences } from "../graph/hidden-reach.ts";
import { listAccesses } from "../paths/path-sets.ts";
import type { UnitScope, WholeUnitScope } from "../scope/scope.ts";
import { isBuilt } from "../units/unit.ts";
import { memoize } from "../values/memo.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assessFromChange, type Assessment } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { listUnstable } from "../verify/record/unstable-checks.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { PathSet } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { RunReason, StandReason } from "../vocabulary/verdict/unit.ts";
import { unknownName } from "../wording/unknown-name.ts";
import { type DeletedFileReport, findDeleted, isAbout } from "./find-deleted.ts";
import { findFile, suggestFile } from "./find-file.ts";

/** Where the targets of a check come from. */
export interface TargetSource {
  /** From its tool; or from globs, because somebody wrote them or the tool could not be asked. */
  readonly from: "tool" | "files";
  readonly tool: string | null;
  /** Why the tool did not say; null if it did, or was not asked. */
  readonly why: string | null;
  readonly globs: readonly string[];
}

export interface Explanation {
  readonly schemaVersion: 1;
  readonly subject: { readonly type: "file" | "check"; readonly name: string };
  /** For a check: its description in the configuration; may be empty. Empty for a file. */
  readonly description: string;
  readonly units: readonly UnitExplanation[];
  /** For a check on files: where they come from. Null for any other check, and for a file. */
  readonly targets: TargetSource | null;
  /** For a file: its earlier names, newest first. */
  readonly earlierNames: readonly {
    readonly path: string;
    readonly similarity: number;
    /** The run that found the rename, and when; null if no run has yet. */
    readonly runId: string | null;
    readonly at: string | null;
  }[];
  /** For a deleted file: its last verdicts; null for an existing file, and for a check. */
  readonly deleted: DeletedFileReport | null;
  /** Why verdicts of checks that would run are never cached, if that is known. */
  readonly unsettled: readonly string[];
  /** Imports in the files that it depends on which only running the code can resolve. */
  readonly opaqueImports: readonly {
    readonly path: string;
    readonly line: number;
    readonly specifier: string;
  }[];
}

/** Says why a file or a check would run, or why it is cached. Runs nothing. */
export async function explain(subject: string, options: PlanOptions = {}): Promise<Result<Explanation>> {
  const cwd = options.cwd ?? process.cwd();
  const { path: root } = findRoot(cwd);
  const resolved = resolvePaths(root, cwd, [subject]);
  // A deleted file can still be asked about.
  const meant = (resolved.ok ? resolved.value[0] : relative(root, resolve(cwd, subject))) as RepoPath;
  const sees = memoize((set: PathSet) => hasSeen(set, meant));
  const assessed = await assessFromChange({
    ...options,
    isWanted: (unit) => unit.check === subject || unit.target === meant || sees(unit.pathSet.set),
  });
  if (!assessed.ok) return assessed;
  const explained = explainAssessed(subject, options, assessed.value);
  closeStore(assessed.value.store, options.onEvent);
  return explained;
}

/** The same for a finished assessment whose store is still open. */
export function explainAssessed(
  subject: string,
  options: PlanOptions,
  assessment: Assessment,
): Result<Explanation> {
  const { config, scope, tree, shared } = assessment;
  const isCheck = config.checks.some(({ name }) => name === subject);
  const there = isCheck ? null : findFile(subject, options, assessment);
  const gone = isCheck || there !== null ? null : findDeleted(subject, options, assessment);
  const path = there ?? gone?.path ?? null;
  const earlierNames = path === null ? [] : assessment.earlierNames(path);
  const unsettled = new Map(
    config.checks.map((check) => [check.name, listUnstable(assessment.store, check)]),
  );
  if (!isCheck && path === null) {
    const suggested = suggestFile(subject, options, assessment);
    const known = config.checks.map(({ name }) => name);
    const message = `"${subject}" is neither a check nor a file of the repository.`;
    return fail({
      ...suggested,
      ...unknownName({ message, name: subject, known, none: "a file of the repository" }),
    });
  }
  const hasSeenIt = memoize((set: PathSet) => path !== null && hasSeen(set, path));
  // Units that were taken over have nothing to do with the subject.
  const lookedAt = [...scope.units.values()].flatMap(madeOf).filter(isWhole);
  const units = lookedAt.filter(({ unit, reason }) => {
    if (path === null) return unit.check === subject;
    if (unit.target === path || hasSeenIt(unit.pathSet.set) || appearedWith(path, reason)) return true;
    if (isAbout(reason, path)) return true;
    return (
      gone === null && unit.pathSet.set.kind === "predicted" && unit.target === "" && unit.dependsOn(path)
    );
  });
  // Many units share a path set.
  const context = { earlierNames, shared, accessesOf: memoize(sortedAccesses) };
  const hiddenReferences = createHiddenReferences(tree.graph, tree.isRead);
  const reached = path === null || gone !== null ? [] : tree.graph.transitiveDependencies(path).paths;
  return succeed({
    schemaVersion: 1,
    subject: { type: isCheck ? "check" : "file", name: path ?? subject },
    description: config.checks.find(({ name }) => isCheck && name === subject)?.description ?? "",
    units: mostTellingFirst(units, path).map((each) => explainUnit(each, context)),
    unsettled: [
      ...new Set(
        units.flatMap(({ unit, decision }) => (decision === "run" ? (unsettled.get(unit.check) ?? []) : [])),
      ),
    ],
    deleted: gone === null ? null : gone.deleted,
    targets: isCheck ? sourceOf(subject, assessment) : null,
    earlierNames: earlierNames.map(({ from, similarity, run }) => ({
      path: from,
      similarity,
      runId: run?.id ?? null,
      at: run === null ? null : new Date(run.at).toISOString(),
    })),
    opaqueImports: reached.flatMap((each) =>
      hiddenReferences(each).map(({ reference }) => ({
        path: each,
        line: reference.line,
        specifier: reference.specifier,
      })),
    ),
  });
}

function isWhole(scoped: UnitScope): scoped is WholeUnitScope {
  return isBuilt(scoped.unit);
}

/** Units of the file itself come before those that only depend on it, and those that would run before cached ones. */
function mostTellingFirst(
  units: readonly WholeUnitScope[],
  path: RepoPath | null,
): readonly WholeUnitScope[] {
  const rank = ({ unit, decision }: WholeUnitScope): number =>
    (unit.target === path ? 0 : 2) + (decision === "run" ? 0 : 1);
  return units.toSorted((one, other) => rank(one) - rank(other));
}

function sourceOf(subject: string, { config, targetLists }: Assessment): TargetSource | null {
  const check = config.checks.find(({ name }) => name === subject);
  if (check === undefined || !takesFiles(check)) return null;
  const list = targetLists.get(subject);
  return {
    from: list?.type === "listed" ? "tool" : "files",
    tool: list?.tool ?? null,
    why: list?.type === "failed" ? list.why : null,
    globs: check.files ?? [],
  };
}

/** Whether its command read the file, or listed its directory. */
function hasSeen(set: PathSet, path: RepoPath): boolean {
  const directory = posix.dirname(path);
  for (const [place, access] of listAccesses(set))
    if (place === path || (access === "names" && place === directory)) return true;
  return false;
}

/** Whether a directory above it was looked for and did not exist, but exists now. */
function appearedWith(path: RepoPath, reason: RunReason | StandReason): boolean {
  if (reason.type !== "observed-changed") return false;
  return reason.changes.some(({ path: changed }) => path.startsWith(`${changed}/`));
}
