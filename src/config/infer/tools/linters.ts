import { join } from "node:path";
import { readManifest } from "../../manifest.ts";
import { PRESETS } from "../../presets/presets.ts";
import { toGlobs } from "../file-globs.ts";
import { pathBelow } from "../repository.ts";
import type { ReadWords } from "../scripts/read-options.ts";
import type { Drafted, KnownTool, ToolUse, Wide } from "../scripts/tool-use.ts";

const HERE = [{ text: ".", isPattern: false }];

function globs(use: ToolUse, options: ReadWords, inDirectory: readonly string[]): readonly string[] | Wide {
  const words = options.positionals.length === 0 ? HERE : options.positionals;
  return toGlobs(words, { cwd: use.cwd, repository: use.repository, inDirectory });
}

export const OXLINT_CALL: KnownTool = {
  role: "lint",
  preset: "oxlint",
  grammar: {
    flags:
      "--quiet --deny-warnings --import-plugin --react-plugin --jsx-a11y-plugin --nextjs-plugin --jest-plugin --vitest-plugin --promise-plugin --node-plugin --vue-plugin --react-perf-plugin --jsdoc-plugin --disable-unicorn-plugin --disable-oxc-plugin --disable-typescript-plugin --no-ignore --disable-nested-config --report-unused-disable-directives --type-aware --type-check",
    values: "-A --allow -W --warn -D --deny -c --config --tsconfig --ignore-path --ignore-pattern",
    idle: "--silent --no-error-on-unmatched-pattern",
    idleValues: "-f --format --threads",
    edits: "--fix --fix-suggestions --fix-dangerously",
    wide: "--max-warnings --rules --lsp --init",
  },
  translate(use, options) {
    const preset = PRESETS.oxlint;
    const files = globs(use, options, preset.files ?? []);
    return "why" in files ? files : { args: [...options.kept, ...preset.args], files };
  },
};

const BIOME_VERBS = new Set(["check", "lint", "format", "ci"]);

export const BIOME_CALL: KnownTool = {
  role: "lint",
  preset: "biome",
  grammar: {
    flags:
      "--error-on-warnings --linter-enabled --formatter-enabled --organize-imports-enabled --assist-enabled --skip-errors --enforce-assist --format-with-errors",
    values:
      "--config-path --diagnostic-level --only --skip --vcs-enabled --vcs-use-ignore-file --indent-style --line-width",
    idle: "--verbose --no-errors-on-unmatched --colors --files-ignore-unknown --reporter --max-diagnostics --log-level --log-kind",
    edits: "--write --fix --apply --apply-unsafe --unsafe --suppress",
    wide: "--staged --changed --since --stdin-file-path",
  },
  translate(use, options) {
    const [verb, ...rest] = options.positionals;
    if (verb === undefined || !BIOME_VERBS.has(verb.text))
      return { why: `biome ${verb?.text ?? ""} is not known here` };
    const preset = PRESETS.biome;
    const files = globs(use, { ...options, positionals: rest }, preset.files ?? []);
    if ("why" in files) return files;
    const { repository, cwd } = use;
    const more = /html|vue|svelte|astro/.test(
      repository.text(cwd === "." ? "biome.json" : `${cwd}/biome.json`),
    );
    const all = more
      ? globs(use, { ...options, positionals: rest }, [
          `${preset.files?.[0]?.slice(0, -1)},html,vue,svelte,astro}`,
        ])
      : files;
    if ("why" in all) return all;
    return { args: [verb.text, ...options.kept, ...preset.args.slice(1)], files: all };
  },
};

/** Files that are never formatted. Everything else goes to Prettier, which skips what it does not know. */
const NEVER =
  "!**/*.{png,jpg,jpeg,gif,webp,avif,ico,svg,woff,woff2,ttf,eot,pdf,zip,gz,tgz,mp3,mp4,webm,wasm,snap,lock,map}";

