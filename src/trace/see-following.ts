import { posix } from "node:path";
import type { Closures } from "../graph/closure/closure.ts";
import { isInside } from "../paths/places.ts";
import { leastOf } from "../values/least.ts";
import type { Place } from "../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { isModule, type LoadedCode, mayReadFiles } from "./loaded/loaded-code.ts";
import type { Opened } from "./find-reread.ts";
import type { Seen } from "./sort-trace.ts";

const TYPED = /\.[cm]?tsx?$/;

/** Whether only a tool that checks types reads it, unless it is given the file. */
export function isTyped(place: Place): boolean {
  return TYPED.test(place);
}

/** How a linter treated the files that it was given. */
export interface Linted {
  /** Those that it loads itself, as configuration or plugins, with what they import. */
  readonly loaded: ReadonlySet<RepoPath>;
  /** Whether it reads what they import: it read something that is not a target, or a target for more than itself. */
  readonly isFollowing: boolean;
  /** When it started with them. */
  readonly begin: number;
}

export interface LintingOptions extends LoadedCode {
  readonly tool: string;
  /** What files depend on for a tool that checks types. */
  readonly types: Closures;
}

/**
 * A linter reads each target once for itself, and all of them after what it loads. So what was read before any target
 * that was read only once, and then again, was loaded. If all were read again, the configuration must say what it
 * loads.
 */
export function seeLinting(seen: Seen, options: LintingOptions): Linted {
  const { opened, tries } = seen;
  const { types } = options;
  const isOnce = ({ times }: Opened): boolean => times <= tries;
  const once = leastOf([...opened.values()].filter(isOnce).map(({ first }) => first));
  const roots = listRoots(seen, options.tool);
  const loaded = new Set<RepoPath>(roots.flatMap((root) => [...types.of(root)]));
  const isTold = once !== Infinity || tellsWhatItLoads(roots, options);
  for (const [target, about] of opened) {
    if (isOnce(about) || isTyped(target) || (isTold && (once === Infinity || about.first >= once))) continue;
    for (const path of types.of(target)) loaded.add(path);
  }
  const others = [...opened].filter(([target]) => !loaded.has(target));
  const besides = new Set(
    [...seen.accesses.keys()].filter((place) => isInside(place) && !opened.has(place as RepoPath)),
  );
  const isImportRead = besides.size > 0 && others.some(([target]) => holdsAny(types.of(target), besides));
  return {
    loaded,
    isFollowing: once === Infinity || isImportRead || others.some(([, about]) => !isOnce(about)),
    begin: leastOf(others.map(([, { first }]) => first)),
  };
}

/** Whether one of these places is among the files. Looks through whichever are fewer. */
function holdsAny(files: ReadonlySet<RepoPath>, places: ReadonlySet<Place>): boolean {
  const [few, many]: readonly ReadonlySet<string>[] =
    files.size < places.size ? [files, places] : [places, files];
  for (const path of few ?? []) if (many?.has(path) === true) return true;
  return false;
}

/** The tool's configuration, and whatever else it loaded before its targets. */
function listRoots({ opened, firstRead }: Seen, tool: string): readonly RepoPath[] {
  const start = leastOf([...opened.values()].map(({ first }) => first));
  const isNamed = (place: Place): boolean => posix.basename(place).includes(tool);
  const early = [...firstRead].filter(([place, at]) => at < start && isModule(place));
  return [...opened.keys()].filter(isNamed).concat(early.map(([place]) => place as RepoPath));
}

const CONFIGURATION = /(?:^|\/)eslint\.config\.[cm]?[jt]s$/;
/** It loads other packages by name. */
const BY_NAME = "@eslint/eslintrc";

/** Whether the configuration imports all the code that a linter loads. */
function tellsWhatItLoads(roots: readonly RepoPath[], options: LintingOptions): boolean {
  const { graph, program } = options;
  return (
    roots.some((root) => CONFIGURATION.test(root)) &&
    roots.every((root) => !mayReadFiles(root, options)) &&
    roots.every((root) => [...program.of(root)].every((path) => !graph.external(path).includes(BY_NAME)))
  );
}
