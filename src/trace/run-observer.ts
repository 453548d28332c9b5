import { runsCode } from "../checks/check-traits.ts";
import type { Closures, Follower } from "../graph/closure/closure.ts";
import { absoluteOf } from "../paths/places.ts";
import type { Trace } from "../system/strace/read-trace.ts";
import { followsImports, isHarmlessNote, isKnownTool, runsNothing, searchesFiles } from "../tools/habits.ts";
import { TOOLS } from "../tools/table.ts";
import type { Tree } from "../units/tree.ts";
import type { Unit } from "../units/unit.ts";
import { memoize } from "../values/memo.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { TraceDepth } from "../vocabulary/check/trace.ts";
import {
  CONFIGURATION_NAMES,
  INPUTS,
  NOT_WATCHED,
  type Place,
  TARGET_INPUTS,
} from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { countByFields } from "./loaded/count-by-fields.ts";
import { looksAtOthers } from "./loaded/looks-at-others.ts";
import { namesManifests } from "./loaded/names-manifests.ts";
import {
  type NotObserved,
  observeCommand,
  type ObservedCommand,
  type ObserveOptions,
} from "./observe-command.ts";
import { type Conflict, createRunFiles, type Made } from "./run-files.ts";
import { seeLinting } from "./see-following.ts";
import type { Seen } from "./sort-trace.ts";
import type { TraceWorld } from "./trace-world.ts";

/** A finished command, with the tree around it. */
export interface WatchedCommand {
  readonly check: Check;
  readonly targets: readonly RepoPath[];
  /** One for each try; null if a try was not watched. */
  readonly traces: readonly Trace[] | null;
  readonly depth: TraceDepth | null;
  readonly since: number;
  readonly before: Tree;
  readonly after: Tree;
  readonly touched: ObserveOptions["touched"];
  /** Any unit of the command, in its current form. */
  readonly unit: Unit;
}

export interface RunObserver {
  /** What the command depends on, or why that was not seen. */
  observe(command: WatchedCommand): ObservedCommand | NotObserved;
  /** Whether another command of the check must show first whether the tool follows imports. */
  isWaiting(check: Check, targets: readonly RepoPath[]): boolean;
  /** Files that one check of this run wrote and another read, if they were found with the last command. */
  conflicts(): readonly Conflict[];
  /** Where checks that others depend on have written, in this run and before. */
  made(): Made;
}

export interface RunObserverOptions {
  readonly world: TraceWorld;
  readonly checks: readonly Check[];
  /** Whether cached verdicts show that the tool of a check follows imports; null if none does. */
  readonly knownToFollow: (check: string) => boolean | null;
  readonly closuresOf: (tree: Tree) => Readonly<Record<Follower, Closures>>;
  /** Where checks were seen to write before. */
  readonly made?: Made;
  /** How many commands on a single file each check starts. */
  readonly singles: ReadonlyMap<string, number>;
}

/** Observes the commands of one run. */
export function createRunObserver(options: RunObserverOptions): RunObserver {
  const { world, checks, closuresOf } = options;
  const files = createRunFiles(checks, options.made);
  const shown = new Map<string, boolean>();
  const namesManifest = memoize((place: Place) => namesManifests(absoluteOf(place, world)));
  const waiting = new Map(options.singles);
  /** Null if it must be found out and has not been yet. */
  const follows = ({ name, tool }: Check): boolean | "shows" | null => {
    const habit = followsImports({ tool });
    return habit === "ask" ? (shown.get(name) ?? options.knownToFollow(name)) : habit;
  };
  const learn = (command: WatchedCommand, seen: Seen): void => {
    const [only] = command.targets;
    if (command.targets.length !== 1 || only === undefined) return;
    const imported = [...closuresOf(command.before).program.of(only)].filter((path) => path !== only);
    if (imported.length > 0)
      shown.set(
        command.check.name,
        imported.some((path) => seen.accesses.has(path)),
      );
  };
  return {
    isWaiting: (check, targets) =>
      targets.length > 1 && follows(check) === null && (waiting.get(check.name) ?? 0) > 0,
    observe: (command) => {
      const { check, targets, traces, depth } = command;
      if (targets.length === 1) waiting.set(check.name, (waiting.get(check.name) ?? 1) - 1);
      if (traces === null || depth === null) {
        files.noteUnseen(check);
        return { why: NOT_WATCHED };
      }
      const observed = observeCommand({
        ...command,
        world,
        traces,
        depth,
        searches: searchesFiles(check),
        isProduct: files.productsFor(check, command.before.snapshot),
        isNote: (path) => isHarmlessNote(check, path),
        parts: partsOf(command.unit, check, depth),
        closures: closuresOf(command.before),
        countAccesses: (seen) => {
          const { manifests } = command.unit;
          if (manifests === null || !isKnownTool(check) || !TOOLS.has(check.tool.name)) return seen.accesses;
          return countByFields(seen, {
            ...closuresOf(command.before),
            graph: command.before.graph,
            targets,
            runsCode: runsCode(check),
            loadsCode: !runsNothing(check),
            readsField: manifests.readsField,
            namesManifests: namesManifest,
          });
        },
        ownGlobs: [...(check.besideTests?.targetInputs ?? []), USUAL_SNAPSHOT],
        habitsOf: (seen) => {
          learn(command, seen);
          const known = follows(check);
          const code = { graph: command.before.graph, ...closuresOf(command.before) };
          const linted = seeLinting(seen, { ...code, tool: check.tool.name });
          const isFollowing = known === "shows" ? linted.isFollowing : (known ?? true);
          const looksAtTypes = isFollowing && (check.type === "lint" || check.type === "type-check");
          if (!looksAtTypes)
            return { followsImports: isFollowing, follower: "program", isConfined: true, types: null };
          // Any other tool may read anything for a target.
          const isConfined = isKnownTool(check);
          if (!isConfined) return { followsImports: true, follower: "types", isConfined, types: null };
          const takesPlugins = known === "shows";
          const sharesAll = looksAtOthers(seen, linted, { ...code, takesPlugins, landmarks: world });
          return { followsImports: true, follower: "types", isConfined, types: { ...linted, sharesAll } };
        },
      });
      if ("seen" in observed) files.note(check, observed.seen, command);
      else files.noteUnseen(check);
      return observed;
    },
    conflicts: files.takeConflicts,
    made: files.made,
  };
}

/** Where unknown tools put the snapshots of a test, if they have any. */
const USUAL_SNAPSHOT = "{dir}/__snapshots__/{name}.snap";

/** What no trace shows: outputs of other checks, declared inputs, and names that are only asked for by `stat`. */
function partsOf(unit: Unit, check: Check, depth: TraceDepth): readonly string[] {
  return [
    ...Object.keys(unit.components).filter((name) => name.startsWith("product:")),
    ...(check.inputs.length > 0 ? [INPUTS] : []),
    ...(check.targetInputs.length > 0 ? [TARGET_INPUTS] : []),
    ...(depth === "calls" ? [CONFIGURATION_NAMES] : []),
  ];
}
