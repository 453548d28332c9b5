import { posix } from "node:path";
import { importedNames } from "../config-text.ts";
import { globsBelow, toGlobs } from "../file-globs.ts";
import { ignoreGlobs } from "../ignore-globs.ts";
import { pathBelow, type InferenceSource } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { Drafted, KnownTool, ToolUse, Wide } from "../scripts/tool-use.ts";

const CODE = "js,cjs,mjs,jsx,ts,cts,mts,tsx";
/** What ESLint reads besides code because of plugins. It skips files that its configuration does not name. */
const MORE = "vue,svelte,astro,md,mdx,json,jsonc,json5,yml,yaml,toml,html,css,scss,less,graphql,gql";
/** Packages that a configuration may import and that make ESLint read only code. */
const CODE_ONLY =
  /^(?:node:.*|path|url|fs|eslint|eslint\/config|globals|@eslint\/(?:js|compat|eslintrc)|typescript-eslint|@typescript-eslint\/.*|neostandard|eslint-config-prettier(?:\/.*)?|eslint-plugin-(?:react|react-hooks|react-refresh|jsx-a11y|import|import-x|unicorn|n|promise|security|prettier|simple-import-sort|perfectionist|jest|jest-dom|testing-library|jsdoc|tsdoc|unused-imports|regexp|no-only-tests|cypress|playwright|sonarjs)(?:\/.*)?|@vitest\/eslint-plugin|@stylistic\/.*|eslint-import-resolver-.*)$/;
const OTHER_LANGUAGES = /vue|svelte|astro|markdown|\.md\b|json|yml|yaml|html|graphql|toml|\.css/i;

const FLAT = /^eslint\.config\.[cm]?[jt]s$/;
const LEGACY = /^\.eslintrc(?:\.(?:json|cjs|js|yml|yaml))?$/;

export const ESLINT_CALL: KnownTool = {
  role: "lint",
  preset: "eslint",
  grammar: {
    flags:
      "--quiet --no-inline-config --report-unused-disable-directives --no-eslintrc --no-config-lookup --no-ignore --no-warn-ignored --pass-on-no-patterns --exit-on-fatal-error",
    values:
      "--max-warnings --config -c --rule --rulesdir --parser --parser-options --plugin --env --global --resolve-plugins-relative-to --ignore-pattern --ignore-path --flag --report-unused-disable-directives-severity",
    idle: "--cache --color --no-color --debug --stats --no-error-on-unmatched-pattern --no-cache",
    idleValues:
      "--ext --format -f --output-file -o --cache-location --cache-file --cache-strategy --concurrency",
    edits: "--fix --fix-dry-run --fix-type",
    wide: "--stdin --init --print-config --suppress-all --prune-suppressions",
  },
  translate(use, options) {
    const [most] = options.values.get("--max-warnings") ?? [];
    if (most !== undefined && Number(most) > 0)
      return { why: `--max-warnings ${most} counts over all files` };
    const found = findConfiguration(use, options);
    if (found === null) return { why: "no configuration of ESLint was found" };
    return found.isFlat ? flat(use, options, found.path) : legacy(use, options, found.path);
  },
};

function flat(use: ToolUse, options: ReadWords, path: string): Drafted | Wide {
  const { repository, cwd } = use;
  const text = repository.text(path);
  const pictures = /xml|svg|formatters/.test(text) ? ",xml,svg" : "";
  const extensions = readsOnlyCode(text) ? CODE : `${CODE},${MORE}${pictures}`;
  const files = filesOf(use, options, [`**/*.{${extensions}}`]);
  if ("why" in files) return files;
  const version = repository.version("eslint", cwd);
  // Older versions do not know the option, and warn about every file that the configuration leaves out.
  if (version !== null && Number.parseInt(version, 10) < 9)
    return { why: `ESLint ${version} warns of ignored files` };
  const ext = (options.values.get("--ext") ?? []).flatMap((value) => ["--ext", value]);
  const silent = options.given.has("--no-warn-ignored") ? [] : ["--no-warn-ignored"];
  return { args: [...options.kept, ...ext, ...silent, "--format", "json", "{files}"], files };
}

/** Before ESLint 9, every named file is linted, whatever it is, so only those that it finds by itself may be named. */
function legacy(use: ToolUse, options: ReadWords, path: string): Drafted | Wide {
  const { repository, cwd } = use;
  const named = (options.values.get("--ext") ?? []).flatMap((value) => value.split(","));
  const extensions = named.length === 0 ? ["js"] : named.map((each) => each.replace(/^\./, ""));
  const text = repository.text(path);
  if (options.positionals.length === 0) return { why: "it gets no files" };
  if (named.length === 0 && /\boverrides\b/.test(text))
    return { why: `${path} has overrides that add files` };
  if (
    named.length === 0 &&
    /extends/.test(
      text.replaceAll(/["']eslint:[\w-]+["']/g, "").replace(/extends["']?\s*:\s*\[?\s*\]?\s*(?=[,}\n])/, ""),
    )
  )
    return { why: `${path} extends others that may add files` };
  if (/ignorePatterns/.test(text)) return { why: `${path} has ignorePatterns` };
  const ignored = ignoreGlobs(repository.text(pathBelow(cwd, ".eslintignore")));
  if (ignored === null || options.given.has("--ignore-path") || options.given.has("--ignore-pattern"))
    return { why: "what ESLint ignores cannot be written as globs" };
  const glob = extensions.length === 1 ? extensions[0] : `{${extensions.join(",")}}`;
  const files = filesOf(use, options, [`**/*.${glob}`]);
  if ("why" in files) return files;
  const excluded = ["!**/.*", "!**/.*/**", ...ignored];
  return {
    args: [...options.kept, "--format", "json", "{files}"],
    files: [...files, ...globsBelow(cwd, excluded)],
  };
}

function filesOf(use: ToolUse, options: ReadWords, inDirectory: readonly string[]): readonly string[] | Wide {
  const words = options.positionals.length === 0 ? [{ text: ".", isPattern: false }] : options.positionals;
  return toGlobs(words, { cwd: use.cwd, repository: use.repository, inDirectory });
}

function findConfiguration(
  { cwd, repository }: ToolUse,
  { values }: ReadWords,
): { readonly path: string; readonly isFlat: boolean } | null {
  const named = (values.get("--config") ?? values.get("-c"))?.at(-1);
  if (named !== undefined) {
    const path = posix.normalize(pathBelow(cwd, named));
    return repository.isFile(path)
      ? { path, isFlat: !LEGACY.test(posix.basename(path)) && isFlatVersion(repository, cwd) }
      : null;
  }
  for (const name of [FLAT, LEGACY]) {
    const found = repository.named(name);
    for (let directory = cwd; ; directory = posix.dirname(directory)) {
      const path = found.find((file) => posix.dirname(file) === directory);
      if (path !== undefined) return { path, isFlat: name === FLAT };
      if (directory === ".") break;
    }
  }
  return /"eslintConfig"/.test(repository.text(pathBelow(cwd, "package.json")))
    ? { path: pathBelow(cwd, "package.json"), isFlat: false }
    : null;
}

function isFlatVersion(repository: InferenceSource, cwd: string): boolean {
  return Number.parseInt(repository.version("eslint", cwd) ?? "9", 10) >= 9;
}

function readsOnlyCode(text: string): boolean {
  return !OTHER_LANGUAGES.test(text) && importedNames(text).every((name) => CODE_ONLY.test(name));
}
