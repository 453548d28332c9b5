import { SHARED_SETTINGS, TOOLS } from "./table.ts";

/** Fields for people, registries and release tools: no tool that checks code uses them. */
const DESCRIBING: ReadonlySet<string> = new Set(
  (
    "version description keywords author contributors maintainers license licenses repository bugs homepage funding " +
    "scripts publishConfig man directories readme gitHead packageManager volta husky lint-staged simple-git-hooks " +
    "commitlint release release-it standard-version size-limit bundlesize collective"
  ).split(" "),
);

/** Declared dependencies: the installed packages count instead. */
const ASKED_FOR: ReadonlySet<string> = new Set(["dependencies", "devDependencies"]);

/** Fields that concern more than one tool, whichever entry of the table names them. */
const GENERAL: ReadonlySet<string> = new Set(["engines", "files", "bin"]);

/** The fields that are settings of one tool. */
const SETTINGS: ReadonlySet<string> = new Set(
  [...TOOLS.values(), ...SHARED_SETTINGS.values()]
    .flatMap(({ keys = [] }) => keys)
    .filter((key) => !GENERAL.has(key)),
);

/**
 * Whether a field of a package.json that a known tool was seen to read may matter to it. Unknown fields count.
 *
 * @param readsField whether the table says that the tool uses the field
 */
export function mayMatter(field: string, readsField: (field: string) => boolean): boolean {
  return readsField(field) || !(DESCRIBING.has(field) || ASKED_FOR.has(field) || SETTINGS.has(field));
}

/**
 * Packages that read the package.json of a repository, and use no field that `mayMatter` leaves out: tools of the
 * table, their parts, and module resolvers.
 */
const KNOWN_READERS =
  /^(?:typescript|typescript-eslint|@typescript-eslint\/.*|eslint|@eslint\/.*|@eslint-community\/.*|eslint-plugin-(?:react|testing-library|unicorn)|standard|standard-engine|pkg-conf|prettier|mocha|yargs|jest|jest-.*|@jest\/.*|babel-jest|ts-jest|ava|vitest|@vitest\/.*|vite|vite-node|esbuild|@esbuild\/.*|rollup|@rollup\/(?:rollup-.*|pluginutils)|rolldown|@rolldown\/.*|oxc-.*|@oxc-.*|lightningcss.*|tsx|get-tsconfig|jiti|resolve|resolve\.exports|enhanced-resolve|unrs-resolver|@unrs\/.*|browserslist|@babel\/core|cosmiconfig|lilconfig|postcss-load-config|c8|nyc|vue-tsc|@volar\/.*|@vue\/language-core)$/;

/** The same if all declared dependencies count: rules that check whether an import is declared. */
const ASKING_READERS = /^(?:eslint-module-utils|eslint-plugin-(?:import|import-x|i|n|node))$/;

export function isKnownReader(name: string, readsField: (field: string) => boolean): boolean {
  return KNOWN_READERS.test(name) || (ASKING_READERS.test(name) && readsField("devDependencies"));
}
