import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";

const shared: UserConfig = { platform: "node", target: "node20.19", fixedExtension: false };

const LIBRARY = { index: "src/index.ts", workflow: "src/workflow.ts" };
const COMMAND_LINE = { cli: "src/cli/main.ts" };

/**
 * What is written in JavaScript is bundled, so that a run opens few files; what comes with a binary stays outside.
 * Either is loaded only by the stages that need it.
 */
const BUNDLED: UserConfig = {
  deps: { alwaysBundle: [/^(?!node:|oxc-|@photostructure\/|@parcel\/|\.)/] },
  dts: false,
};

/**
 * What comes with a binary is loaded when it is first used. And in a file without any other character, the engine
 * keeps each in one byte.
 */
const finishOneFile = {
  name: "finish-one-file",
  generateBundle(_: unknown, bundle: Record<string, { code?: string }>): void {
    for (const file of Object.values(bundle))
      if (file.code !== undefined)
        file.code = file.code
          .replace(/=(require\(`oxc-\w+`\))/g, "=new Proxy({},{get:(_,name)=>$1[name]})")
          .replace(/[^\0-\x7f]/g, escapeUnit);
  },
};

/** So that the page is the same bytes wherever it is written. */
const writeInAscii = {
  name: "write-in-ascii",
  generateBundle(_: unknown, bundle: Record<string, { code?: string }>): void {
    for (const file of Object.values(bundle))
      if (file.code !== undefined) file.code = file.code.replace(/[^\0-\x7f]/g, escapeUnit);
  },
};

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What nearly every run needs: these, and what they import at once. */
const NEEDED = [
  "cli/main",
  "cli/program",
  "cli/commands/verify-command",
  "report/run/text",
  "graph/languages/javascript",
];
const PACKAGES = /\/node_modules\/(?:commander|es-module-lexer|picomatch|yaml)\//;
const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"(\.[^"]+\.ts)"/gm;

const forRun = new Set<string>();
for (const name of NEEDED) addForRun(join(import.meta.dirname, "src", `${name}.ts`));

function addForRun(file: string): void {
  if (forRun.has(file)) return;
  forRun.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT))
    addForRun(join(dirname(file), path));
}

function isForRun(id: string): boolean {
  return forRun.has(id) || PACKAGES.test(id);
}

const config: UserConfig[] = defineConfig([
  { ...shared, ...BUNDLED, entry: { ...LIBRARY, ...COMMAND_LINE }, format: "esm", clean: true },
  // Types of dependencies are left to them: copied, they do not compile where a project checks its libraries too.
  { ...shared, entry: LIBRARY, format: "esm", dts: { emitDtsOnly: true }, clean: false },
  // One file, whose compiled form can be kept. Names stay, for what a crash prints.
  {
    ...shared,
    ...BUNDLED,
    entry: COMMAND_LINE,
    format: "cjs",
    clean: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    outputOptions: {
      // Shared by several files, the schema library has to be whole in one of its own.
      codeSplitting: {
        groups: [
          { name: "run", test: isForRun },
          { name: "schemas", test: /\/node_modules\/zod\// },
        ],
      },
      chunkFileNames: ({ name }) => (name === "run" ? "run.cjs" : "[name]-[hash].cjs"),
      dynamicImportInCjs: false,
      strictExecutionOrder: true,
    },
    plugins: [finishOneFile],
  },
  // What runs in threads: one file that starts fast, because it contains only what they do.
  {
    ...shared,
    ...BUNDLED,
    entry: { "extract-in-thread": "src/graph/many/extract-in-thread.ts" },
    format: "cjs",
    clean: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    outputOptions: { codeSplitting: false, strictExecutionOrder: true },
    plugins: [finishOneFile],
  },
  // The page of the dashboard: one script that needs nothing else.
  {
    entry: { page: "src/page/main.tsx" },
    platform: "browser",
    target: "es2022",
    format: "iife",
    deps: { alwaysBundle: [/./] },
    dts: false,
    clean: false,
    minify: true,
    tsconfig: "src/page/tsconfig.json",
    outputOptions: { entryFileNames: "page.js" },
    plugins: [writeInAscii],
  },
  {
    ...shared,
    entry: { start: "src/cli/start.ts" },
    deps: { alwaysBundle: ["std-env"] },
    format: "cjs",
    dts: false,
    clean: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    plugins: [finishOneFile],
  },
]) as UserConfig[];
export default config;
