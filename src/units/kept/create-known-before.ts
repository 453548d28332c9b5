import { widenGlob } from "../../checks/target-glob.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import { matchGlobs } from "../../paths/glob.ts";
import type { StandingVerdict } from "../../store/records/records.ts";
import { memo } from "../../values/memo.ts";
import type { NamedPathSet, PathSetId } from "../../vocabulary/tree/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/tree/path.ts";
import type { FindKept, KnownBefore } from "../known-before.ts";
import { type KeptCheck, type KeptUnits, type ReadRow, readRow, unpackPaths } from "./kept-units.ts";

export interface KnownContext {
  readonly kept: KeptUnits;
  /** The files whose content has changed since. */
  readonly changed: readonly RepoPath[];
  readonly graph: FileGraph;
  readonly findVerdicts: (fingerprints: readonly Fingerprint[]) => ReadonlyMap<Fingerprint, StandingVerdict>;
  readonly findSet: (id: PathSetId) => NamedPathSet;
}

/**
 * Tells which of the units that were kept are the same, where nothing but the content of these files has changed. One that
 * reaches such a file, was seen to read it, or takes any file has to be looked at again.
 */
export function createKnownBefore(context: KnownContext): KnownBefore {
  const { kept, changed, graph } = context;
  const isChanged = new Set(changed);
  const paths = unpackPaths(kept);
  const reaching = memo(() => new Set([...changed, ...graph.transitiveDependents(changed).paths]));
  const touchedFiles = new Set(paths.flatMap((path, index) => (isChanged.has(path) ? [index] : [])));
  const isTouched = (files: readonly number[]): boolean =>
    touchedFiles.size > 0 && files.some((file) => touchedFiles.has(file));
  const touchedSets = kept.sets.map(
    ({ isWide, files }) => (isWide && changed.length > 0) || isTouched(files),
  );
  const byName = new Map(kept.checks.map((check) => [check.name, check]));
  const isSame = ({ isWide, candidates, by }: ReadRow, path: RepoPath): boolean => {
    if (changed.length === 0) return true;
    return (
      !isWide &&
      !reaching().has(path) &&
      !candidates.some((set) => touchedSets[set] === true) &&
      !isTouched(by)
    );
  };
  return {
    ofCheck: ({ name }, frame, inputs) => {
      const check = byName.get(name);
      if (check === undefined || frame === null || check.frame !== frame) return () => null;
      const matches = matchGlobs(inputs.map((glob) => widenGlob(glob.replace(/^!/, ""))));
      if (inputs.length > 0 && changed.some((path) => matches(path))) return () => null;
      return findIn(check, { ...context, paths, isSame });
    },
  };
}

interface RowContext extends KnownContext {
  readonly paths: readonly RepoPath[];
  readonly isSame: (row: ReadRow, path: RepoPath) => boolean;
}

function findIn(check: KeptCheck, { kept, paths, isSame, findSet, findVerdicts }: RowContext): FindKept {
  const rows = new Map(check.rows.map((row) => [paths[row[0]] as RepoPath, row]));
  const verdicts = memo(() =>
    findVerdicts(
      check.rows.map(readRow).flatMap(({ hasMore, fingerprint }) => (hasMore ? [fingerprint] : [])),
    ),
  );
  const idOf = (set: PathSetId | number): PathSetId =>
    typeof set === "number" ? (kept.sets[set]?.id as PathSetId) : set;
  const passed = (row: ReadRow, target: RepoPath): StandingVerdict => ({
    fingerprint: row.fingerprint,
    pathSet: idOf(row.pathSet),
    kind: row.isObserved ? "observed" : "predicted",
    check: check.name,
    target,
    status: "passed",
    exitCode: row.exitCode,
    durationMs: row.durationMs,
    findings: [],
    stdout: "",
    stderr: "",
    runId: kept.runs[row.run] ?? "",
    origin: kept.origins[row.origin] ?? "",
    createdAt: row.createdAt,
  });
  return (path, settings) => {
    const row = rows.get(path);
    if (row === undefined) return null;
    const read = readRow(row);
    if (check.settings[read.settings] !== settings || !isSame(read, path)) return null;
    const verdict = read.hasMore ? verdicts().get(read.fingerprint) : passed(read, path);
    if (verdict === undefined) return null;
    return {
      check: check.name,
      target: path,
      fingerprint: read.fingerprint,
      row,
      // Looked up when asked for: of most units nobody does.
      get pathSet() {
        return findSet(idOf(read.pathSet));
      },
      kept: verdict,
    };
  };
}