export const PRETTIER_CALL: KnownTool = {
  role: "format",
  preset: "prettier",
  grammar: {
    flags:
      "--experimental-cli --no-semi --semi --single-quote --jsx-single-quote --no-bracket-spacing --use-tabs --no-config --no-editorconfig --with-node-modules --prose-wrap-always --no-plugin-search",
    values:
      "--config --config-precedence --ignore-path --plugin --plugin-search-dir --parser --print-width --tab-width --trailing-comma --arrow-parens --end-of-line --prose-wrap --quote-props",
    idle: "--check -c --list-different -l --ignore-unknown -u --cache --color --no-color --no-error-on-unmatched-pattern --no-cache --cache-write",
    idleValues: "--log-level --loglevel --cache-location --cache-strategy",
    edits: "--write -w",
    wide: "--stdin-filepath --find-config-path --file-info --support-info",
  },
  translate(use, options) {
    const { repository, cwd } = use;
    const looks = ["--check", "-c", "--list-different", "-l"].some((option) => options.given.has(option));
    if (!looks && !options.isEditing) return { why: "it only prints" };
    if (options.positionals.length === 0) return { why: "it gets no files" };
    const found = toGlobs(options.positionals, { cwd, repository, inDirectory: ["**"] });
    if ("why" in found) return found;
    // Prettier fails on a link that it is given, and skips links in directories.
    const links = repository.match(found).filter((path) => repository.links.includes(path));
    const isAll = found.some((glob) => glob.endsWith("**"));
    const files = [...found, ...(isAll ? [NEVER] : []), ...links.map((path) => `!${path}`)];
    return { args: [...options.kept, ...PRESETS.prettier.args], files };
  },
};

/** A tool that only needs to know which files to check; `needsFiles` if it has no default. */
function plain(
  preset: "xo" | "standard" | "stylelint" | "markdownlint",
  grammar: KnownTool["grammar"],
  needsFiles = false,
): KnownTool {
  const { args, files = [] } = PRESETS[preset];
  return {
    role: "lint",
    preset,
    grammar,
    translate(use, options): Drafted | Wide {
      if (needsFiles && options.positionals.length === 0) return { why: "it gets no files" };
      const { cwd, repository } = use;
      const packageJson = readManifest(join(repository.root, cwd)) as Record<string, unknown> | null;
      if (/"extensions?"/.test(JSON.stringify(packageJson?.[preset] ?? {})))
        return { why: "its settings add other files" };
      if (preset === "xo" && repository.named(/^(?:xo\.config\.\w+|\.xo-config(?:\.\w+)?)$/).length > 0)
        return { why: "its configuration is code" };
      if (
        preset === "stylelint" &&
        options.positionals.some(({ text }) => repository.isDirectory(pathBelow(cwd, text)))
      )
        return { why: "it gets a directory" };
      const found = globs(use, options, files);
      if ("why" in found) return found;
      // It skips hidden files when it searches by itself.
      const hidden = preset === "markdownlint" && !options.given.has("--dot") ? ["!**/.*", "!**/.*/**"] : [];
      return { args: [...options.kept, ...args], files: [...found, ...hidden] };
    },
  };
}

export const XO_CALL = plain("xo", {
  flags: "--space --no-semicolon --prettier --quiet --env --global",
  values: "--config --rule --ignore",
  idle: "--cache --no-cache",
  idleValues: "--reporter",
  edits: "--fix",
  wide: "--stdin --print-config --cwd --ext --extension",
});

export const STANDARD_CALL = plain("standard", {
  flags: "--verbose",
  values: "--global --plugin --env --parser --ignore",
  edits: "--fix",
  wide: "--stdin --ext",
});

export const STYLELINT_CALL = plain(
  "stylelint",
  {
    flags:
      "--quiet --report-needless-disables --rd --report-invalid-scope-disables --risd --report-descriptionless-disables --rdd",
    values: "--config --config-basedir --custom-syntax --ignore-path -i --ignore-pattern --ip",
    idle: "--cache --color --no-color --allow-empty-input --aei",
    idleValues: "--formatter -f --cache-location --output-file -o",
    edits: "--fix",
    wide: "--stdin --max-warnings --mw --print-config",
  },
  true,
);

export const MARKDOWNLINT_CALL = plain(
  "markdownlint",
  {
    flags: "--dot -d",
    values: "--config -c --ignore -i --ignore-path -p --rules -r --disable --enable",
    idle: "--quiet -q",
    edits: "--fix -f",
    wide: "--stdin -s --output -o --json -j",
  },
  true,
);
