import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { install } from "../rig/fake-tools.ts";
import { rigWith, verified } from "../rig/incremental.ts";

type Files = Readonly<Record<string, string>>;

interface Row {
  readonly tool: string;
  readonly files?: Files;
  /** A file that counts for the target, though only the settings of the tool lead to it. */
  readonly counts: string;
  /** One beside it that does not. */
  readonly other: string;
  readonly check?: Partial<CheckInput>;
}

/** Settings, and what they lead to, as real tools read them in the maze of test/maze. */
const ROWS: readonly Row[] = [
  {
    tool: "prettier",
    files: { ".prettierrc": 'plugins: ["./own.mjs"]\n', "own.mjs": "export const languages = [];\n" },
    counts: "own.mjs",
    other: "other.mjs",
  },
  {
    tool: "prettier",
    files: { ".prettierrc": "tailwindStylesheet: ./src/theme.css\n", "src/theme.css": "" },
    counts: "src/theme.css",
    other: "src/other.css",
  },
  {
    tool: "stylelint",
    files: {
      ".stylelintrc.json":
        '{ "rules": { "csstools/value-no-unknown-custom-properties": [true, { "importFrom": ["./src/vars.css"] }] } }\n',
      "src/vars.css": "",
    },
    counts: "src/vars.css",
    other: "src/other.css",
  },
  extending("stylelint", "json", { ".stylelintrc": '// ours\n{ "extends": "./base.json" }\n' }),
  { tool: "stylelint", counts: "stylelint-suppressions.json", other: "oxlint-suppressions.json" },
  { tool: "oxlint", counts: "oxlint-suppressions.json", other: "stylelint-suppressions.json" },
  {
    tool: "mocha",
    files: { ".mocharc.json": '{ "require": ["./test/setup"] }', "test/setup.js": "1;\n" },
    counts: "test/setup.js",
    other: "test/other.js",
    check: { type: "test" },
  },
  {
    tool: "vitest",
    files: {
      "vitest.config.ts": 'export default { test: { setupFiles: ["./setup"] } };\n',
      "src/setup.ts": "1;\n",
    },
    counts: "src/setup.ts",
    other: "other/setup.ts",
    check: { type: "test", cwd: "src", files: ["src/a.js"] },
  },
  { tool: "vitest", counts: ".env.test", other: ".npmrc", check: { type: "test" } },
  {
    tool: "jest",
    files: {
      "jest.config.js": 'import shared from "./jest.shared.js";\nexport default shared;\n',
      "jest.shared.js": "export default {};\n",
    },
    counts: "jest.shared.js",
    other: "other.shared.js",
    check: { type: "test", args: ["--runTestsByPath", "{files}"] },
  },
  { tool: "babel", counts: ".babelignore", other: ".otherignore" },
  { tool: "babel", counts: "browserslist-stats.json", other: "stats.json" },
  extending("ruff", "toml", { "pyproject.toml": '[tool.ruff]\nextend = "./base.toml"\n' }),
  { tool: "pytest", counts: "pytest.toml", other: "other.toml" },
  { tool: "pytest", counts: "src/__init__.py", other: "other/__init__.py" },
];

/** Settings that name a file `base` of this kind. */
function extending(tool: string, kind: string, settings: Files): Row {
  const counts = `base.${kind}`;
  return { tool, files: { ...settings, [counts]: "" }, counts, other: `other.${kind}` };
}

describe("without a tracer, settings lead to what their tool reads", () => {
  it.for(ROWS)(
    "without a tracer, settings lead to what their tool reads: $tool, $counts",
    async ({ tool, files = {}, counts, other, check }) => {
      const rig = rigWith({
        name: "check",
        type: "lint",
        command: tool,
        args: ["{files}"],
        files: ["src/a.js"],
        follow: "none",
        ...check,
      });
      install(rig, tool);
      for (const [path, text] of Object.entries({ "src/a.js": "1;\n", ...files })) rig.write(path, text);
      rig.commitAll();
      const filesAfter = async (path: string): Promise<number> => {
        rig.write(path, "1\n");
        return (await verified(rig)).filesVerified;
      };
      await verified(rig);
      expect(await filesAfter(other)).toBe(0);
      expect(await filesAfter(counts)).toBe(1);
    },
  );
});
