import type { FileGraph } from "../graph/file-graph.ts";
import type { Follow } from "../vocabulary/check/check.ts";
import type { DirectImpact, ImpactAnalysis, Level, TransitiveImpact } from "../vocabulary/tree/impact.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { CategorizedChange } from "./categorize-change.ts";
import { createDependents, spreadContent, spreadStructure } from "./spread.ts";

export interface ImpactOptions {
  readonly changes: readonly CategorizedChange[];
  readonly deleted: readonly RepoPath[];
  readonly graph: FileGraph;
  /** How far checks follow the dependencies of a file: the furthest of all checks that cover it. */
  readonly follow: (path: RepoPath) => Follow;
  /** If more files than this are affected, the recommendation is to verify everything. */
  readonly broad: number;
}

/**
 * Computes what a change set affects.
 *
 * A changed structure affects everything that depends on it. A change of content alone, or of what a file
 * refers to, affects a dependent only if a check that covers it follows content: no other verdict about that
 * file can depend on it. Each file is listed once, with its nearest cause.
 *
 * The risk of a changed file is
 * - high: something that others can name was removed or changed, and other files are affected;
 * - medium: the same, but nothing is affected; or another change of structure or dependencies (or one that
 * could not be compared) that affects other files;
 * - low: everything else.
 *
 * The risk level is the highest of these. If more files are affected than the configuration calls broad, the
 * recommended scope is full and the risk is high.
 */
export function analyzeImpact(options: ImpactOptions): ImpactAnalysis {
  const { changes } = options;
  if (changes.length === 0) return NO_IMPACT;
  const transitiveImpact = findTransitive(options);
  const reaching = new Set(transitiveImpact.map(({ cause }) => cause));
  const directImpact = changes.map((change): DirectImpact => ({
    file: change.path,
    categories: change.categories,
    risk: riskOf(change, reaching.has(change.path)),
  }));
  const totalFilesAffected = directImpact.length + transitiveImpact.length;
  const isBroad = totalFilesAffected > options.broad;
  const impact: ImpactAnalysis = {
    totalFilesAffected,
    recommendedScope: "incremental",
    riskLevel: highest(directImpact.map(({ risk }) => risk)),
    directImpact,
    transitiveImpact,
  };
  return isBroad ? recommendFull(impact) : impact;
}

export const NO_IMPACT: ImpactAnalysis = {
  totalFilesAffected: 0,
  recommendedScope: "incremental",
  riskLevel: "low",
  directImpact: [],
  transitiveImpact: [],
};

export function recommendFull(impact: ImpactAnalysis): ImpactAnalysis {
  return { ...impact, recommendedScope: "full", riskLevel: "high" };
}

function findTransitive({ changes, deleted, graph, follow }: ImpactOptions): readonly TransitiveImpact[] {
  const direct = new Map(changes.map((change) => [change.path, change]));
  const dependents = createDependents(graph, deleted);
  const found = new Map<RepoPath, TransitiveImpact>();
  const add = (file: RepoPath, impact: Omit<TransitiveImpact, "file">): void => {
    if (!direct.has(file) && !found.has(file)) found.set(file, { file, ...impact });
  };
  const startsOf = (matches: (change: CategorizedChange) => boolean): readonly RepoPath[] =>
    changes.filter(matches).map(({ path }) => path);

  const structural = startsOf(isStructural);
  for (const { path, ...rest } of spreadStructure(structural, graph, dependents))
    add(path, { ...rest, propagationType: "structural" });
  // If structure cannot be told apart from content, checks that follow structure are affected too.
  const untold = startsOf((change) => !isStructural(change) && change.noticedBy === "structure");
  for (const { path, cause, distance } of spreadStructure(untold, graph, dependents))
    add(path, { cause, propagationType: own(direct.get(cause)), distance });
  for (const cause of startsOf(({ path }) => graph.extraction(path).ambient !== undefined)) {
    const seeing = graph.paths.filter((path) => graph.extraction(path).outline.kind === "module");
    for (const path of seeing)
      if (follow(path) !== "none") add(path, { cause, propagationType: "ambient", distance: 1 });
  }
  for (const { path, cause, distance } of spreadContent(direct.keys(), dependents))
    if (follow(path) === "content") add(path, { cause, propagationType: own(direct.get(cause)), distance });
  return [...found.values()].sort((one, other) => (one.file < other.file ? -1 : 1));
}

function isStructural({ categories }: CategorizedChange): boolean {
  return categories.includes("structural");
}

/** The kind under which a change spreads to files whose checks follow content. */
function own(change: CategorizedChange | undefined): TransitiveImpact["propagationType"] {
  const { categories = [] } = change ?? {};
  return (
    (["dependency", "content", "metadata"] as const).find((each) => categories.includes(each)) ?? "content"
  );
}

function riskOf({ details, noticedBy }: CategorizedChange, isReaching: boolean): Level {
  const isBreaking = details.some(({ category, impact }) => category === "structural" && impact === "high");
  if (isBreaking) return isReaching ? "high" : "medium";
  const isMore =
    noticedBy === "structure" ||
    details.some(({ category }) => category === "structural" || category === "dependency");
  return isMore && isReaching ? "medium" : "low";
}

function highest(levels: readonly Level[]): Level {
  return (["high", "medium"] as const).find((level) => levels.includes(level)) ?? "low";
}
