import { posix, relative, resolve } from "node:path";
import { resolvePaths } from "../config/paths.ts";
import { findRoot } from "../config/root.ts";
import { takesFiles } from "../checks/check-traits.ts";
import { isFromElsewhere, worktreeOf } from "../checks/origins.ts";
import { createHiddenReferences } from "../graph/hidden-reach.ts";
import { listAccesses } from "../paths/path-sets.ts";
import type { EarlierName } from "../scope/earlier-names.ts";
import type { UnitScope, WholeUnitScope } from "../scope/scope.ts";
import { isBuilt } from "../units/unit.ts";
import { memoize } from "../values/memo.ts";
import { fail, succeed } from "../values/succeed.ts";
import { assessFromChange, type Assessment, type AssessOptions } from "../verify/assess.ts";
import { listUnstable } from "../verify/record/unstable-checks.ts";
import { closeStore } from "../verify/repository-store.ts";
import { nameWriter } from "../verify/shared/open-shared-cache.ts";
import type { Result } from "../vocabulary/failure.ts";
import {
  type Access,
  type PathSet,
  RAN_ON,
  type RecordKind,
  UNOBSERVED,
} from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Annotation, RunReason, StandReason, Target } from "../vocabulary/verdict/unit.ts";
import { explainReason } from "../wording/explain.ts";
import { unknownName } from "../wording/unknown-name.ts";
import { type DeletedFile, findDeleted, isAbout } from "./find-deleted.ts";
import { findFile, suggestFile } from "./find-file.ts";

