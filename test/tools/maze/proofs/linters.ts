import type { Proof } from "../proof.ts";

const MAINS = ["packages/*/src/main.js"];

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
];
