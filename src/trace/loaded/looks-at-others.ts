import { readFileSync } from "node:fs";
import { absoluteOf, isInPackages, type Landmarks } from "../../paths/places.ts";
import type { Place } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { isModule, type LoadedCode, mayReadFiles } from "./loaded-code.ts";
import type { Linted } from "../see-following.ts";
import type { Seen } from "../sort-trace.ts";

/** Lint rules that look at who imports a file, or go through a whole program. */
const RULES = /\bno-unused-modules\b|\bgetSourceFiles\b/;
const SHARED_CONFIGURATION = /\/(?:@[^/]+\/)?eslint-config[^/]*\//;
/** Code that runs for each target: a rule, a processor or a parser. */
const PER_TARGET = /\b(?:create(?:Plugin|Rule)?|preprocess|parse(?:ForESLint)?)\b/;

export interface LinterOptions extends LoadedCode {
  readonly landmarks: Landmarks;
  /** Whether it is a linter whose rules alone are the repository's own, and not a script of the repository. */
  readonly takesPlugins: boolean;
}

/**
 * Whether what a linter reports about a target may come from files that the target does not depend on: a rule looks at
 * importers, or the repository has its own rules that may read files. Then each file that was read counts for all.
 */
export function looksAtOthers(
  seen: Seen,
  { begin }: Linted,
  { landmarks, takesPlugins, ...code }: LinterOptions,
): boolean {
  const early = [...seen.firstRead].flatMap(([place, at]) => (at < begin ? [place] : []));
  const repositoryFiles = early.filter((place) => !isInPackages(place));
  const shared = early.filter((place) => isInPackages(place) && SHARED_CONFIGURATION.test(place));
  const has = (place: Place, words: RegExp): boolean => words.test(readText(absoluteOf(place, landmarks)));
  const modules = repositoryFiles.filter(isModule).map((place) => place as RepoPath);
  const loaded = new Set<Place>([
    ...repositoryFiles,
    ...modules.flatMap((path) => [...code.program.of(path)]),
  ]);
  if ([...loaded, ...shared].some((place) => has(place, RULES))) return true;
  return (
    modules.some((path) => mayReadFiles(path, code)) &&
    (!takesPlugins || [...loaded].some((place) => isModule(place) && has(place, PER_TARGET)))
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
