import { realpathSync } from "node:fs";
import { join } from "node:path";
import { takesFiles } from "../checks/check-traits.ts";
import { expandForTarget } from "../checks/target-glob.ts";
import { decodePath, encodePath } from "../paths/encode-path.ts";
import { matchGlobs } from "../paths/glob.ts";
import { absoluteOf, placeOf } from "../paths/places.ts";
import { statPath } from "../system/files/file-stat.ts";
import type { TraceWorld } from "../trace/trace-world.ts";
import { isSetting, sortConfigurationFiles } from "../units/configuration/configuration-files.ts";
import { createCoverage } from "../units/coverage.ts";
import { createLeftOut } from "../units/left-out.ts";
import type { Unit } from "../units/unit.ts";
import { memoize } from "../values/memo.ts";
import type { WholeAssessment } from "../verify/assess.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { Access, Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Target } from "../vocabulary/verdict/unit.ts";
import { type JudgedUnit, judgeUnit } from "./judge-unit.ts";
import { type PlaceContext, sortPlaces, type UnitReads } from "./sort-places.ts";

/** Whether the graph leads from the target to the file; for the project, from any of its files. */
export type LeadsTo = (path: RepoPath, target: Target) => boolean;

export interface Judge {
  readonly isReached: LeadsTo;
  /** Compares what a unit was seen to read, alone or with others, with what is predicted for it. */
  judge(
    unit: Unit,
    accesses: Iterable<readonly [Place, Access]>,
    isAlone: boolean,
  ): { readonly reads: UnitReads; readonly judged: JudgedUnit };
}

export function createJudge(
  check: Check,
  { tree, units, config }: WholeAssessment,
  world: TraceWorld,
): Judge {
  const { snapshot } = tree;
  const isOutput = createLeftOut(check, config.checks);
  const predicted = [...units].map(([name, all]) => [name, all.map((unit) => unit.predicted)] as const);
  const coverageOf = createCoverage(tree, new Map(predicted));
  const isReached = createReach(check, tree);
  const targets = new Set((units.get(check.name) ?? []).map(({ target }) => target));
  const isTarget = (path: string): boolean => takesFiles(check) && targets.has(path as RepoPath);
  const lists = [
    check.inputs,
    check.besideTests?.inputs ?? [],
    takesFiles(check) ? [] : (check.files ?? []),
  ].flatMap((globs) => (globs.length === 0 ? [] : [matchGlobs(globs)]));
  const isDeclared = (path: string): boolean => lists.some((matches) => matches(path));
  const ownGlobs = [...check.targetInputs, ...(check.besideTests?.targetInputs ?? [])].filter(
    (glob) => !glob.startsWith("!"),
  );
  const declared = new Set([...snapshot.files.keys()].filter(isDeclared).map(directoryOf));
  const places: PlaceContext = { ...world, snapshot, ...lookAround(world) };
  const isThere = (path: RepoPath): boolean => snapshot.files.has(path) || places.isFile(path);
  return {
    isReached,
    judge: (unit, accesses, isAlone) => {
      const { target } = unit;
      // A path set leaves out its own target.
      const own = target === "" ? [] : [[target, "content"] as const];
      const reads = sortPlaces([...accesses, ...own], places);
      const judged = judgeUnit(reads, {
        check,
        target,
        coverage: coverageOf(unit.predicted),
        isThere,
        isOutput,
        isReached: (path) => isReached(path, target),
        isReadAnyway: isAlone ? () => false : isTarget,
        isAwaited: (path) =>
          isDeclared(path) ||
          ownGlobs.some((glob) => target !== "" && expandForTarget(glob, target).matches(path)) ||
          sortConfigurationFiles([path].filter(isSetting)).above(target === "" ? path : target).length > 0,
        isAwaitedIn: (directory) => declared.has(directory) || isDeclared(`${directory}/new`),
      });
      return { reads, judged };
    },
  };
}

function createReach(check: Check, { graph }: WholeAssessment["tree"]): LeadsTo {
  const isTarget = matchGlobs(check.files ?? ["**"]);
  const dependentsOf = memoize((path: RepoPath) => new Set(graph.transitiveDependents([path]).paths));
  return (path, target) =>
    target === "" ? [...dependentsOf(path)].some(isTarget) : dependentsOf(path).has(target);
}

/** What is at places now. */
function lookAround(world: TraceWorld): Pick<PlaceContext, "isThere" | "isFile" | "leadsTo"> {
  const kindOf = memoize((place: Place) => {
    const stat = statPath(absoluteOf(place, world));
    return typeof stat === "string" ? stat : stat.kind;
  });
  return {
    isThere: (place) => kindOf(place) !== "absent",
    isFile: (place) => ["file", "executable", "symlink"].includes(kindOf(place)),
    leadsTo: (link) => {
      try {
        return placeOf(decodePath(realpathSync(encodePath(join(world.root, link)), "buffer")), world);
      } catch {
        return null;
      }
    },
  };
}

function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "." : path.slice(0, slash);
}
