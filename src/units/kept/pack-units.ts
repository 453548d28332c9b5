import { listAccesses } from "../../paths/path-sets.ts";
import type { StandingVerdict } from "../../store/records/records.ts";
import { GIT_HEAD, GIT_INDEX } from "../../vocabulary/tree/git-state.ts";
import type { NamedPathSet } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";
import type { Target } from "../../vocabulary/verdict/unit.ts";
import type { FoundUnit } from "../unit.ts";
import {
  type KeptCheck,
  type KeptRow,
  type KeptSet,
  type KeptUnits,
  MORE,
  packFiles,
  unpackPaths,
  WIDE,
} from "./kept-units.ts";

export interface PackOptions {
  readonly snapshot: Snapshot;
  /** What the units of each check have in common; null where that is not known. */
  readonly frames: ReadonlyMap<string, string | null>;
  /** The units whose verdicts stand, by check. */
  readonly standing: ReadonlyMap<string, readonly Standing[]>;
  /** What was kept before, of the same files. */
  readonly before: KeptUnits | null;
}

export interface Standing {
  readonly unit: FoundUnit;
  readonly verdict: StandingVerdict;
  /** All path sets that verdicts with its weak key are stored under. */
  readonly candidates: readonly NamedPathSet[];
}

/** Writes down all units that a later run can tell to be the same by the files that changed. */
export function packUnits({ snapshot, frames, standing, before }: PackOptions): KeptUnits {
  const tree = packFiles(snapshot);
  const files = new Map(unpackPaths(tree).map((path, index) => [path, index]));
  const sets = new Numbered<KeptSet>(before?.sets ?? [], ({ id }) => id);
  const runs = new Numbered<string>(before?.runs ?? []);
  const origins = new Numbered<string>(before?.origins ?? []);
  const settledBefore = new Map(before?.checks.map((check) => [check.name, check.settings]));
  const isFile = (target: Target): target is RepoPath => {
    const kind = target === "" ? undefined : snapshot.files.get(target)?.kind;
    return kind === "file" || kind === "executable";
  };
  const packSet = (named: NamedPathSet): number =>
    sets.add({ id: named.id, ...withinTree(named, files, snapshot) });
  const packCheck = (name: string, frame: string, units: readonly Standing[]): KeptCheck => {
    const settings = new Numbered<string>(settledBefore.get(name) ?? []);
    const rows = units.flatMap(({ unit, verdict, candidates }): KeptRow[] => {
      if ("row" in unit) return [unit.row];
      const target = isFile(unit.target) ? files.get(unit.target) : undefined;
      // Failures have no row: they are few, and may be asked for again.
      if (unit.trail === null || target === undefined || verdict.status === "failed") return [];
      if (candidates.some(readsGit)) return [];
      const by = unit.trail.by.flatMap((path) => files.get(path) ?? []);
      const chosen = candidates.find(({ id }) => id === verdict.pathSet);
      const isMore = verdict.findings.length > 0 || verdict.stdout !== "" || verdict.stderr !== "";
      return [
        [
          target,
          verdict.fingerprint,
          chosen === undefined ? verdict.pathSet : packSet(chosen),
          verdict.kind === "observed" ? 1 : 0,
          settings.add(unit.trail.settings),
          runs.add(verdict.runId),
          origins.add(verdict.origin),
          verdict.createdAt,
          verdict.durationMs,
          verdict.exitCode,
          (unit.trail.isWide ? WIDE : 0) | (isMore ? MORE : 0),
          candidates.map(packSet),
          by,
        ],
      ];
    });
    return { name, frame, settings: settings.all, rows };
  };
  const checks = [...standing].flatMap(([name, units]) => {
    const frame = frames.get(name) ?? null;
    return frame === null ? [] : [packCheck(name, frame, units)];
  });
  return { ...tree, sets: sets.all, runs: runs.all, origins: origins.all, checks };
}

function readsGit({ set }: NamedPathSet): boolean {
  for (const [place] of listAccesses(set)) if (place === GIT_HEAD || place === GIT_INDEX) return true;
  return false;
}

/** What of a path set is in the tree. What is behind a link may be anywhere in it. */
function withinTree(
  { set }: NamedPathSet,
  files: ReadonlyMap<RepoPath, number>,
  snapshot: Snapshot,
): Pick<KeptSet, "files" | "isWide"> {
  const found: number[] = [];
  let isWide = false;
  for (const [place, access] of listAccesses(set)) {
    const index = files.get(place as RepoPath);
    if (index === undefined) continue;
    if (snapshot.files.get(place as RepoPath)?.kind === "symlink") isWide = true;
    if (access === "content" || access === "module") found.push(index);
  }
  return { files: found, isWide };
}

/** Values, each with the number under which it is found again. */
class Numbered<T> {
  readonly #numbers = new Map<unknown, number>();
  readonly #all: T[];
  readonly #keyOf: (value: T) => unknown;

  constructor(before: readonly T[], keyOf: (value: T) => unknown = (value) => value) {
    this.#all = [...before];
    this.#keyOf = keyOf;
    for (const [index, value] of before.entries()) this.#numbers.set(keyOf(value), index);
  }

  get all(): readonly T[] {
    return this.#all;
  }

  add(value: T): number {
    const key = this.#keyOf(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#all.length);
    this.#all.push(value);
    return this.#all.length - 1;
  }
}
