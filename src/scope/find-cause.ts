import { coveringBoth } from "../checks/covering-value.ts";
import type { NodeDifference } from "../graph/closure/diff-nodes.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathChange } from "../vocabulary/verdict/unit.ts";
import type { PartDifferences } from "./differences.ts";

/** The file that really changed, and the files that lead to it from the one in question. */
export interface ChangeCause {
  readonly change: PathChange;
  readonly through: readonly string[];
}

/**
 * A value that covers the dependencies of a file differs, but the file itself may be unchanged. Finds the dependency that
 * changed; if that is unknown, returns the given change.
 */
export function findCause(change: PathChange, differences: PartDifferences): ChangeCause {
  const { path } = change;
  const covered = coveringBoth(change.before, change.after);
  const found = covered === null ? null : differences.nodes(covered.before, covered.after);
  if (found === null || found.reason !== "changed") return { change, through: [path] };
  const chain = found.chain[0] === path ? found.chain : [path, ...found.chain];
  const around = findAround(found, path as RepoPath, differences);
  const through = [...chain, ...(around ?? [])];
  const cause = through.at(-1) ?? path;
  const values = around === null ? [found.before, found.after].map(ownPart) : [SETTINGS, SETTINGS];
  const [before = null, after = null] = values;
  return { change: { path: cause, before, after }, through };
}

/** For several changes: each cause once, and the path to the first. */
export function findChangeCauses(
  changes: readonly PathChange[],
  differences: PartDifferences,
): { readonly changes: readonly PathChange[]; readonly through: readonly string[] } {
  const causes = changes.map((change) => findCause(change, differences));
  const byPath = new Map(causes.map(({ change }) => [change.path, change]));
  return { changes: [...byPath.values()], through: causes[0]?.through ?? [] };
}

/**
 * If a file is unchanged but the settings around it are not: the path to the one that changed, or empty if
 * unknown. Null if the file itself changed.
 */
export function findAround(
  { before, after, path }: NodeDifference,
  start: RepoPath,
  differences: PartDifferences,
): readonly RepoPath[] | null {
  if (before === null || after === null || ownPart(before) !== ownPart(after)) return null;
  return differences.around?.(path ?? start, before) ?? [];
}

/** The part of a value that describes the file itself, without the settings around it. */
function ownPart(value: string | null): string | null {
  const end = value?.lastIndexOf(" in ") ?? -1;
  return end === -1 ? value : (value?.slice(0, end) ?? null);
}

/** The settings differ, but their contents are unknown. */
const SETTINGS = "settings";
