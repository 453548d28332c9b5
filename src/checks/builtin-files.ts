import { matchGlobs } from "../paths/glob.ts";
import { BUILTINS, type BuiltinName } from "../vocabulary/check/builtin.ts";

export function isBuiltin(name: string): name is BuiltinName {
  return (BUILTINS as readonly string[]).includes(name);
}

const CODE = "**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}";
const DATA = "**/*.{json,jsonc,yml,yaml}";
const DOCUMENTS = "**/*.{md,markdown}";

/** The files that a built-in verifier can read; it says nothing about others that a check names. */
const READABLE: Readonly<Record<BuiltinName, readonly string[]>> = {
  "builtin:syntax": [CODE, DATA],
  "builtin:imports": [CODE],
  "builtin:links": [DOCUMENTS],
};

/** Files that are broken on purpose, written by others, or completed before they are used. */
const NOT_OURS = [
  "!**/{fixtures,__fixtures__,fixture,test-fixtures,testdata,test-data,__testfixtures__}/**",
  "!**/{template,templates,__templates__,_templates}/**",
  "!**/{vendor,vendors,third_party,third-party,node_modules,bower_components,.yarn}/**",
  "!**/*.min.{js,mjs,cjs}",
];

/** The default files of a built-in verifier. */
export function builtinFiles(builtin: BuiltinName): readonly string[] {
  return [...READABLE[builtin], ...NOT_OURS];
}

/** The files that a built-in check is applied to: those that it declares and the verifier can read. */
export function matchBuiltinFiles(builtin: BuiltinName, files: readonly string[]): (path: string) => boolean {
  const isReadable = matchGlobs(READABLE[builtin]);
  const isDeclared = matchGlobs(files);
  return (path) => isReadable(path) && isDeclared(path);
}
