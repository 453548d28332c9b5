import type { Proof } from "../proof.ts";
import { HOW_LOADED, NO_JSCONFIG, typescript } from "../reasons.ts";

const MAINS = ["packages/*/src/main.js"];
const LISTS = "it lists directories and picks the names it knows";

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
    open: { ".eslintcache": "removed where it is there, and read only with --cache" },
    unsought: {
      ".eslintrc": "up to ESLint 9",
      ".eslintrc.*": "up to ESLint 9",
      "eslint-local-rules": "read by eslint-plugin-local-rules",
      "eslint-local-rules.*": "read by eslint-plugin-local-rules",
      "eslint-local-rules/**": "read by eslint-plugin-local-rules",
      ".eslint-plugin-local": "read by eslint-plugin-local",
      ".eslint-plugin-local.*": "read by eslint-plugin-local",
      ".eslint-plugin-local/**": "read by eslint-plugin-local",
    },
    unopened: {
      ...typescript("read for rules that look at types").unopened,
      "packages/b/package.json": HOW_LOADED,
    },
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
    open: { "**/.jj": "the root of a repository of Jujutsu, where ignore files above end to count" },
    unsought: {
      ".oxlintrc.jsonc": LISTS,
      "oxlint.config.*": LISTS,
      "all of git": "only where it searches for files",
      ...typescript("read for rules about imports and types").unsought,
    },
    unopened: {
      ".gitignore": "only where it searches for files",
      "package.json": HOW_LOADED,
      "packages/a/package.json": HOW_LOADED,
      "packages/b/package.json": HOW_LOADED,
      ...typescript("read for rules about imports and types").unopened,
    },
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
    unsought: { "tsconfig.*.json": "it does not follow extends", ...NO_JSCONFIG },
    unopened: { "tsconfig.base.json": "it does not follow extends" },
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
    unsought: NO_JSCONFIG,
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
      {
        type: "lint",
        command: "depcruise",
        args: ["packages/a/src/index.ts"],
        files: ["packages/a/src/*.ts"],
        follow: "content",
      },
      {
        type: "lint",
        command: "depcruise",
        args: ["--no-config", "src/main.js"],
        files: ["packages/b/src/*.js"],
        cwd: "packages/b",
        follow: "content",
      },
    ],
    open: { "packages/a/src/sum{,.[cm]js,.js.*}": "tried before .ts is taken for .js; nobody has both" },
    unsought: {
      ".dependency-cruiser/**": "a place for what its settings import",
      ...NO_JSCONFIG,
      "all of babel": "only where its settings say so",
      "all of browserslist": "comes with Babel",
    },
    unopened: {
      "babel.config.json": "only where its settings say so",
      "babel.shared.json": "only where its settings say so",
      "packages/a/.babelrc": "only where its settings say so",
      "packages/a/tsconfig.json": "its settings name another",
    },
  },
  {
    tool: "oxfmt",
    from: "table",
    files: {
      ".oxfmtrc.json": '{ "printWidth": 100 }\n',
      "packages/a/.oxfmtrc.jsonc": '{ "printWidth": 100 }\n',
    },
    checks: [{ type: "lint", command: "oxfmt", args: ["--check", "{files}"], files: MAINS }],
    unsought: { "oxfmt.config.*": LISTS, "all of git": "only where it searches for files" },
    unopened: {
      ".gitignore": "only where it searches for files",
      "package.json": HOW_LOADED,
      "packages/a/.prettierignore": "it looks for that where it is started",
      "packages/a/package.json": HOW_LOADED,
      "packages/b/package.json": HOW_LOADED,
    },
  },
  {
    tool: "prettier",
    from: "tools",
    files: {
      ".prettierignore": "dist\n",
      "packages/a/.prettierrc": 'plugins:\n  - "./prettier.plugin.mjs"\n',
      "packages/a/prettier.plugin.mjs": "export const languages = [];\n",
      "packages/a/.prettierignore": "",
    },
    checks: [{ uses: "prettier", files: MAINS }],
    open: { "**/.hg": "the root of a repository of Mercurial, where the search for .editorconfig ends" },
    unopened: { "packages/a/.prettierignore": "it looks for that where it is started" },
  },
];
