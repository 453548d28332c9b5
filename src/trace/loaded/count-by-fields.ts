import { posix } from "node:path";
import type { Closures } from "../../graph/closure/closure.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import { isInPackages, isInside } from "../../paths/places.ts";
import { isKnownReader } from "../../tools/manifest-reading.ts";
import type { Access, Place } from "../../vocabulary/tree/path-set.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { isModule, type LoadedCode, mayReadFiles } from "./loaded-code.ts";
import type { Seen } from "../sort-trace.ts";

export interface FieldOptions extends LoadedCode {
  readonly targets: readonly RepoPath[];
  /** What files depend on for a tool that checks types. */
  readonly types: Closures;
  /** Whether the command runs the code that it is given. */
  readonly runsCode: boolean;
  /** Whether its tool loads code of the repository if it gets no files. */
  readonly loadsCode: boolean;
  /** Whether the table says that the tool uses a field. */
  readonly readsField: (field: string) => boolean;
  /** Whether code of a package names a package.json other than its own. */
  readonly namesManifests: (place: Place) => boolean;
}

/**
 * A package.json that only the module loader and known tools have read counts by the fields that they use. Node reads
 * it to find out how to load a module, and no trace shows who opened it. So all of it counts if anything else may have
 * read it: code of the repository that can read files, an unknown package that names a package.json, or a program.
 */
export function countByFields(seen: Seen, options: FieldOptions): ReadonlyMap<Place, Access> {
  const manifests = [...seen.accesses].flatMap(([place, access]) =>
    access === "content" && isManifest(place) && isInside(place) && !isInPackages(place)
      ? [place as RepoPath]
      : [],
  );
  if (manifests.length === 0 || !isReadByKnown(seen, options)) return seen.accesses;
  const run = listRun(seen, options);
  if (run === null) return seen.accesses;
  const counted = new Map(seen.accesses);
  for (const manifest of manifests)
    if (!run.some((path) => options.program.of(path).has(manifest))) counted.set(manifest, "fields");
  return counted;
}

/** Code that imports a package.json may use any of it; null if some of the code may read any file. */
function listRun(seen: Seen, options: FieldOptions): readonly RepoPath[] | null {
  const { targets, runsCode, program } = options;
  if (targets.length === 0) return options.loadsCode ? null : [];
  if (runsCode && targets.some((target) => program.opening(target) !== null)) return null;
  const loaded = listLoaded(seen, options);
  if (loaded.some((path) => mayReadFiles(path, options))) return null;
  // If there are several, each counts with what it imports.
  return runsCode && targets.length === 1 ? [...loaded, ...targets] : loaded;
}

/** Code that the tool loads for itself: read for no target, or a target that was read for more than itself. */
function listLoaded(seen: Seen, { targets, runsCode, program, types }: FieldOptions): readonly RepoPath[] {
  const given = new Set<Place>(targets);
  const closures = runsCode ? program : types;
  const led = new Set<Place>(targets.flatMap((target) => [...closures.of(target)]));
  const others = [...seen.accesses].flatMap(([place, access]) =>
    (access === "content" || access === "module") && isModule(place) && !led.has(place)
      ? [place as RepoPath]
      : [],
  );
  // Code that runs is read more than once anyway, and settings that are not code (.editorconfig) read nothing.
  const again = [...seen.opened].flatMap(([path, { times }]) =>
    !runsCode && times > seen.tries && given.has(path) && isModule(path) ? [path] : [],
  );
  return [...others, ...again];
}

/** What starts Node, and the programs in the scripts that start packages. */
const PLAIN = /^(?:node|nodejs|env|sh|dash|bash|basename|dirname|sed|uname|readlink|realpath)$/;
/** These pass the content of a package.json on as variables. */
const MANAGER = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack|bun|bunx)\b/;
/** Files that are not code. */
const DATA = /\.(?:json|map|css|md|d\.[cm]?ts)$/;

function isReadByKnown({ accesses, started }: Seen, options: FieldOptions): boolean {
  for (const place of started) {
    const name = posix.basename(place);
    if (MANAGER.test(name) || !(PLAIN.test(name) || isInPackages(place))) return false;
  }
  for (const [place, access] of accesses) {
    if (access !== "content" || DATA.test(place)) continue;
    if (!isInPackages(place)) {
      // Code outside the repository can read anything.
      if (!isInside(place) && isModule(place)) return false;
      continue;
    }
    if (!isKnownReader(packageOf(place), options.readsField) && options.namesManifests(place)) return false;
  }
  return true;
}

function packageOf(place: Place): string {
  const [first = "", second = ""] = place
    .slice(place.lastIndexOf("node_modules/") + "node_modules/".length)
    .split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}
