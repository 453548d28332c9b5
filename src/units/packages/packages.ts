import { dirname, join } from "node:path";
import { readdirSync, readFileSync, realpathSync } from "../../system/observed/observed-files.ts";
import { memoize } from "../../values/memo.ts";
import { shortHash } from "../../values/short-hash.ts";
import { linkedDirectory } from "../inputs/linked-directory.ts";
import { createPackageRecords, type RecordedPackage } from "./package-records.ts";

/** A package on the disk. */
export interface InstalledPackage {
  readonly name: string;
  /** Its real directory, with all links resolved. */
  readonly directory: string;
  readonly version: string;
  /** Identifies its package.json and its installer's record; for a package in the repository, what decides how it is loaded. */
  readonly id: string;
  /** Names of the packages that it needs, or uses if they are installed. */
  readonly needs: readonly string[];
}

/** The installed packages, each with everything it needs, directly or indirectly. */
export interface Packages {
  /** The package that this name resolves to from a directory; null if there is none. */
  find(name: string, directory: string): InstalledPackage | null;
  /** A package and everything it needs, sorted by directory. */
  closure(found: InstalledPackage): readonly InstalledPackage[];
  /** What this name resolves to from a directory, as text: its version, and a hash of everything it needs. */
  valueOf(name: string, directory: string): string;
  /** The names of all packages that code in a directory can import. */
  installedFor(directory: string): ReadonlySet<string>;
}

/** @param root where the search for packages ends */
export function createPackages(root: string): Packages {
  const recorded = createPackageRecords();
  const read = memoize((directory: string) => readPackage(directory, { recorded, root }));
  const findAt = memoize((key: string): InstalledPackage | null => {
    const [directory = "", name = ""] = key.split("\0");
    const base = directory.endsWith("/node_modules") ? directory : join(directory, "node_modules");
    const real = tryReal(join(base, name));
    const found = real === null ? null : read(real);
    if (found !== null) return { ...found, name };
    // If the repository is part of something larger, packages can also be outside it.
    return directory === root || directory === dirname(directory)
      ? null
      : findAt(`${dirname(directory)}\0${name}`);
  });
  const find = (name: string, directory: string): InstalledPackage | null =>
    VALID_NAME.test(name) ? findAt(`${directory}\0${name}`) : null;
  const closures = new Map<string, readonly InstalledPackage[]>();
  const closure = (start: InstalledPackage): readonly InstalledPackage[] => {
    const known = closures.get(start.directory);
    if (known !== undefined) return known;
    const reached = new Map([[start.directory, start]]);
    for (const { directory, needs } of reached.values())
      for (const name of needs) {
        const found = find(name, directory);
        if (found !== null && !reached.has(found.directory)) reached.set(found.directory, found);
      }
    const sorted = [...reached.values()].sort((one, other) => (one.directory < other.directory ? -1 : 1));
    closures.set(start.directory, sorted);
    return sorted;
  };
  const hashes = memoize((directory: string) =>
    shortHash((closures.get(directory) ?? []).map(({ name, id }) => [name, id])).slice(0, 16),
  );
  const describe = (found: InstalledPackage): string => {
    closure(found);
    return `${found.version} #${hashes(found.directory)}`;
  };
  const valueAt = memoize((key: string): string => {
    const [directory = "", name = ""] = key.split("\0");
    return [...namesLike(name)]
      .flatMap((each) => {
        const found = find(each, directory);
        return found === null ? [] : [each === name ? describe(found) : `${each} ${describe(found)}`];
      })
      .join(", ");
  });
  const listedIn = memoize(listPackages);
  return {
    find,
    closure,
    valueOf: (name, directory) => valueAt(`${directory}\0${name}`),
    installedFor: memoize((directory: string): ReadonlySet<string> => {
      const own = listedIn(join(directory, "node_modules"));
      if (directory === root || directory === dirname(directory)) return own;
      const above = listedInAbove(directory);
      return own.size === 0 ? above : new Set([...own, ...above]);
    }),
  };

  function listedInAbove(directory: string): ReadonlySet<string> {
    const names = new Set<string>();
    for (let at = dirname(directory); ; at = dirname(at)) {
      for (const name of listedIn(join(at, "node_modules"))) names.add(name);
      if (at === root || at === dirname(at)) return names;
    }
  }
}

const VALID_NAME = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/** A package and its types package: code that names one may mean both. */
function namesLike(name: string): ReadonlySet<string> {
  const typed = /^@types\/(.+)$/.exec(name)?.[1];
  if (typed !== undefined) return new Set([name, typed.replace(/^(.+?)__/, "@$1/")]);
  return new Set([name, `@types/${name.replace(/^@([^/]+)\//, "$1__")}`]);
}

function tryReal(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

interface Manifest {
  readonly version?: unknown;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: object;
}

function readPackage(
  directory: string,
  { recorded, root }: { readonly recorded: RecordedPackage; readonly root: string },
): InstalledPackage | null {
  let text: string;
  let manifest: Manifest | null;
  try {
    text = readFileSync(join(directory, "package.json"), "utf8");
    manifest = JSON.parse(text) as Manifest | null;
  } catch {
    return null;
  }
  const { version, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    manifest ?? {};
  // Some declare optional dependencies only in peerDependenciesMeta.
  const named = [dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta];
  const needs = new Set(named.flatMap((each) => Object.keys(each ?? {})));
  const [first, last] = [directory.indexOf("/node_modules/"), directory.lastIndexOf("/node_modules/")];
  const name = directory.slice(last + "/node_modules/".length);
  const base = directory.slice(0, first + "/node_modules".length);
  const record = first === -1 ? "" : recorded(base, directory.slice(base.length + 1), name);
  // Its version only matters for publishing, and says nothing about its content.
  const isLinked = directory === root || linkedDirectory(directory, root) !== null;
  // pnpm's directory name tells which patches and which peers the package has.
  const place = /\/\.pnpm\/([^/]+)\//.exec(directory)?.[1] ?? "";
  return {
    name,
    directory,
    version: isLinked ? "linked" : typeof version === "string" ? version : "0",
    id: shortHash([isLinked ? withoutDescription(manifest) : text, record, place]).slice(0, 16),
    needs: [...needs].sort(),
  };
}

/** Fields that only describe a package and do not affect how it is loaded. */
const DESCRIPTION: ReadonlySet<string> = new Set([
  "version",
  "description",
  "keywords",
  "author",
  "contributors",
  "maintainers",
  "repository",
  "bugs",
  "homepage",
  "funding",
  "license",
  "files",
  "scripts",
  "publishConfig",
]);

function withoutDescription(manifest: object | null): readonly (readonly [string, unknown])[] {
  return Object.entries(manifest ?? {}).filter(([key]) => !DESCRIPTION.has(key));
}

/** The names in a directory of packages. */
function listPackages(directory: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of tryList(directory)) {
    if (name.startsWith("@"))
      for (const inner of tryList(join(directory, name))) names.add(`${name}/${inner}`);
    else if (!name.startsWith(".")) names.add(name);
  }
  return names;
}

function tryList(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
