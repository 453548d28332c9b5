import type { FileGraph } from "../../graph/file-graph.ts";
import type { UnitExplanation } from "../../inspect/explain-unit.ts";
import { explainAssessed } from "../../inspect/explain.ts";
import { plain } from "../../report/print/plain.ts";
import { assess, type WholeAssessment } from "../../verify/assess.ts";
import { closeStore } from "../../verify/repository-store.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { GraphPart, Names, WhyAnswer, WhyUnit } from "../api.ts";
import type { PageSession } from "../session.ts";

/** A tree at one moment, for questions about it. */
export interface TreeView {
  readonly at: number;
  readonly files: readonly string[];
  readonly checks: readonly string[];
  readonly graph: FileGraph;
}

const UNITS = 60;
const NEIGHBOURS = 30;
const NAMES = 40;

/** Assesses the tree, and calls `ask` while the store is open. */
export async function withAssessment<T>(
  { options }: Pick<PageSession, "options">,
  ask: (look: TreeView, assessment: WholeAssessment) => T,
): Promise<Result<{ readonly look: TreeView; readonly answer: T }>> {
  const assessed = await assess(options);
  if (!assessed.ok) return assessed;
  const { tree, config, store } = assessed.value;
  const checks = config.checks.map(({ name }) => name);
  const look = { at: Date.now(), files: tree.graph.paths, checks, graph: tree.graph };
  try {
    return succeed({ look, answer: ask(look, assessed.value) });
  } finally {
    closeStore(store);
  }
}

/**
 * Answers about a check or a file by its name. The name is only looked up among existing ones; no file is opened by it.
 */
export function answerWhy(
  look: TreeView,
  assessment: WholeAssessment,
  { options, subject }: Pick<PageSession, "options"> & { readonly subject: string },
): Result<WhyAnswer> {
  const name = [...look.checks, ...look.files].find((each) => each === subject || plain(each) === subject);
  if (name === undefined)
    return fail({
      kind: "usage",
      message: "Neither a check nor a file of the repository has this name.",
      value: subject,
    });
  const explained = explainAssessed(name, { ...options, cwd: assessment.config.root }, assessment);
  if (!explained.ok) return explained;
  const { units, description, earlierNames, unsettled, subject: found } = explained.value;
  const chains = units.flatMap(({ reason }) =>
    "chain" in reason && reason.chain.length > 1 ? [reason.chain] : [],
  );
  return succeed({
    subject: found,
    at: look.at,
    description,
    units: units.slice(0, UNITS).map(shorten),
    moreUnits: Math.max(0, units.length - UNITS),
    earlierNames: earlierNames.map(({ path }) => path),
    unsettled,
    graph: found.type === "file" ? graphAround(look, found.name) : null,
    chains: chains.slice(0, UNITS),
  });
}

const ACCESSES = 200;

/** The first of the files that its command was seen to read. */
function shorten(unit: UnitExplanation): WhyUnit {
  const { accesses } = unit.pathSet;
  const pathSet = { ...unit.pathSet, accesses: accesses.slice(0, ACCESSES) };
  return { ...unit, pathSet, moreAccesses: Math.max(0, accesses.length - ACCESSES) };
}

/** The direct neighbours of a file; null if it is not in the tree. */
export function graphAround({ graph }: TreeView, name: string): GraphPart | null {
  const file = graph.paths.find((path) => path === name || plain(path) === name) as RepoPath | undefined;
  if (file === undefined) return null;
  const dependencies = distinct(graph.edgesFrom(file), ({ to }) => to);
  const dependents = distinct(graph.edgesTo(file), ({ from }) => from);
  return {
    file,
    dependencies: dependencies.slice(0, NEIGHBOURS),
    dependents: dependents.slice(0, NEIGHBOURS),
    moreDependencies: Math.max(0, dependencies.length - NEIGHBOURS),
    moreDependents: Math.max(0, dependents.length - NEIGHBOURS),
    affected: graph.transitiveDependents([file]).paths.filter((path) => path !== file).length,
    packages: graph.external(file),
    cycle: graph.cycles().find((members) => members.includes(file)) ?? [],
  };
}

/** Checks and files whose names contain these words; checks come first, then short names. */
export function findNames({ files, checks }: TreeView, query: string): Names {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  const found = [
    ...checks.filter(fits).map((name) => ({ type: "check" as const, name })),
    ...files
      .filter(fits)
      .toSorted((one, other) => one.length - other.length)
      .map((name) => ({ type: "file" as const, name })),
  ];
  return { names: found.slice(0, NAMES) };
}

function distinct<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
