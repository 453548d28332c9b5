import { posix } from "node:path";
import type { Reference } from "../graph/extraction.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { nearest } from "../wording/nearest.ts";
import type { Answer } from "./answer.ts";
import type { VerifierContext } from "./context.ts";
import type { PackageFacts } from "./packages.ts";

/** Files that tell bundlers and test runners what names stand for. */
const CONFIGURATION =
  /(?:^|\/)(?:[\w.-]*(?:vite|vitest|webpack|rollup|rolldown|rspack|rsbuild|jest|babel|metro|nuxt|next|svelte|astro|vue|tsup|tsdown|parcel|karma|craco|quasar|esbuild|deno|import_?map|import-map)[\w.-]*\.(?:[mc]?[jt]s|json)|\.babelrc)$/;
/** Names that a framework defines, if its configuration is above. */
const GIVEN: readonly (readonly [configuration: RegExp, names: RegExp])[] = [
  [
    /(?:^|\/)docusaurus\.config\.[mc]?[jt]s$/,
    /^@(?:docusaurus|generated|site|theme|theme-init|theme-original)\//,
  ],
  [/(?:^|\/)uno(?:css)?\.config\.[mc]?[jt]s$/, /^uno(?::[\w-]+)?\.css$/],
];
const PACKAGE = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i;

/**
 * Answers for imports of packages and of aliases that do not resolve. A package that is declared anywhere in the tree
 * may be installed; an undeclared one is a fault only if nothing else can explain its name.
 */
export function createBareImports(
  context: VerifierContext,
  packages: PackageFacts,
): (from: RepoPath, reference: Reference, isUnknowable: boolean) => readonly Answer[] {
  const { graph, tree, readText } = context;
  const declared = declaredModules(graph);
  const segments = new Set(tree.paths.flatMap((path) => path.split("/")));
  const isNamed = (name: string): boolean =>
    segments.has(name) || segments.has(name.replace(/^@[^/]+\//, ""));
  const configurations = tree.paths.filter((path) => CONFIGURATION.test(path));
  /** A bundler's configuration that mentions the name probably defines it. */
  const aliasedIn = (from: RepoPath, name: string): RepoPath | undefined =>
    configurations.find((path) => path !== from && isAbove(path, from) && readText(path).includes(name));

  const given = GIVEN.flatMap(([named, names]) =>
    tree.paths.flatMap((path) => (named.test(path) ? [{ path, names }] : [])),
  );

  return (from, reference, isUnknowable) => {
    const { specifier: asks, line } = reference;
    const found = (...by: readonly RepoPath[]): readonly Answer[] => [{ asks, by, fault: null }];
    const fault = (message: string, by: readonly RepoPath[], close?: string): readonly Answer[] => {
      const suggestion = close === undefined ? {} : { suggestion: `Did you mean "${close}"?` };
      return [{ asks, by, fault: { code: "unresolved-import", names: asks, message, line, ...suggestion } }];
    };
    // Only a static import must succeed: others can be guarded.
    if (reference.names === undefined) return [];
    const ambient = declared.find(({ fits }) => fits(asks));
    if (ambient !== undefined) return found(ambient.path);
    const framework = given.find(({ path, names }) => names.test(asks) && isAbove(path, from));
    if (framework !== undefined) return found(framework.path);
    const name = asks.split("/", asks.startsWith("@") ? 2 : 1).join("/");
    const declaring = packages.manifests.find((manifest) => packages.declares([manifest], name) !== false);
    if (declaring !== undefined) return found(declaring);
    // What a package exports itself may not be built yet.
    const own = packages.named(from, name);
    if (own !== undefined) return found(own);
    const alias = aliasedIn(from, isUnknowable ? (asks.split("/")[0] as string) : name);
    const config = packages.pathsCovering(from, asks);
    if (config !== null && alias === undefined) {
      return fault(`Cannot resolve "${asks}": the paths of ${config} lead to no file.`, [config]);
    }
    if (isUnknowable) return [];
    const manifests = packages.manifestsAbove(from);
    if (alias !== undefined || !PACKAGE.test(name) || manifests.length === 0) return found();
    if (isNamed(name) || isNamed(name.split("/")[0] as string) || packages.remaps(from)) return found();
    const message = `Cannot resolve "${asks}": it is not installed, and ${manifests[0]} does not declare it.`;
    return fault(message, manifests, nearest(name, packages.declared(manifests)));
  };
}

function isAbove(path: string, file: string): boolean {
  const directory = posix.dirname(path);
  return directory === "." || file.startsWith(`${directory}/`);
}

/** The modules that files of the tree only declare: `declare module "x"`, also with a `*`. */
function declaredModules(
  graph: VerifierContext["graph"],
): readonly { readonly path: RepoPath; readonly fits: (specifier: string) => boolean }[] {
  return graph.having("declares").flatMap((path) =>
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
