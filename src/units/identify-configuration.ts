import type { RepoPath } from "../vocabulary/path.ts";
import { prefixed, type Followed, type Following } from "./following.ts";
import { fileValue, manifestOf, recordReads, type Tree, type Unknown } from "./tree.ts";

export interface IdentifiedConfiguration extends Followed {
  /** Whether any of it depends on this file of the tree. */
  readonly dependsOn: (path: RepoPath) => boolean;
}

/** The configuration files that tools would find, with all that they import. */
export async function identifyConfiguration(
  paths: readonly RepoPath[],
  tree: Tree,
  following: Following,
): Promise<IdentifiedConfiguration> {
  const { alone, followed } = partConfiguration(paths, tree);
  const beyond = prefixed("configuration", await following.beyond(followed));
  const { seen, read } = recordReads(tree);
  let unknown: Unknown = beyond.unknown;
  const values = followed.map((path) => [path, tree.hashes.content(path) as string] as const);
  for (const path of alone) {
    const found = await fileValue(seen, path);
    unknown ??= found.unknown;
    values.push([path, found.value]);
  }
  return {
    components: { configuration: manifestOf(tree, values), ...beyond.components },
    unknown,
    beside: [...beyond.beside, ...read],
    dependsOn: (path) => alone.includes(path) || following.leadsTo(followed, path),
  };
}

const MANIFEST = /(?:^|\/)package\.json$/;

/**
 * A package.json is configuration by its own text and by what it names for tools. Where the package is entered
 * (`main`, `exports`) matters to those who import it, and the graph has led them there: following it from here
 * would tie every file of a package to all of its code.
 */
function partConfiguration(
  paths: readonly RepoPath[],
  { graph }: Tree,
): { readonly alone: readonly RepoPath[]; readonly followed: readonly RepoPath[] } {
  const alone = new Set<RepoPath>();
  const followed = new Set<RepoPath>();
  for (const path of paths) {
    const named = graph.references(path).filter(({ reference }) => reference.entry !== true);
    // What is named outside the tree is only known of files that are followed as a whole.
    const isInside = named.every(
      ({ resolution }) => resolution.state !== "opaque" && resolution.outside.length === 0,
    );
    if (!MANIFEST.test(path) || !isInside) {
      followed.add(path);
      continue;
    }
    alone.add(path);
    for (const { resolution } of named)
      for (const file of resolution.files) if (file !== path) followed.add(file);
  }
  return { alone: [...alone].filter((path) => !followed.has(path)), followed: [...followed] };
}
