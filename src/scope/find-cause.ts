import { coveringBoth } from "../checks/covering-value.ts";
import type { Difference } from "../graph/closure/diff-nodes.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { PathChange } from "../vocabulary/verdict/unit.ts";
import type { Differences } from "./differences.ts";

/** What really changed, and the files that lead there, the first of them being what was asked about. */
export interface Cause {
  readonly change: PathChange;
  readonly through: readonly string[];
}

/**
 * A value that covers what a file depends on differs, and the file itself may be as it was: this finds the one at the end
 * that is not. Where that is not known, the change stays what it is.
 */
export function findCause(change: PathChange, differences: Differences): Cause {
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

/** Of several: each cause once, and the way to the first. */
export function findCauses(
  changes: readonly PathChange[],
  differences: Differences,
): { readonly changes: readonly PathChange[]; readonly through: readonly string[] } {
  const causes = changes.map((change) => findCause(change, differences));
  const byPath = new Map(causes.map(({ change }) => [change.path, change]));
  return { changes: [...byPath.values()], through: causes[0]?.through ?? [] };
}

/**
 * Where a file is as it was, and the settings around it are not: the way to the one that changed, empty where it is not
 * known. Null where it is the file itself.
 */
export function findAround(
  { before, after, path }: Difference,
  start: RepoPath,
  differences: Differences,
): readonly RepoPath[] | null {
  if (before === null || after === null || ownPart(before) !== ownPart(after)) return null;
  return differences.around?.(path ?? start, before) ?? [];
}

/** What a value says of the file itself, without what is around it. */
function ownPart(value: string | null): string | null {
  const end = value?.lastIndexOf(" in ") ?? -1;
  return end === -1 ? value : (value?.slice(0, end) ?? null);
}

/** They are known to differ; from which content to which is not. */
const SETTINGS = "settings";
