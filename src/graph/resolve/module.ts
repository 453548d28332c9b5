import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { ResolverFactory } from "oxc-resolver";
import { ANY_FILE, lastWord, type NameWord } from "../../paths/name-words.ts";
import { memo as lazily } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Aliased, Aliases } from "./aliases/aliases.ts";
import type { Conditions } from "./conditions.ts";
import { type Disk, packageName } from "./disk.ts";
import { createLookups } from "./lookups.ts";
import { areDeclarations, EXTENSION_ALIAS, EXTENSIONS, findIndexFiles, findModuleFiles } from "./relative.ts";
import { merge, type Resolution, toExternal, toFiles, UNRESOLVED } from "./resolution.ts";
import { findSources } from "./sources.ts";
import { directoryOf, joinPath, type TreeIndex } from "./tree.ts";
import type { Workspaces } from "./workspace.ts";

export interface ModuleContext {
  readonly tree: TreeIndex;
  readonly disk: Disk;
  readonly workspaces: Workspaces;
  readonly aliases: Aliases;
  /** Conditions and fields by which packages of the repository lead elsewhere. */
  readonly conditions: Conditions;
  /** With project references the configuration, and so `paths`, can differ between files of one directory. */
  readonly projectReferences: boolean;
  /** Called with the words through which the specifier can find files. */
  readonly see: (words: readonly NameWord[]) => void;
}

/** Resolves specifiers like imports. */
export interface ModuleResolver {
  readonly resolve: (from: RepoPath, specifier: string) => Resolution;
  /** The directory that a specifier names, relative to the root; undefined if it names none here. */
  readonly resolveDirectory: (from: RepoPath, specifier: string) => string | undefined;
}

const CONFIGURED = { tsconfig: "auto" as const };

/** For a compiler, declarations come before code. */
const TYPED = {
  ...CONFIGURED,
  nodePath: false,
  ...endings(() => true),
  conditionNames: ["types", "import", "node", "default"],
  mainFields: ["types", "typings", "module", "main"],
};

/** At run time, a declaration is never loaded; an import and a require may get different files of one package. */
const RUN = { nodePath: false, ...endings((extension) => !extension.startsWith(".d.")) };
const IMPORTED = {
  ...RUN,
  conditionNames: ["import", "module", "node", "default"],
  mainFields: ["module", "main"],
};
/** The way code is bundled for browsers. */
const BROWSER = {
  ...IMPORTED,
  conditionNames: ["browser", ...IMPORTED.conditionNames],
  mainFields: ["browser", ...IMPORTED.mainFields],
  aliasFields: [["browser"]],
};
const REQUIRED = { ...RUN, conditionNames: ["require", "node", "default"], mainFields: ["main"] };

function endings(accepts: (extension: string) => boolean): {
  readonly extensions: string[];
  readonly extensionAlias: Record<string, string[]>;
} {
  const aliases = Object.entries(EXTENSION_ALIAS).map(([key, list]) => [key, list.filter(accepts)] as const);
  return { extensions: EXTENSIONS.filter(accepts), extensionAlias: Object.fromEntries(aliases) };
}

/** Where the code of a declaration can be: at the path as written, or with the omitted extension. */
const CODE_ENDINGS = ["", ".js", ".mjs", ".cjs", ".jsx", ".json", ".node"];

