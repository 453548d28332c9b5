import { isCode } from "../../paths/is-code.ts";
import { isDocument } from "../../paths/is-document.ts";
import { isManifest } from "../../paths/manifest-fields.ts";
import type { ToolConfiguration } from "../../tools/configuration-of.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { linkedDirectory } from "../inputs/linked-directory.ts";
import type { NamedPackage } from "../packages/named-packages.ts";
import type { Tree } from "../tree.ts";
import { isKnownSetting, isLockfile } from "./configuration-files.ts";

/** The files of the repository that settings in installed packages look for. */
export interface NamedFiles {
  /** Code, which counts with what it imports. */
  readonly loaded: readonly RepoPath[];
  /** Files that count by their bytes. */
  readonly read: readonly RepoPath[];
  /**
   * Files of which it only counts that they exist: documents, where a package starts, and settings that the table of tools says who
   * reads.
   */
  readonly there: readonly RepoPath[];
  /** Whether the settings could depend on a file that is new, changed or gone. */
  readonly dependsOn: (path: RepoPath) => boolean;
}

interface Options extends Pick<ToolConfiguration, "mayWrap"> {
  readonly tree: Tree;
  /** The directories from which names can be meant, relative to the root. */
  readonly directories: Iterable<string>;
}

const WHOLE = /\.(?:[cm]?[jt]sx?|json)$/;
/** What names in code leave out. */
const ENDINGS = [".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx", ".json"];
/** Where a package starts, and what declares types: settings name these for builds, and nothing is set up by them. */
const ENTRY = /^(?:(?:src|source|lib|dist|build|esm?|cjs|types)\/)?index\.[\w.]+$|\.d\.[cm]?ts$/;

/**
 * Settings that come from a package may look for files of the repository, such as `tests/setup-env.js`, that nothing in
 * the repository names.
 */
export function filesNamedInPackages(
  packages: readonly NamedPackage[],
  { tree, directories, mayWrap }: Options,
): NamedFiles {
  const { files, root } = tree.snapshot;
  const names = new Set<string>();
  for (const one of packages)
    if (mayWrap(one.name) && linkedDirectory(one.directory, root) === null)
      for (const part of one.parts) for (const name of tree.namesIn(one, part)) names.add(name);
  const starts = [
    ...new Set([...directories].map((each) => (each === "" || each === "." ? "" : `${each}/`))),
  ];
  const written = [...names].flatMap((name) =>
    ["", ...(WHOLE.test(name) ? [] : ENDINGS)].map((ending) => `${name}${ending}`),
  );
  const placed = (names: readonly string[]): readonly RepoPath[] =>
    starts.flatMap((start) => names.map((name) => `${start}${name}` as RepoPath));
  const places = placed(written);
  const entries = new Set(placed(written.filter((name) => ENTRY.test(name))));
  const found = [...new Set(places)].filter(
    (path) => files.has(path) && !isManifest(path) && !isLockfile(path),
  );
  const there = found.filter((path) => isDocument(path) || isKnownSetting(path) || entries.has(path));
  const others = found.filter((path) => !there.includes(path));
  const loaded = others.filter(isCode);
  const named = new Set(places);
  for (const path of there) named.delete(path);
  return {
    loaded,
    read: others.filter((path) => !loaded.includes(path)),
    there,
    dependsOn: (path) => named.has(path),
  };
}
