import { FACTORIES } from "../tools/lint-rules.ts";

/**
 * Programs that ask the project's own linter about each file. They run in a separate process, read a question from
 * standard input, and print the files that it checks as JSON, after whatever else is printed.
 */
const READ = `
import { lstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { files, usual, walked, options } = JSON.parse(text);
const load = async (name) => {
  const loaded = await import(pathToFileURL(createRequire(join(process.cwd(), "any.js")).resolve(name)).href);
  return loaded.default ?? loaded;
};
const answer = (taken) => process.stdout.write("\\n" + JSON.stringify(taken) + "\\n");
`;

/**
 * Describes the settings of a file: which rules are on, from which plugins, and whether they can use types. Code in a
 * file of another language is linted under names of its own. A rule belongs to the repository if its code is in the
 * settings, or if a package made it that only makes rules of what it is given.
 */
const RULES = `
const FACTORIES = ${JSON.stringify(FACTORIES)};
const require = createRequire(join(process.cwd(), "any.js"));
const conventional = (prefix) =>
  /^@[^/]+$/.test(prefix) ? prefix + "/eslint-plugin" : prefix.replace(/^(@[^/]+\\/)?/, "$1eslint-plugin-");
const loadPlugin = (name) => {
  try { return require(name); } catch { return undefined; }
};
const textOf = (path) => {
  try { return readFileSync(path, "utf8"); } catch { return ""; }
};
const factoryText = (name) => {
  try {
    const path = require.resolve(name);
    return textOf(path) + textOf(path.replace(/\\.cjs$/, ".mjs"));
  } catch { return ""; }
};
const settings = isFlat ? (overrideConfigFile ?? (await linter.findConfigFile?.().catch(() => null))) : null;
const makers = new Map([["", settings ? textOf(resolve(settings)) : ""], ...FACTORIES.map((name) => [name, factoryText(name)])]);
const makerOf = (rule) =>
  typeof rule?.create === "function" ? [...makers.keys()].find((name) => makers.get(name).includes(String(rule.create))) : undefined;
const hasRule = (plugin, id, rule) => {
  const same = [plugin, plugin?.default].map((each) => each?.rules?.[id]);
  return same.some((each) => each === rule || (each !== undefined && String(each.create) === String(rule?.create)));
};
// A package can have one build for require and another for import.
const importPlugin = async (name) => {
  try { return await import(name); } catch { return undefined; }
};
const isDoubtful = async (name, isWhole, id, rule) => {
  const plugin = loadPlugin(name);
  if (plugin === undefined) return !isWhole;
  return !hasRule(plugin, id, rule) && !hasRule(await importPlugin(name), id, rule);
};
const isParser = (parser) => [parser.parse, parser.parseForESLint].some((each) => typeof each === "function");
const namesOfParsers = (parser) => {
  if (parser === undefined || parser === null || parser === false) return [];
  if (typeof parser === "string") return [parser];
  return isParser(parser) ? [parser.meta?.name ?? parser.name ?? "?"] : Object.values(parser).flatMap(namesOfParsers);
};
const programsOf = (options) => {
  const { project, tsconfigRootDir } = options;
  if (options.program || options.programs) return ["unknown"];
  if (options.projectService || options.EXPERIMENTAL_useProjectService) return ["service"];
  const named = [project].flat().filter((each) => typeof each === "string");
  if (named.length === 0) return project ? ["nearest"] : [];
  const isElsewhere = settings && dirname(resolve(settings)) !== process.cwd();
  if (options.projectFolderIgnoreList || (!tsconfigRootDir && isElsewhere)) return ["unknown"];
  return named.map((each) => relative(process.cwd(), resolve(tsconfigRootDir ?? ".", each)));
};
// Counted from where the linter starts. Without a directory of their own, globs belong to one that is found out later.
const roomOf = ({ projectService, EXPERIMENTAL_useProjectService, tsconfigRootDir }) => {
  const service = projectService || EXPERIMENTAL_useProjectService;
  const globs = [service?.allowDefaultProject ?? service?.allowDefaultProjectForFiles ?? []].flat().map(String);
  if (globs.length === 0) return null;
  const roots = tsconfigRootDir ? [tsconfigRootDir] : [".", ...(settings ? [dirname(resolve(settings))] : [])];
  const most = service.maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING ?? 8;
  const from = (root) => relative(process.cwd(), resolve(root)).replaceAll("\\\\", "/");
  return { most, globs: roots.flatMap((root) => globs.map((glob) => (glob.startsWith("!") ? "**" : posix.join(from(root), glob)))) };
};
const describe = async (config) => {
  const { parserOptions = {}, parser = null } = config.languageOptions ?? config;
  const asks = ["project", "projectService", "program", "programs", "EXPERIMENTAL_useProjectService"];
  const rules = [];
  for (const [id, setting] of Object.entries(config.rules ?? {})) {
    const [severity, ...rest] = Array.isArray(setting) ? setting : [setting];
    if (severity === 0 || severity === "off") continue;
    const end = id.startsWith("@") ? id.lastIndexOf("/") : id.indexOf("/");
    if (end === -1) continue;
    const prefix = id.slice(0, end);
    const known = isFlat ? config.plugins?.[prefix] : loadPlugin(conventional(prefix));
    const rule = known?.rules?.[id.slice(end + 1)];
    const asksForTypes = rule === undefined ? null : rule.meta?.docs?.requiresTypeChecking === true;
    const isWide = /"commonjs":true/.test(JSON.stringify(rest) ?? "");
    const given = known?.meta?.name;
    const isWhole = given !== undefined && /eslint/.test(given);
    const maker = makerOf(rule);
    const claimed = isWhole ? given : conventional(isFlat ? (given ?? prefix) : prefix);
    const name = maker !== undefined ? "." + maker : (isFlat && (await isDoubtful(claimed, isWhole, id.slice(end + 1), rule)) ? "?" : "") + claimed;
    rules.push([name, id.slice(end + 1), asksForTypes, isWide]);
  }
  return {
    types: asks.some((name) => ![undefined, null, false].includes(parserOptions[name])),
    programs: programsOf(parserOptions),
    room: roomOf(parserOptions),
    isProcessed: config.processor !== undefined && config.processor !== null,
    parsers: [
      ...namesOfParsers(parser),
      ...namesOfParsers(parserOptions.parser),
      // Then it reports what the compiler says.
      ...(parserOptions.errorOnTypeScriptSyntacticAndSemanticIssues ? ["?"] : []),
    ],
    rules,
  };
};
const described = new Map();
const numbers = new Map();
const parts = [".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".json", ".css"];
const rulesFor = async (file, config) => {
  if (!isFlat && !/\\.[cm]?[jt]sx?$/.test(file)) return "";
  const all = [config];
  if (config.processor !== undefined && config.processor !== null)
    for (const part of parts) all.push(await linter.calculateConfigForFile(join(file, "0" + part)));
  const numbered = [];
  for (const each of all.filter(Boolean)) {
    if (!described.has(each)) {
      const text = JSON.stringify(await describe(each));
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      described.set(each, numbers.get(text));
    }
    numbered.push(described.get(each));
  }
  return [...new Set(numbered)].join(",");
};
`;

