/**
 * Programs that ask a linter of the project itself about each file. They are run in a process of their own, read a question
 * from standard input and print the files that are taken, as JSON, at the end of whatever else is printed.
 */
const READ = `
import { lstatSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { files, usual, options } = JSON.parse(text);
const load = async (name) => {
  const loaded = await import(pathToFileURL(createRequire(join(process.cwd(), "any.js")).resolve(name)).href);
  return loaded.default ?? loaded;
};
const answer = (taken) => process.stdout.write("\\n" + JSON.stringify(taken) + "\\n");
`;

/** A file counts that a configuration is for and that none ignores. Before flat configurations, by its name. */
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
const taken = [];
for (const file of files) {
  if (!isFlat && !names.has(file)) continue;
  if (await linter.isPathIgnored(file)) continue;
  if (!isFlat || (await linter.calculateConfigForFile(file)) !== undefined) taken.push(file);
}
answer(taken);
`;

/** A file counts that a parser is known for and that none of the files with patterns ignores. Links are passed over. */
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
