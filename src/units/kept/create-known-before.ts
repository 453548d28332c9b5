import type { FileGraph } from "../../graph/file-graph.ts";
import type { StandingVerdict } from "../../store/records.ts";
import { matchGlobs } from "../../vocabulary/glob.ts";
import { memo } from "../../vocabulary/memo.ts";
import type { NamedPathSet, PathSetId } from "../../vocabulary/path-set.ts";
import type { Fingerprint, RepoPath } from "../../vocabulary/path.ts";
import { widenGlob } from "../../vocabulary/target-glob.ts";
import type { FindKept, KnownBefore } from "../known-before.ts";
import type { KeptUnit } from "../unit.ts";
import { MORE, unpackPaths, WIDE, type KeptCheck, type KeptRow, type KeptUnits } from "./kept-units.ts";

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
  const isSame = (row: KeptRow, path: RepoPath): boolean => {
    if (changed.length === 0) return true;
    const [, , , , , , , , , , flags, candidates, by] = row;
    return (
      (flags & WIDE) === 0 &&
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
  readonly isSame: (row: KeptRow, path: RepoPath) => boolean;
}

function findIn(check: KeptCheck, { kept, paths, isSame, findSet, findVerdicts }: RowContext): FindKept {
  const rows = new Map(check.rows.map((row) => [paths[row[0]] as RepoPath, row]));
  const verdicts = memo(() =>
    findVerdicts(check.rows.flatMap(([, fingerprint, ...rest]) => (rest[8] & MORE ? [fingerprint] : []))),
  );
  return (path, settings) => {
    const row = rows.get(path);
    if (row === undefined || check.settings[row[4]] !== settings || !isSame(row, path)) return null;
    const verdict = (row[10] & MORE) === 0 ? passed(row, path) : verdicts().get(row[1]);
    return verdict === undefined ? null : unitOf(row, path, verdict);
  };

  function idOf(set: PathSetId | number): PathSetId {
    return typeof set === "number" ? (kept.sets[set]?.id as PathSetId) : set;
  }

  function passed(row: KeptRow, target: RepoPath): StandingVerdict {
    const [, fingerprint, pathSet, kind, , run, origin, createdAt, durationMs, exitCode] = row;
    return {
      fingerprint,
      pathSet: idOf(pathSet),
      kind: kind === 1 ? "observed" : "predicted",
      check: check.name,
      target,
      status: "passed",
      exitCode,
      durationMs,
      findings: [],
      stdout: "",
      stderr: "",
      runId: kept.runs[run] ?? "",
      origin: kept.origins[origin] ?? "",
      createdAt,
    };
  }

  function unitOf(row: KeptRow, target: RepoPath, verdict: StandingVerdict): KeptUnit {
    const [, fingerprint, pathSet] = row;
    return {
      check: check.name,
      target,
      fingerprint,
      row,
      // Looked up when asked for: of most units nobody does.
      get pathSet() {
        return findSet(idOf(pathSet));
      },
      kept: verdict,
    };
  }
}