/**
 * Whoever walks down from the top never enters a directory that settings above ignore, even if it has settings of its own,
 * which alone decide about files that are named.
 */
const WALK = `
const fromTop = new Set(isFlat && overrideConfigFile === null && options["no-ignore"] === undefined ? walked : []);
const settingsFor = async (path) => (await linter.findConfigFile?.(path).catch(() => null)) ?? null;
const walkers = new Map();
const walkerOf = (path) => {
  // A name that nothing ignores, so that it is ignored only if its directory is.
  const overrideConfig = [{ files: ["**/*.walked"] }, { ignores: ["!**/*.walked"] }];
  const create = () => new ESLint({ cwd: dirname(path), overrideConfigFile: path, overrideConfig });
  if (!walkers.has(path)) walkers.set(path, create());
  return walkers.get(path);
};
const entered = new Map([[process.cwd(), true]]);
const isEntered = async (directory) => {
  if (!entered.has(directory)) {
    const parent = dirname(directory);
    const above = await settingsFor(directory);
    const isOther = above !== null && above !== (await settingsFor(join(directory, "x")));
    const isIgnored = isOther && (await walkerOf(above).isPathIgnored(join(directory, "x.walked")));
    entered.set(directory, parent === directory || (!isIgnored && (await isEntered(parent))));
  }
  return entered.get(directory);
};
`;

/** A file counts if a configuration applies to it and none ignores it. Before flat configurations, its name decides. */
const ESLINT = `${READ}
const api = await load("eslint");
const ESLint = api.loadESLint === undefined ? api.ESLint : await api.loadESLint();
const [overrideConfigFile = null] = [...(options.c ?? []), ...(options.config ?? [])].slice(-1);
const isFlat = ESLint.configType === "flat";
const patterns = options["ignore-pattern"] ?? [];
const linter = new ESLint({
  cwd: process.cwd(),
  ...(overrideConfigFile === null ? {} : { overrideConfigFile }),
  ...(options["no-ignore"] === undefined ? {} : { ignore: false }),
  ...(patterns.length === 0 ? {} : isFlat ? { ignorePatterns: patterns } : { overrideConfig: { ignorePatterns: patterns } }),
});
const names = new Set(usual);
${RULES}
${WALK}
const taken = [];
for (const file of files) {
  if (!isFlat && !names.has(file)) continue;
  if (fromTop.has(file) && !(await isEntered(dirname(file)))) continue;
  if (await linter.isPathIgnored(file)) continue;
  const config = await linter.calculateConfigForFile(file);
  if (!isFlat || config !== undefined) taken.push(file + "\\0" + (await rulesFor(file, config)));
}
answer([...[...numbers.keys()].map((text) => "\\0" + text), ...taken]);
`;

/** A file counts if a parser is known for it and no ignore file matches it. Links are skipped. */
const PRETTIER = `${READ}
const prettier = await load("prettier");
const paths = options["ignore-path"] ?? [".gitignore", ".prettierignore"];
const isNew = Number(prettier.version.split(".")[0]) >= 3;
const ignorePath = isNew ? paths.map((path) => resolve(path)) : resolve(paths.at(-1));
const [config] = (options.config ?? []).slice(-1);
const taken = [];
for (const file of files) {
  if (isNew && lstatSync(file).isSymbolicLink()) continue;
  const found = options["no-config"] === undefined ? await prettier.resolveConfig(file, { ...(config === undefined ? {} : { config }) }) : null;
  const plugins = [...(found?.plugins ?? []), ...(options.plugin ?? [])];
  const withNodeModules = options["with-node-modules"] !== undefined;
  const info = await prettier.getFileInfo(file, { ignorePath, plugins, withNodeModules, resolveConfig: false });
  if (!info.ignored && (found?.parser || info.inferredParser)) taken.push(file);
}
answer(taken);
`;

export const LINTER_SCRIPTS: Readonly<Record<"eslint" | "prettier", string>> = {
  eslint: ESLINT,
  prettier: PRETTIER,
};
