import type { Proof } from "../proof.ts";

const MAINS = ["packages/*/src/main.js"];
const STYLES = ["packages/*/src/style.css"];
const TEXTS = ["packages/*/README.md"];

export const LINTERS: readonly Proof[] = [
  {
    tool: "eslint",
    from: "tools",
    files: {
      "eslint.config.js":
        'import shared from "./eslint.shared.js";\nimport ts from "typescript-eslint";\n\nexport default [{ ignores: ["dist"] }, ...shared, ts.configs.base];\n',
      "eslint.shared.js": 'export default [{ rules: { "no-debugger": "error" } }];\n',
      "packages/a/eslint.config.js": 'export { default } from "../../eslint.shared.js";\n',
    },
    checks: [{ uses: "eslint", files: MAINS }],
  },
  {
    tool: "prettier",
    from: "tools",
    files: {
      ".prettierignore": "dist\n",
      "packages/a/.prettierrc.json": '{ "printWidth": 100 }\n',
      "packages/a/.prettierignore": "",
    },
    checks: [{ uses: "prettier", files: MAINS }],
  },
  {
    tool: "oxfmt",
    from: "table",
    files: {
      ".oxfmtrc.json": '{ "printWidth": 100 }\n',
      "packages/a/.oxfmtrc.jsonc": '{ "printWidth": 100 }\n',
    },
    checks: [{ type: "lint", command: "oxfmt", args: ["--check", "{files}"], files: MAINS }],
  },
  {
    tool: "oxlint",
    from: "tools",
    files: {
      ".oxlintrc.json": '{ "extends": ["./oxlint.shared.json"], "ignorePatterns": ["dist"] }\n',
      "oxlint.shared.json": '{ "rules": { "no-debugger": "error" } }\n',
      "packages/a/.oxlintrc.json": '{ "rules": { "no-debugger": "error" } }\n',
    },
    checks: [{ uses: "oxlint", files: MAINS }],
  },
  {
    tool: "biome",
    from: "tools",
    files: {
      "biome.json":
        '{ "extends": ["./biome.shared.json"], "vcs": { "enabled": true, "clientKind": "git", "useIgnoreFile": true }, "formatter": { "useEditorconfig": true } }\n',
      "biome.shared.json": '{ "linter": { "rules": { "recommended": true } } }\n',
      "packages/a/biome.json": '{ "root": false, "extends": "//" }\n',
    },
    checks: [{ uses: "biome", files: MAINS }],
  },
  {
    tool: "stylelint",
    from: "table",
    files: {
      ".stylelintrc.json": '{ "extends": ["stylelint-config-recommended", "./stylelint.shared.json"] }\n',
      "stylelint.shared.json": '{ "rules": { "color-no-invalid-hex": true } }\n',
      "packages/a/stylelint.config.js": "export default { rules: { \"color-no-invalid-hex\": true } };\n",
      ".stylelintignore": "dist\n",
    },
    checks: [{ uses: "stylelint", files: STYLES }],
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
  },
  {
    tool: "markdownlint-cli2",
    from: "table",
    files: { ".markdownlint-cli2.jsonc": '{ "config": { "MD013": false }, "gitignore": true }\n' },
    checks: [{ uses: "markdownlint-cli2", files: TEXTS }],
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
  },
  {
    tool: "knip",
    from: "tools",
    files: {
      "knip.json":
        '{ "workspaces": { ".": { "entry": ["*.config.{js,ts}"] }, "packages/*": { "entry": ["src/*.{js,ts}"] } }, "exclude": ["dependencies", "unlisted", "unresolved", "binaries", "files", "exports"] }\n',
    },
    checks: [
      { uses: "knip", args: ["--no-exit-code"] },
      { uses: "knip", args: ["--no-exit-code"], cwd: "packages/b" },
    ],
  },
  {
    tool: "depcruise",
    from: "table",
    files: {
      ".dependency-cruiser.cjs":
        'module.exports = { extends: "./.dependency-cruiser.shared.cjs", options: { tsConfig: { fileName: "tsconfig.json" } } };\n',
      ".dependency-cruiser.shared.cjs": "module.exports = { forbidden: [] };\n",
    },
    checks: [
      { type: "lint", command: "depcruise", args: ["packages/a/src/index.ts"], files: ["packages/a/src/*.ts"] },
      { type: "lint", command: "depcruise", args: ["--no-config", "src"], files: ["packages/b/src/*.{js,ts}"], cwd: "packages/b" },
    ],
  },
];
