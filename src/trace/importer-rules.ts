import { readFileSync } from "node:fs";
import type { Place } from "../vocabulary/path-set.ts";
import { absoluteOf, isInPackages, isInside, type Landmarks } from "../vocabulary/places.ts";
import type { Linted } from "./see-following.ts";
import type { Seen } from "./sort-trace.ts";

/** Rules of linters that look at who imports a file: each file that was read then counts for all. */
const RULES = /\bno-unused-modules\b/;
const SHARED_CONFIGURATION = /\/(?:@[^/]+\/)?eslint-config[^/]*\//;

/** Whether the configuration that a linter loaded names such a rule. */
export function hasImporterRule(seen: Seen, { begin }: Linted, landmarks: Landmarks): boolean {
  const isLoaded = (place: Place): boolean => {
    if ((seen.firstRead.get(place) ?? Infinity) >= begin) return false;
    return isInPackages(place) ? SHARED_CONFIGURATION.test(place) : isInside(place);
  };
  return [...seen.firstRead.keys()].some(
    (place) => isLoaded(place) && RULES.test(readText(absoluteOf(place, landmarks))),
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
