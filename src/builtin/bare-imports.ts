import type { Reference } from "../graph/extraction.ts";
import { nearest } from "../vocabulary/nearest.ts";
import type { RepoPath } from "../vocabulary/path.ts";
import type { Answer } from "./answer.ts";
import type { VerifierContext } from "./context.ts";
import { createPackages } from "./packages.ts";

const PACKAGE = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i;

/**
 * Answers for imports of packages and of aliases that lead nowhere. A package that is declared is somewhere, even
 * where nothing is installed; one that nothing declares is a fault only where nothing else can explain its name.
 */
export function createBareImports({
  graph,
  tree,
}: VerifierContext): (from: RepoPath, reference: Reference, isUnknowable: boolean) => readonly Answer[] {
  const packages = createPackages(graph);
  const declared = declaredModules(graph);
  const segments = new Set(tree.paths.flatMap((path) => path.split("/")));
  const isNamed = (name: string): boolean =>
    segments.has(name) || segments.has(name.replace(/^@[^/]+\//, ""));

  return (from, reference, isUnknowable) => {
    const { specifier: asks, line } = reference;
    const found = (...by: readonly RepoPath[]): readonly Answer[] => [{ asks, by, fault: null }];
    const ambient = declared.find(({ fits }) => fits(asks));
    if (ambient !== undefined) return found(ambient.path);
    const config = packages.pathsCovering(from, asks);
    if (config !== null) {
      const message = `Cannot resolve "${asks}": the paths of ${config} lead to no file.`;
      return [{ asks, by: [config], fault: { code: "unresolved-import", names: asks, message, line } }];
    }
    // Only a static import has to succeed: others can be guarded.
    if (isUnknowable || reference.names === undefined) return [];
    const name = asks.split("/", asks.startsWith("@") ? 2 : 1).join("/");
    const manifests = packages.manifestsAbove(from);
    if (!PACKAGE.test(name) || manifests.length === 0) return found();
    if (packages.declares(manifests, name) !== false) return found(...manifests);
    if (isNamed(name) || isNamed(name.split("/")[0] as string)) return found();
    const close = nearest(name, packages.declared(manifests));
    const message = `Cannot resolve "${asks}": it is not installed, and ${manifests[0]} does not declare it.`;
    const suggestion = close === undefined ? {} : { suggestion: `Did you mean "${close}"?` };
    return [
      {
        asks,
        by: manifests,
        fault: { code: "unresolved-import", names: asks, message, line, ...suggestion },
      },
    ];
  };
}

/** The modules that files of the tree declare without being them: `declare module "x"`, also with a `*`. */
function declaredModules(
  graph: VerifierContext["graph"],
): readonly { readonly path: RepoPath; readonly fits: (specifier: string) => boolean }[] {
  return graph.paths.flatMap((path) =>
    (graph.extraction(path).declares ?? []).map((name) => {
      const [prefix = "", suffix] = name.split("*");
      const fits = (specifier: string): boolean =>
        suffix === undefined
          ? specifier === name
          : specifier.startsWith(prefix) && specifier.endsWith(suffix);
      return { path, fits };
    }),
  );
}
