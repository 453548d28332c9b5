import type { Proof } from "../proof.ts";
import { HOW_LOADED } from "../reasons.ts";

const TEXTS = ["packages/*/README.md"];
const LISTS = "it lists directories and picks the names it knows";
const NO_MANIFESTS = {
  "package.json": HOW_LOADED,
  "packages/a/package.json": HOW_LOADED,
  "packages/b/package.json": HOW_LOADED,
};
const ENDINGS = ["json", "jsonc", "yml", "toml", "js", "mjs", "cjs", "ts", "mts", "cts"];
const CSPELL_OTHERS = [
  ".cspell.json",
  "cSpell.json",
  ".cSpell.json",
  "{cspell,.cspell}.{jsonc,yaml,yml}",
  ".cspell.config.yaml",
  ...["cspell", ".cspell"].flatMap((name) => ENDINGS.map((ending) => `${name}.config.${ending}`)),
  ".vscode/{cspell,cSpell,.cspell}.json",
  ".config/{cspell,.cspell,cSpell,.cSpell}.json",
  ".config/{cspell.jsonc,.cspell.jsonc,cspell.yaml,cspell.yml}",
  ".config/{cspell,.cspell}.config.{json,jsonc,yaml,yml,toml,js,mjs,cjs,ts,mts,cts}",
];

/** Tools for style sheets and for words. */
export const STYLES: readonly Proof[] = [
  {
    tool: "stylelint",
    from: "table",
    files: {
      ".stylelintrc": '{ "extends": ["stylelint-config-recommended", "./stylelint.shared.json"] }\n',
      "stylelint.shared.json": '{ "rules": { "color-no-invalid-hex": true } }\n',
      "packages/a/stylelint.config.js": 'export default { rules: { "color-no-invalid-hex": true } };\n',
      ".stylelintignore": "dist\n",
    },
    checks: [{ uses: "stylelint", files: ["packages/*/src/style.css"] }],
    open: { ".stylelintcache": "removed where it is there, and read only with --cache" },
    unsought: {
      "all of browserslist": "read by plugins about what browsers know",
      "all of postcss": "read by plugins that run PostCSS",
    },
    unopened: { "postcss.config.cjs": "read by plugins that run PostCSS" },
  },
  {
    tool: "markdownlint",
    from: "table",
    files: {
      ".markdownlint.json": '{ "extends": "./markdown.shared.json" }\n',
      "markdown.shared.json": '{ "MD013": false }\n',
      ".markdownlintignore": "dist\n",
      "packages/a/.markdownlint.yaml": "MD013: false\n",
    },
    checks: [
      { uses: "markdownlint", files: TEXTS },
      { uses: "markdownlint", files: TEXTS, cwd: "packages/b" },
    ],
    unopened: { ...NO_MANIFESTS, "packages/a/.markdownlint.yaml": "it looks only where it is started" },
  },
  {
    tool: "markdownlint-cli2",
    from: "table",
    files: { ".markdownlint-cli2.jsonc": '{ "config": { "MD013": false }, "gitignore": true }\n' },
    checks: [{ uses: "markdownlint-cli2", files: TEXTS }],
    open: { dist: "a line of .gitignore, which it takes for a directory" },
    unopened: NO_MANIFESTS,
  },
  {
    tool: "cspell",
    from: "table",
    files: {
      "cspell.json":
        '{ "import": ["./cspell.shared.json"], "useGitignore": true, "dictionaryDefinitions": [{ "name": "own", "path": "./words.txt" }], "dictionaries": ["own"] }\n',
      "cspell.shared.json": '{ "words": ["maze"] }\n',
      "words.txt": "maze\n",
      "packages/a/cspell.config.yaml": "words: [maze]\n",
    },
    checks: [{ type: "lint", command: "cspell", args: ["--no-progress", "{files}"], files: TEXTS }],
    open: { ".cspellcache": "read only with --cache" },
    unsought: Object.fromEntries(CSPELL_OTHERS.map((name) => [name, LISTS])),
  },
];