/** Why one unit would run, or why its verdict stands. */
export interface UnitExplanation {
  readonly check: string;
  readonly target: Target;
  readonly decision: "run" | "stand";
  readonly reason: RunReason | StandReason;
  /** The reason as a sentence. */
  readonly detail: string;
  /** Everything in the fingerprint that differs from the last verdict, from which value to which. */
  readonly differences: readonly {
    readonly component: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** The verdict that stands, or the last one that did. */
  readonly verdict: {
    readonly status: string;
    readonly runId: string;
    readonly at: string;
    readonly kind: RecordKind;
    /** Of a predicted one: why it was not seen what it depends on; null where that is not known. */
    readonly unobserved: string | null;
    /** The worker that ran it; null where it ran on this machine. */
    readonly ranOn: string | null;
    readonly platform: string;
    /** Where it was reached; null for the main worktree. */
    readonly worktree: string | null;
    /** Who reached it on another machine, and for which branch; null where it was reached on this one. */
    readonly from: { readonly writer: string; readonly name: string; readonly scope: string } | null;
  } | null;
  readonly fingerprint: string | null;
  /** What is looked up before the files: the same for every state of what it depends on. */
  readonly weakKey: string;
  /** What its verdict depends on beside that, by name. */
  readonly pathSet: {
    readonly id: string;
    readonly kind: RecordKind;
    readonly parts: readonly string[];
    /** What its command was seen to do, in the order of the paths; empty where it was not watched. */
    readonly accesses: readonly { readonly path: string; readonly access: Access }[];
  };
  readonly annotations: readonly Annotation[];
}

/** Where the targets of a check come from. */
export interface TargetSource {
  /** Its tool was asked; or globs say it, because somebody wrote them or because the tool could not be asked. */
  readonly from: "tool" | "files";
  readonly tool: string | null;
  /** Why the tool did not say; null where it did, or was not asked. */
  readonly why: string | null;
  readonly globs: readonly string[];
}

export interface Explanation {
  readonly schemaVersion: 1;
  readonly subject: { readonly type: "file" | "check"; readonly name: string };
  /** Of a check: what the configuration says about it; may be empty, and is for a file. */
  readonly description: string;
  readonly units: readonly UnitExplanation[];
  /** Of a check that is applied to files: who says which. Null for any other, and for a file. */
  readonly targets: TargetSource | null;
  /** Of a file: what it was called before, the latest name first. */
  readonly earlierNames: readonly {
    readonly path: string;
    readonly similarity: number;
    /** The run that found it under its next name, and when; null where no run has yet. */
    readonly runId: string | null;
    readonly at: string | null;
  }[];
  /** Of a file that is gone: which verdicts it had last; null for a file that is there, and for a check. */
  readonly deleted: DeletedFile | null;
  /** Why no verdict is kept of checks that would run, where that was found out. */
  readonly unsettled: readonly string[];
  /** Imports among what the file reaches that only running the code can resolve. */
  readonly opaqueImports: readonly {
    readonly path: string;
    readonly line: number;
    readonly specifier: string;
  }[];
}

/** Says of a file or a check why it would run, or why its verdict stands. Runs nothing. */
export async function explain(subject: string, options: AssessOptions = {}): Promise<Result<Explanation>> {
  const cwd = options.cwd ?? process.cwd();
  const { path: root } = findRoot(cwd);
  const resolved = resolvePaths(root, cwd, [subject]);
  // A file that is gone may still be looked for.
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

/** The same of what was assessed already, while its store is open. */
export function explainAssessed(
  subject: string,
  options: AssessOptions,
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
  // What was taken over has nothing to do with the subject.
  const lookedAt = [...scope.units.values()].flat().filter(isWhole);
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

/** What is applied to the file itself comes before what only depends on it, and what would run before what is cached. */
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

/** Whether its command looked at the file, or listed the directory that holds it. */
function hasSeen(set: PathSet, path: RepoPath): boolean {
  const directory = posix.dirname(path);
  for (const [place, access] of listAccesses(set))
    if (place === path || (access === "names" && place === directory)) return true;
  return false;
}

/** Whether a directory above it was looked for, and is there now. */
function appearedWith(path: RepoPath, reason: RunReason | StandReason): boolean {
  if (reason.type !== "observed-changed") return false;
  return reason.changes.some(({ path: changed }) => path.startsWith(`${changed}/`));
}

type Accesses = UnitExplanation["pathSet"]["accesses"];

/** In the order of the paths. */
function sortedAccesses(set: PathSet): Accesses {
  return [...listAccesses(set)]
    .map(([path, access]) => ({ path, access }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

interface ExplainContext {
  readonly earlierNames: readonly EarlierName[];
  readonly shared: Assessment["shared"];
  readonly accessesOf: (set: PathSet) => Accesses;
}

function explainUnit(
  scoped: WholeUnitScope,
  { earlierNames, shared, accessesOf }: ExplainContext,
): UnitExplanation {
  const { unit, decision, reason } = scoped;
  const verdict = scoped.decision === "stand" ? scoped.verdict : scoped.replaces;
  const after = unit.components;
  const before = verdict?.components ?? after;
  const isElsewhere = verdict !== null && isFromElsewhere(verdict.origin);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return {
    check: unit.check,
    target: unit.target,
    decision,
    reason,
    detail:
      scoped.decision === "run" ? explainReason(scoped.reason) : `cached since run ${scoped.reason.runId}`,
    differences: names.flatMap((component) => {
      const [one, other] = [before[component] ?? "none", after[component] ?? "none"];
      // Every machine keeps the values of variables in a form of its own: they cannot be compared.
      const isApart = isElsewhere && component.startsWith("env:") && isSet(one) && isSet(other);
      const isSame = one === other || component === UNOBSERVED || component === RAN_ON || isApart;
      return isSame ? [] : [{ component, before: one, after: other }];
    }),
    verdict:
      verdict === null
        ? null
        : {
            status: verdict.status,
            runId: verdict.runId,
            at: new Date(verdict.createdAt).toISOString(),
            kind: verdict.kind,
            unobserved: verdict.components[UNOBSERVED] ?? null,
            ranOn: verdict.components[RAN_ON] ?? null,
            platform: verdict.platform,
            worktree: worktreeOf(verdict.origin),
            from: nameWriter(verdict.origin, shared),
          },
    fingerprint: unit.fingerprint,
    weakKey: unit.weakKey,
    pathSet: {
      id: unit.pathSet.id,
      kind: unit.pathSet.set.kind,
      parts: unit.pathSet.set.parts,
      accesses: accessesOf(unit.pathSet.set),
    },
    annotations: annotationsOf(scoped, earlierNames),
  };
}

function isSet(value: string): boolean {
  return value.startsWith("set ");
}

/** A verdict that was carried over says so as long as it stands: its content is the same, so it is wholly similar. */
function annotationsOf(scoped: WholeUnitScope, earlierNames: readonly EarlierName[]): readonly Annotation[] {
  if (scoped.annotations.length > 0 || scoped.decision === "run") return scoped.annotations;
  const origin = earlierNames.find(({ from }) => from === scoped.verdict.target);
  return origin === undefined ? [] : [{ type: "renamed", from: origin.from, similarity: 1 }];
}
