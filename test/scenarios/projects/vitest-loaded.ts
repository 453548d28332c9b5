import type { CheckInput } from "../../../src/index.ts";
import { type Scenario, vitestCase } from "../scenario.ts";

const VITEST: CheckInput = { name: "test", uses: "vitest", files: ["**/*.test.ts"] };
const TOOLS = ["vitest"];
const FS = `import { readFileSync, statSync } from "node:fs";`;

/** What vitest loads for all tests, and single tests import too. */
export const VITEST_LOADED: readonly Scenario[] = [
  {
    name: "a setup file and a serializer that one test imports",
    kind: "vitest: loaded for all, imported by one",
    tools: TOOLS,
    files: {
      "vitest.config.mjs": `export default { test: { setupFiles: ["./test/setup.ts"], snapshotSerializers: ["./test/serializer.ts"] } };\n`,
      "test/setup.ts": `Object.assign(globalThis, { zone: "UTC" });\nexport const kit = 1;\n`,
      "test/serializer.ts": `export default { test: (value: unknown) => value === 7, serialize: () => "seven" };\n`,
      "src/imports.test.ts": vitestCase(
        `import { kit } from "../test/setup";\nimport serializer from "../test/serializer";`,
        "kit === 1 && serializer.test(7)",
      ),
      "src/zone.test.ts": vitestCase("", `(globalThis as { zone?: string }).zone === "UTC"`),
      "src/seven.test.ts": `import { expect, it } from "vitest";\nit("holds", () => expect(7).toMatchInlineSnapshot(\`seven\`));\n`,
    },
    checks: [VITEST],
    mutations: [
      {
        name: "the setup file edited",
        steps: [{ replace: ["test/setup.ts", "UTC", "CET"] }],
        runs: ["test src/zone.test.ts"],
      },
      {
        name: "the serializer edited",
        steps: [{ replace: ["test/serializer.ts", "seven", "SEVEN"] }],
        runs: ["test src/seven.test.ts"],
      },
    ],
  },
  {
    name: "a setup file and a plugin that read what one test imports",
    kind: "vitest: read for all, imported by one",
    tools: TOOLS,
    files: {
      "vitest.config.mjs": `${FS}\nconst version = () => readFileSync(["version", "json"].join("."), "utf8").trim();\nexport default { plugins: [{ name: "version", transform: (code) => (code.includes("__VERSION__") ? code.replaceAll("__VERSION__", version()) : undefined) }], test: { setupFiles: ["./test/setup.ts"] } };\n`,
      "version.json": "1\n",
      "test/setup.ts": `${FS}\nimport { beforeEach } from "vitest";\nbeforeEach(() => { Object.assign(globalThis, { word: readFileSync(["test", "word.json"].join("/"), "utf8").trim() }); });\n`,
      "test/word.json": `"good"\n`,
      "src/imports.test.ts": vitestCase(
        `import version from "../version.json";\nimport word from "../test/word.json";`,
        `version > 0 && word !== ""`,
      ),
      "src/version.test.ts": vitestCase("declare const __VERSION__: number;", "__VERSION__ === 1"),
      "src/word.test.ts": vitestCase("", `(globalThis as { word?: string }).word === '"good"'`),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "what the setup file reads edited",
        steps: [{ write: { "test/word.json": `"bad"\n` } }],
        runs: ["test src/word.test.ts"],
      },
      {
        name: "what the plugin reads edited",
        steps: [{ write: { "version.json": "2\n" } }],
        runs: ["test src/version.test.ts"],
      },
    ],
  },
  {
    name: "a configuration that asks whether a file is there",
    kind: "vitest: asked by the configuration",
    tools: TOOLS,
    files: {
      "vitest.config.mjs": `${FS}\nconst isLocal = statSync(new URL("./settings/local.txt", import.meta.url), { throwIfNoEntry: false }) !== undefined;\nexport default { define: { LOCAL: JSON.stringify(isLocal) } };\n`,
      "settings/README.txt": "Settings.\n",
      "src/local.test.ts": vitestCase("declare const LOCAL: boolean;", "!LOCAL"),
      "src/other.test.ts": vitestCase("", "true"),
    },
    checks: [VITEST],
    mutations: [
      {
        name: "it appears",
        steps: [{ write: { "settings/local.txt": "" } }],
        runs: ["test src/local.test.ts"],
      },
    ],
  },
];
