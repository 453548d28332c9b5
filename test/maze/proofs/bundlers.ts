import type { Proof } from "../proof.ts";
import { HOW_LOADED, NO_JSCONFIG, PUBLIC, typescript, VITE_LOOKS } from "../reasons.ts";

const SOURCES = ["packages/a/src/*.{js,ts}"];
const B = ["packages/b/src/*.{js,ts}"];
const outputs = ["**/dist/**"];

/** What is not looked for, because the maze has no style sheets for a bundler of modules. */
const WITHOUT_STYLES: Pick<Proof, "unsought" | "unopened"> = {
  unsought: {
    ...NO_JSCONFIG,
    "all of postcss": "read for style sheets",
    "all of browserslist": "read by plugins of PostCSS",
  },
  unopened: {
    "packages/a/tsconfig.json": "it reads the one where it is started",
    "postcss.config.cjs": "read for style sheets",
  },
};

export const BUNDLERS: readonly Proof[] = [
  {
    tool: "vite",
    from: "table",
    files: {
      "vite.config.js":
        'import { shared } from "./vite.shared.js";\n\nexport default { ...shared, build: { lib: { entry: "packages/a/src/main.js", formats: ["es"] }, outDir: "dist/vite" } };\n',
      "vite.shared.js": 'export const shared = { appType: "custom" };\n',
      "postcss.config.cjs": "module.exports = { plugins: [] };\n",
      "packages/b/index.html": '<script type="module" src="./src/page.js"></script>\n',
      "packages/b/src/page.js": 'import "./style.css";\n',
    },
    checks: [
      { type: "build", command: "vite", args: ["build"], files: SOURCES, outputs },
      {
        type: "build",
        command: "vite",
        args: ["build"],
        files: [...B, "packages/b/index.html"],
        cwd: "packages/b",
        outputs,
      },
    ],
    open: { ...VITE_LOOKS, ...PUBLIC },
    unsought: { ...NO_JSCONFIG, "all of browserslist": "read by plugins of PostCSS" },
  },
  {
    tool: "webpack",
    from: "table",
    files: {
      "webpack.config.js":
        'import { shared } from "./webpack.shared.js";\n\nexport default { ...shared, entry: "./packages/a/src/main.js", output: { path: `${import.meta.dirname}/dist/webpack` }, module: { rules: [{ test: /main\\.js$/, use: "babel-loader" }] } };\n',
      "webpack.shared.js": 'export const shared = { mode: "production" };\n',
    },
    checks: [
      { type: "build", command: "webpack", files: SOURCES, outputs },
      {
        type: "build",
        command: "webpack",
        args: ["--mode=production", "--entry=./src/main.js"],
        files: B,
        cwd: "packages/b",
        outputs,
      },
    ],
    unsought: typescript("read where resolve.tsconfig says so, and by loaders").unsought,
    unopened: {
      ...typescript("read where resolve.tsconfig says so, and by loaders").unopened,
      "postcss.config.cjs": "read by postcss-loader",
    },
  },
  {
    tool: "rollup",
    from: "table",
    files: {
      "rollup.config.js":
        'import babel from "@rollup/plugin-babel";\nimport { shared } from "./rollup.shared.js";\n\nexport default { ...shared, input: "packages/a/src/main.js", plugins: [babel({ babelHelpers: "bundled" })] };\n',
      "rollup.shared.js": 'export const shared = { output: { dir: "dist/rollup" } };\n',
    },
    checks: [
      { type: "build", command: "rollup", args: ["-c"], files: SOURCES, outputs },
      {
        type: "build",
        command: "rollup",
        args: ["src/main.js", "--dir=dist"],
        files: B,
        cwd: "packages/b",
        outputs,
      },
    ],
    open: { "node_modules/{buffer-from,source-map-support}{,/**}": "shows where errors in its settings are" },
    unopened: { "packages/b/package.json": HOW_LOADED },
  },
  {
    tool: "esbuild",
    from: "table",
    checks: [
      {
        type: "build",
        command: "esbuild",
        args: ["packages/a/src/index.ts", "--bundle", "--outdir=dist/esbuild"],
        files: SOURCES,
        outputs,
      },
      {
        type: "build",
        command: "esbuild",
        args: ["src/index.ts", "--bundle", "--outdir=dist"],
        files: B,
        cwd: "packages/b",
        outputs,
      },
    ],
    unsought: NO_JSCONFIG,
  },
  {
    tool: "tsup",
    from: "table",
    files: {
      "tsup.config.ts":
        'import { shared } from "./tsup.shared";\n\nexport default { ...shared, entry: ["packages/a/src/index.ts"] };\n',
      "tsup.shared.ts": 'export const shared = { outDir: "dist/tsup" };\n',
    },
    checks: [
      { type: "build", command: "tsup", files: SOURCES, outputs },
      { type: "build", command: "tsup", args: ["src/index.ts"], files: B, cwd: "packages/b", outputs },
    ],
    ...WITHOUT_STYLES,
  },
  {
    tool: "tsdown",
    from: "table",
    files: {
      "tsdown.config.ts":
        'import { shared } from "./tsdown.shared.ts";\n\nexport default { ...shared, entry: ["packages/a/src/index.ts"] };\n',
      "tsdown.shared.ts": 'export const shared = { outDir: "dist/tsdown" };\n',
    },
    checks: [
      { type: "build", command: "tsdown", files: SOURCES, outputs },
      { type: "build", command: "tsdown", args: ["src/index.ts"], files: B, cwd: "packages/b", outputs },
    ],
    ...WITHOUT_STYLES,
  },
];