export function createModuleResolver(context: ModuleContext): ModuleResolver {
  const { tree, disk, workspaces } = context;
  const typed = new ResolverFactory(TYPED);
  const { names: conditions, isMapped } = context.conditions;
  const running = createRunning(conditions, CONFIGURED);
  const unconfigured = lazily(() => createRunning(conditions, {}));
  const directories = new ResolverFactory({ ...TYPED, conditionNames: [], resolveToContext: true });
  const configured = new Map<string, readonly ResolverFactory[]>();
  const memo = new Map<string, Known>();
  /** For the current specifier. */
  let words = new Set<NameWord>();

  const lookups = createLookups(disk.root);

  const ask = (resolver: ResolverFactory, from: string, specifier: string): Resolution => {
    lookups.before(disk.absolute(from), specifier);
    const { path } = resolver.resolveFileSync(disk.absolute(from), specifier);
    if (path === undefined) return UNRESOLVED;
    const found = path.replace(/\?[^/]*$/, "");
    lookups.found(found);
    return disk.locate(found);
  };
  /** A target inside the repository may depend on the condition; for a target in a package, that does not matter. */
  const askAll = (from: RepoPath, specifier: string): Resolution => {
    const first = ask(typed, from, specifier);
    if (first.external.length > 0 && first.outside.length === 0) return first;
    return merge([first, askRunning(running, from, specifier)]);
  };
  const askRunning = (resolvers: Running, from: RepoPath, specifier: string): Resolution => {
    const { decide, decideForBrowsers } = context.conditions;
    const all = [
      ...resolvers.usual,
      ...(decide(specifier) ? resolvers.special : []),
      ...(decideForBrowsers(from, specifier) ? [resolvers.browser()] : []),
    ];
    return merge(all.map((resolver) => ask(resolver, from, specifier)));
  };
  /**
   * `paths` are for compilers: most programs that run the code ignore them and load what the name means without them.
   */
  const askWithoutPaths = (from: RepoPath, specifier: string): Resolution => {
    const asked = askAll(from, specifier);
    const { files, outside, external } = asked;
    const isPackage = files.length === 0 && outside.length === 0 && external[0] === packageName(specifier);
    return isPackage ? asked : merge([asked, askRunning(unconfigured(), from, specifier)]);
  };
  /** Uses `paths` of the nearest configuration, for a file that this configuration does not include. */
  const askNearestConfig = (from: RepoPath, specifier: string): Resolution => {
    const config = nearest(from, ["tsconfig.json", "jsconfig.json"], tree);
    if (config === undefined) return UNRESOLVED;
    let resolvers = configured.get(config);
    if (resolvers === undefined) {
      const tsconfig = { configFile: disk.absolute(config) };
      resolvers = [TYPED, IMPORTED].map((options) => new ResolverFactory({ ...options, tsconfig }));
      configured.set(config, resolvers);
    }
    const directory = disk.absolute(directoryOf(from));
    const found = resolvers.map((resolver) => resolver.sync(directory, specifier).path);
    return merge(found.map((path) => (path === undefined ? UNRESOLVED : disk.locate(path))));
  };

  const resolveRelative = (from: RepoPath, specifier: string): Resolution => {
    const path = joinPath(directoryOf(from), specifier);
    let files: readonly RepoPath[] = [];
    if (path !== undefined) {
      if (!/(?:^|\/)\.{0,2}$/.test(specifier)) files = findModuleFiles(tree, path);
      const packaged = tree.has(path === "." ? "package.json" : `${path}/package.json`);
      if (files.length === 0 && !packaged) files = findIndexFiles(tree, path);
    }
    if (files.length > 0 && !areDeclarations(files) && !isMapped(from)) return toFiles(files);
    // Not in the snapshot, or only its types are: it may be generated, linked, or named by a package.json.
    const code = path === undefined ? undefined : CODE_ENDINGS.map((end) => path + end).find(isHidden);
    const hidden = code === undefined ? UNRESOLVED : disk.locate(disk.absolute(code));
    return merge([toFilesOrNothing(files), askAll(from, specifier), hidden]);
  };
  const isHidden = (path: string): boolean => !tree.has(path) && disk.probe(path) === "file";

  /**
   * A workspace package that is not installed, or whose entry is not built yet. Its own package.json comes first. If
   * that names files that do not exist, the best guess is what they are built from: the package.json and the source
   * entries, or every file of the package if none can be guessed.
   */
  const resolveWorkspace = (specifier: string): Resolution => {
    const name = packageName(specifier);
    const workspace = workspaces.get(name);
    if (workspace === undefined) return UNRESOLVED;
    const manifest = `${workspace.directory}/package.json` as RepoPath;
    const inner = specifier.slice(name.length).replace(/^\//, "");
    const own = merge([askAll(manifest, specifier), askAll(manifest, inner === "" ? "./." : `./${inner}`)]);
    // Declarations that are tracked say nothing about the code, which may not be built.
    if (hasCode(own) || (own.files.length > 0 && own.outside.length > 0)) return own;
    words.add(ANY_FILE);
    return merge([own, toFiles([...new Set([manifest, ...findSources(tree, workspace, inner)])])]);
  };

  const resolveBare = (from: RepoPath, specifier: string): Resolution => {
    const asked = askWithoutPaths(from, specifier);
    if (hasCode(asked) || asked.external.length > 0) return asked;
    const found = merge([asked, askNearestConfig(from, specifier), resolveWorkspace(specifier)]);
    if (found.state === "resolved" || specifier.startsWith("#")) return found;
    // Types for a package that has none itself.
    const types = packageName(specifier).replace(/^@([^/]+)\//, "$1__");
    return ask(typed, from, `@types/${types}/package.json`);
  };

  /** What the rules of configurations lead to: files of the tree, generated code, and packages. */
  const follow = ({ paths, names }: Aliased, from: RepoPath): Resolution => {
    const start = "x" as RepoPath;
    for (const each of [...paths, ...names]) words.add(lastWord(each));
    return merge([
      ...paths.map((path) => {
        const files = findModuleFiles(tree, path);
        if (files.length > 0) return toFiles(files);
        const written = path === "." ? "./." : `./${path}`;
        const isThere =
          tree.hasDirectory(path) ||
          CODE_ENDINGS.some((end) => disk.probe(path + end) === "file") ||
          // The source, or its directory, may be generated too.
          ask(typed, start, written) !== UNRESOLVED;
        return isThere ? resolveRelative(start, written) : UNRESOLVED;
      }),
      ...names.map((name) => resolveBare(from, name)),
    ]);
  };
  const resolveAliased = (from: RepoPath, specifier: string, plain: Resolution): Resolution => {
    const { aliases } = context;
    const above = aliases.above(from, specifier);
    const found = merge([plain, follow(above, from)]);
    if (hasCode(found)) return found;
    if (above.isUnknown) return { ...found, state: "opaque" };
    if (found.state === "resolved" && found.files.length === 0) return found;
    const around = aliases.around(from, specifier);
    return around.isUnknown ? { ...found, state: "opaque" } : merge([found, follow(around, from)]);
  };

  return {
    resolve: (from, written) => {
      if (isBuiltin(written)) return toExternal(written.startsWith("node:") ? written : `node:${written}`);
      const specifier = written.replace(/(?!^)\?.*$/s, "");
      if (specifier === "" || /^[a-z][a-z\d+.-]+:/i.test(specifier)) return urlResolution(specifier, disk);
      const relative = /^\.{1,2}(?:\/|$)/.test(specifier);
      const scope = context.projectReferences && !relative ? from : directoryOf(from);
      const key = `${scope}\0${specifier}`;
      let known = memo.get(key);
      if (known === undefined) {
        words = new Set([
          lastWord(relative ? (joinPath(directoryOf(from), specifier) ?? specifier) : specifier),
        ]);
        const plain = relative ? resolveRelative(from, specifier) : resolveBare(from, specifier);
        known = { resolution: resolveAliased(from, specifier, plain), words: [...words] };
        memo.set(key, known);
      }
      context.see(known.words);
      return known.resolution;
    },
    resolveDirectory: (from, specifier) => {
      context.see([ANY_FILE, lastWord(specifier)]);
      lookups.before(disk.absolute(from), specifier);
      const { path } = directories.resolveFileSync(disk.absolute(from), specifier);
      if (path === undefined) {
        const { paths } = context.aliases.above(from, specifier);
        return workspaces.get(specifier)?.directory ?? paths.find((one) => tree.hasDirectory(one));
      }
      if (path === disk.root) return ".";
      return path.startsWith(`${disk.root}/`) ? path.slice(disk.root.length + 1) : undefined;
    },
  };
}

/** How programs that run the code resolve. */
interface Running {
  readonly usual: readonly ResolverFactory[];
  readonly special: readonly ResolverFactory[];
  readonly browser: () => ResolverFactory;
}

function createRunning(conditions: readonly string[], settings: Partial<typeof CONFIGURED>): Running {
  const create = (options: typeof REQUIRED): ResolverFactory =>
    new ResolverFactory({ ...options, ...settings });
  const sets = conditions.length === 0 ? [] : [...conditions.map((name) => [name]), conditions];
  return {
    usual: [create(IMPORTED), create(REQUIRED)],
    special: sets.map((names) =>
      create({ ...IMPORTED, conditionNames: [...names, ...IMPORTED.conditionNames] }),
    ),
    browser: lazily(() => create(BROWSER)),
  };
}

/** If only declarations were found, the code is somewhere else. */
function hasCode({ files }: Resolution): boolean {
  return files.length > 0 && !areDeclarations(files);
}

interface Known {
  readonly resolution: Resolution;
  readonly words: readonly NameWord[];
}

function toFilesOrNothing(files: readonly RepoPath[]): Resolution {
  return files.length === 0 ? UNRESOLVED : toFiles(files);
}

/** `data:`, `https:` and the like are not files; a bundler makes up `virtual:` names. */
function urlResolution(specifier: string, disk: Disk): Resolution {
  if (specifier === "") return UNRESOLVED;
  const path = specifier.startsWith("file:") ? pathOfUrl(specifier) : undefined;
  return path === undefined ? toExternal(specifier) : disk.locateFile(path);
}

function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function nearest(from: RepoPath, names: readonly string[], tree: TreeIndex): string | undefined {
  for (let directory = directoryOf(from); ; directory = directoryOf(directory)) {
    const found = names
      .map((name) => (directory === "." ? name : `${directory}/${name}`))
      .find((path) => tree.has(path));
    if (found !== undefined || directory === ".") return found;
  }
}
