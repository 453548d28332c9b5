import type { Mutation } from "./mutations.ts";

const TEST = "test/e2e/untraced-configuration.test.ts";
const OF_SETTINGS = "test/e2e/untraced-settings.test.ts";
const OF_NAMES = "test/e2e/untraced-names.test.ts";
const OF_LOADERS = "test/e2e/untraced-loaders.test.ts";
const OF_STRUCTURE = "test/graph/structure.test.ts";
const OF_SOURCES = "test/e2e/listed-sources.test.ts";
const OF_PACKAGES = "test/e2e/untraced-packages.test.ts";
const OF_PRESETS = "test/e2e/presets.test.ts";
const OF_PATHS = "test/graph/resolve/module.test.ts";

function without(
  guard: string,
  {
    file,
    from,
    to = "",
    test,
    by = TEST,
    also,
  }: {
    readonly file: string;
    readonly from: string;
    readonly to?: string;
    readonly test: string;
    readonly by?: string;
    readonly also?: Mutation["also"];
  },
): Mutation {
  return { guard, file, from, to, caughtBy: { file: by, test }, ...(also === undefined ? {} : { also }) };
}

/** What keeps a predicted verdict from being reused for less than the graph and the table of tools say. */
export const PREDICTED_GUARDS: readonly Mutation[] = [
  without("variables count where the projects of a tool are", {
    file: "src/units/configuration/dotenv.ts",
    from: "if (facts?.readsDotenv !== true) return [];",
    to: "if (facts?.readsDotenv !== undefined || facts === undefined) return [];",
    test: "in its package count, also where git ignores them",
    by: OF_SETTINGS,
  }),
  without("a file for one platform takes the place of another", {
    file: "src/graph/resolve/relative.ts",
    from: "...forPlatforms(tree, first, stem)",
    test: "an import leads to what bundlers for other platforms load in its place",
    by: OF_PATHS,
  }),
  without("a limit for all files together gives none of them a verdict", {
    file: "src/units/sight/crowds.ts",
    from: "if (sum !== null) return",
    to: 'if (sum === "") return',
    test: "may be a limit for all files together, and then each run checks all of them",
    by: OF_PRESETS,
  }),
  without("a pattern starts at the root of the application", {
    file: "src/graph/resolve/aliases/pattern.ts",
    from: '[...upwards(from), "."]',
    to: '["."]',
    test: "a pattern that starts with a slash starts in any directory above",
    by: OF_PATHS,
  }),
  without("settings put style sheets before all others", {
    file: "src/tools/shared-settings.ts",
    from: '    "additionalData",\n',
    test: "style sheets that settings put before all others count, with what they use",
    by: OF_SETTINGS,
  }),
  without("settings name files from the root that they declare", {
    file: "src/units/configuration/follow-settings.ts",
    from: "placesNamedIn(path, start, tree.graph).map(({ root }) => root)",
    to: "[]",
    test: "are in a root from which other settings are named too",
    by: OF_SETTINGS,
  }),
  without("a name that starts in what another module exports is followed there", {
    file: "src/graph/javascript/places.ts",
    from: " || (GIVES_PLACE.test(text) && EXPORTED_PLACES.test(text))",
    to: "",
    test: "in what another module exports as settings.places.data",
    by: OF_NAMES,
  }),
  without("a name that starts at an unknown place may be in any", {
    file: "src/graph/resolve/resolve.ts",
    from: 'if (place === undefined) return resolve(from, { ...named, base: "any" });',
    to: "if (place === undefined) return toFiles([]);",
    test: "from a place that a function of another module finds",
    by: OF_NAMES,
  }),
  without("a package that is imported counts by what it is", {
    file: "src/graph/closure/merkle.ts",
    from: 'packageOf: kind === "imports" ? () => "" : packageOf,',
    to: 'packageOf: () => "",',
    test: "for those that reach them",
    by: OF_PACKAGES,
  }),
  without("a name that paths of a compiler lead elsewhere counts by what a run loads", {
    file: "src/graph/resolve/module.ts",
    from: "return isPackage ? asked : merge([asked, askRunning(unconfigured(), from, specifier)]);",
    to: "return isPackage ? asked : merge([asked]);",
    test: "leads to what a run loads as well: the package that has this name",
    by: OF_PATHS,
  }),
  without("where only declarations were found, the code is looked for", {
    file: "src/graph/resolve/module.ts",
    from: "return files.length > 0 && !areDeclarations(files);",
    to: "return files.length > 0;",
    test: "leads to what a run loads as well: an alias of a configuration elsewhere",
    by: OF_PATHS,
  }),
  without("a package counts with all that it needs", {
    file: "src/units/packages/packages.ts",
    from: "if (found !== null && !reached.has(found.directory)) reached.set(found.directory, found);",
    to: "void found;",
    test: "for those that reach them",
    by: OF_PACKAGES,
  }),
  without("a package counts with the patches that are applied to it", {
    file: "src/units/packages/package-records.ts",
    from: "file.startsWith(plain(name))",
    to: 'file.startsWith("/")',
    test: "with the patches that are applied to them",
    by: OF_PACKAGES,
  }),
  without("the packages that a tool consists of count", {
    file: "src/units/configuration/identify-check.ts",
    from: "packages: toolPackages(check, tree) ?? installed,",
    to: 'packages: toolPackages(check, tree) === null ? installed : "none",',
    test: "a tool needs them whose package",
    by: OF_PACKAGES,
  }),
  without("the packages that a configuration names count", {
    file: "src/units/configuration/identify-configuration.ts",
    from: "installed.length === 0 ? {}",
    to: "installed.length >= 0 ? {}",
    test: "those that a tool needs",
    by: OF_PACKAGES,
  }),
  without("who starts programs depends on all that is installed", {
    file: "src/units/taking-part.ts",
    from: "|| paths.some((path) => tree.startsPrograms(path)) ? { installed }",
    to: "|| paths.length < 0 ? { installed }",
    test: "all packages count for a test that starts programs",
    by: OF_PACKAGES,
  }),
  without("a check of the whole project depends on all that is installed", {
    file: "src/units/taking-part.ts",
    from: 'return paths === "all" ||',
    to: 'return paths !== "all" &&',
    test: "all packages count for a check of the whole project",
    by: OF_PACKAGES,
  }),
  without("types that nobody names count where types do", {
    file: "src/units/packages/named-packages.ts",
    from: 'if (name.startsWith("@types/")) add(name, place);',
    to: "void add;",
    test: "with the types that are taken without being named",
    by: OF_PACKAGES,
  }),
  without("what makes elements counts", {
    file: "src/graph/javascript/read-module.ts",
    from: "references.push(...findJsxRuntime(text, extension, known));",
    test: "with the one that elements are made by",
    by: OF_PACKAGES,
  }),
  without("settings below decide how far a linter looks", {
    file: "src/units/configuration/check-configuration.ts",
    from: "...above.filter(settings.reads), ...given",
    to: "...aboveAll(`${start}any` as RepoPath).filter(settings.reads)",
    test: "where settings do that lie below",
  }),
  without("what a configuration loads counts with all that it reaches", {
    file: "src/units/configuration/identify-configuration.ts",
    from: "[...loaded].map((path) => [path, tree.hashes.program(path)])",
    to: "[]",
    test: "with setup files that it names",
  }),
  without("what a configuration imports counts", {
    file: "src/units/configuration/follow-settings.ts",
    from: 'if (type === "import" || type === "extends") return "settings";',
    to: 'if (type === "import" || type === "extends") return null;',
    test: "and for no other",
  }),
  without("a plugin that lives in the repository counts by its files", {
    file: "src/units/configuration/identify-configuration.ts",
    from: "if (!settings.has(path)) loaded.add(path);",
    to: "if (!settings.has(path)) loaded.delete(path);",
    test: "with plugins that live in the repository",
  }),
  without("a field of package.json that the tool reads counts", {
    file: "src/paths/manifest-fields.ts",
    from: "filter(([key]) => isPicked(key))",
    to: "filter(([key]) => key === isPicked.name)",
    test: "with a package.json by the fields",
  }),
  without("an opaque import may lead to whatever can be loaded", {
    file: "src/units/inputs/hidden-inputs.ts",
    from: "return { hidden: manifest(areas, notLoaded(paths, tests)) };",
    to: "return {};",
    test: "through an import that only running it can tell",
  }),
  without("an alias may lead to source that is generated", {
    file: "src/graph/resolve/module.ts",
    from: "ask(typed, start, written) !== UNRESOLVED;",
    to: "written === path;",
    test: "which is generated",
    by: "test/graph/resolve/aliases/aliases.test.ts",
  }),
  without("other tests may be loaded where something lists directories", {
    file: "src/graph/references/loads-others.ts",
    from: 'some(({ how }) => how === "glob") ||',
    to: 'some(({ how }) => how === "glob" && path === "") ||',
    test: "where something that it runs lists directories",
    by: OF_LOADERS,
  }),
  without("other tests may be loaded by a test that imports by a computed name itself", {
    file: "src/graph/references/loads-others.ts",
    from: "isTarget(path) && hiddenReferences(path).length > 0",
    to: "isTarget(path) && hiddenReferences(path).length < 0",
    test: "where it makes such a name itself",
    by: OF_LOADERS,
  }),
  without("a program has what its files import since it was listed", {
    file: "src/units/file-units.ts",
    from: "isManifest(reference.specifier))) sources.add(next);",
    to: "isManifest(reference.specifier))) sources.delete(next);",
    test: "depends on what tsc lists, and on what that imports since",
    by: OF_SOURCES,
  }),
  without("a program with files that git ignores has all that the preset names", {
    file: "src/targets/list-targets.ts",
    from: ": files.filter(matchGlobs(check.files ?? []));",
    to: ": listed;",
    test: "where it takes files that git ignores",
    by: OF_SOURCES,
  }),
  without("a declared edge counts", {
    file: "src/graph/declared-edges.ts",
    from: "...own.map(({ reference, resolution }) => ({ reference, resolution })),",
    test: "depends on what somebody declared in the place of an import",
  }),
  without("a linter with rules about other files follows them", {
    file: "src/units/sight/find-sight.ts",
    from: "!bounds.some(({ packages }) => packages.test(name))",
    to: "bounds.length === 0",
    test: "its plugins are not known",
  }),
  without("a rule about importers depends on all files", {
    file: "src/units/sight/find-sight.ts",
    from: "if (RULES_ABOUT_OTHERS.test([...words,",
    to: "if (/^$/.test([...words,",
    test: "where a rule asks who imports one",
  }),
  without("a rule of the repository that reads files depends on all of them", {
    file: "src/units/sight/find-sight.ts",
    from: "reachesOut(path, tree) && PER_TARGET.test(tree.textOf(path))",
    to: "reachesOut(path, tree) && path.length === 0",
    test: "where a rule of the repository reads what it likes",
  }),
  without("a rule of the repository whose packages open files may look at others", {
    file: "src/units/sight/own-rules.ts",
    from: "text !== null && !READS.test(text)",
    to: "text !== null",
    test: "its package opens files",
    by: "test/scenarios/own-rules.test.ts",
  }),
  without("links beside a file that git ignores count where what that loads is not known", {
    file: "src/graph/follow-outside.ts",
    from: "if (own?.isKnown !== true)",
    to: "if (own?.isKnown === null)",
    test: "counts for nobody who takes another file of the same directory, unless what that loads is not known",
    by: "test/e2e/untraced-stubs.test.ts",
  }),
  without("a linter with types follows other files", {
    file: "src/units/sight/find-sight.ts",
    from: "each !== null && !unless.test(each)",
    to: "each !== null",
    test: "it has types",
  }),
  without("shared settings that nobody knows are read", {
    file: "src/units/sight/find-sight.ts",
    from: "const text = packageText(directory);",
    to: "const text = directory.slice(0, 0);",
    test: "where shared settings ask for it that nobody knows",
  }),
  without("the names that a module exports count for rules about imports", {
    file: "src/graph/references/export-references.ts",
    from: "shortHash([outline.exports.toSorted(), outline.exportsFrom])",
    to: '"some"',
    test: "at what they export",
  }),
  without("modules whose names are exported again count for rules about exports", {
    file: "src/graph/references/export-references.ts",
    from: "new Set([...outline.exportsFrom, ...(outline.passesOn ?? [])])",
    to: "new Set(outline.exportsFrom)",
    test: "whose names are exported again",
    by: OF_STRUCTURE,
  }),
  without("rules about circles look along all imports", {
    file: "src/tools/lint-rules.ts",
    from: 'if (!ABOUT_NAMES.has(rule)) return "chains";',
    test: "circles of imports",
    by: "test/units/lint-rules.test.ts",
  }),
  without("a program in another language that may open documents depends on them", {
    file: "src/graph/hidden-reach.ts",
    from: "OPENS.test(textOf(path))",
    to: "false",
    test: "depends on documents if the program says",
    by: OF_LOADERS,
  }),
  without("a module that cannot be parsed counts for rules about imports", {
    file: "src/graph/references/export-references.ts",
    from: 'if (outline.kind !== "module" || syntaxError !== undefined || isDeclaration(path)) return null;',
    to: 'if (outline.kind !== "module" || isDeclaration(path)) return null;',
    also: {
      file: "src/graph/references/export-references.ts",
      from: "!outline.complete && syntaxError === undefined",
      to: "!outline.complete",
    },
    test: "at what they export",
  }),
  without("where CommonJS leads counts for rules about imports", {
    file: "src/graph/references/export-references.ts",
    from: "imports.map((each) => ({ ...each, isPlace: true }))",
    to: "[]",
    test: "and of CommonJS at nothing but where its names lead",
  }),
  without("a name by way of a link leads to the link", {
    file: "src/graph/resolve/path.ts",
    from: "if (tree.has(at)) return toFiles([at]);",
    to: "void at;",
    test: "counts with the link and with what is behind it",
    by: "test/e2e/untraced-reach.test.ts",
  }),
  without("a type that is made from a value of the module counts with all of it", {
    file: "src/graph/javascript/ambient.ts",
    from: 'name === "import" || imported.has(name)',
    to: 'name !== "import" || imported.has(name)',
    test: "takes the type of a value of its own",
    by: "test/e2e/untraced-types.test.ts",
  }),
  without("types count where something looks at them", {
    file: "src/units/sight/find-sight.ts",
    from: "return TYPE_CHECKERS.test(",
    to: "return /^$/.test(",
    test: "where something in their runner looks at them",
  }),
  without("what is kept of a variable tells nobody its value", {
    file: "src/units/make-unit.ts",
    from: "`set ${keyed(value)}`",
    to: "value",
    test: "so that nobody can find a value by trying",
  }),
  without("variables that code names count", {
    file: "src/units/taking-part.ts",
    from: "names.length === 0 ? {} : variableComponents(names, check, env)",
    to: "names.length >= 0 ? {} : variableComponents(names, check, env)",
    test: "count by their values",
  }),
  without("a constant counts only where it is visible", {
    file: "src/graph/javascript/reaching/constant-text.ts",
    from: "found.from <= offset && offset <= found.to",
    to: "offset >= 0",
    test: "is opaque, because the name can mean something else",
    by: "test/graph/languages/javascript.test.ts",
  }),
  without("what a package of the repository loads cannot be told", {
    file: "src/graph/resolve/resolve.ts",
    from: 'by.state !== "resolved" || by.files.length + by.outside.length > 0',
    to: "by === null",
    test: "may find anything if this package",
    by: OF_PATHS,
  }),
  without("only files of packages decide how a name is resolved elsewhere", {
    file: "src/graph/javascript/bindings.ts",
    from: 'if (!resolves || nameOf(file.callee) !== "resolve") return undefined;',
    to: 'if (nameOf(file.callee) !== "resolve") return undefined;',
    test: "says nothing of what it makes for",
    by: OF_PATHS,
  }),
];
