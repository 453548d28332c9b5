import type { Files } from "./proof.ts";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The same for every tool: two packages, settings in the root and in one of them, settings that extend a sibling and a package,
 * files for which only some tools care, sources that import each other, and one test. The settings of each tool are decoys for
 * all others.
 */
export const MAZE: Files = {
  "package.json": json({
    name: "maze",
    private: true,
    type: "module",
    workspaces: ["packages/*"],
    browserslist: ["last 1 chrome version"],
  }),
  "README.md": "# Maze\n\nA way in, and a way out.\n",
  ".gitignore": "node_modules\ndist\n*.log\n",
  ".gitattributes": "*.png binary\n",
  ".editorconfig": "root = true\n\n[*]\nindent_style = space\nindent_size = 2\n",
  ".npmrc": "fund=false\n",
  ".nvmrc": "20\n",
  ".env": "MAZE=1\n",
  Makefile: "all:\n\ttrue\n",
  "tsconfig.json": json({
    extends: "./tsconfig.base.json",
    include: ["packages/*/src"],
  }),
  "tsconfig.base.json": json({
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2022",
      types: [],
      skipLibCheck: true,
    },
  }),
  "packages/a/package.json": json({
    name: "@maze/a",
    type: "module",
    main: "src/main.js",
    description: "The way in",
  }),
  "packages/a/README.md": "# Package A\n\nSee [the maze](../../README.md).\n",
  "packages/a/tsconfig.json": json({ extends: "../../tsconfig.base.json", include: ["src"] }),
  "packages/a/src/main.js": 'import { part } from "./part.js";\n\nexport const main = part + 1;\n',
  "packages/a/src/part.js": "export const part = 1;\n",
  "packages/a/src/index.ts": 'import { sum } from "./sum.js";\n\nexport const three: number = sum(1, 2);\n',
  "packages/a/src/sum.ts": "export function sum(a: number, b: number): number {\n  return a + b;\n}\n",
  "packages/a/src/style.css": "a {\n  color: red;\n}\n",
  "packages/b/package.json": json({ name: "@maze/b", type: "module", main: "src/main.js" }),
  "packages/b/README.md": "# Package B\n\nNothing here.\n",
  "packages/b/src/main.js": 'import { main } from "../../a/src/main.js";\n\nexport const other = main;\n',
  "packages/b/src/index.ts":
    'import { three } from "../../a/src/index.js";\n\nexport const four: number = three + 1;\n',
  "packages/b/src/style.css": "b {\n  color: blue;\n}\n",
};
