import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createPackages } from "../../../src/units/packages/packages.ts";
import { createImportersOf, type Programs } from "../../../src/units/sight/program-members.ts";
import { graphOf, p } from "../../graph/repository.ts";
import { realTree } from "../real-tree.ts";

interface Case {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly ignored?: Readonly<Record<string, string>>;
  readonly programs?: Programs;
  readonly target?: string;
  /** Whether the settings of a program name the target. */
  readonly isNamed: boolean;
  /** The settings that the compiler is asked about. */
  readonly settings?: string;
}

async function ask({ files, ignored = {}, programs = ["nearest"], target = "src/a.ts" }: Case) {
  const all = { "src/a.ts": "export const a = 1;\n", "src/index.ts": `export * from "./a";\n`, ...files };
  const { graph, snapshot, root } = await graphOf({ files: all, ignored });
  const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
  const tree = { ...realTree(snapshot, graph), textOf, packages: createPackages(root) };
  return { importers: createImportersOf(tree)(p(target), programs), root };
}

const CASES: readonly Case[] = [
  { what: "no list at all", files: { "tsconfig.json": "{}" }, isNamed: true },
  { what: "its directory", files: { "tsconfig.json": `{ "include": ["src"] }` }, isNamed: true },
  {
    what: "its directory with a slash",
    files: { "tsconfig.json": `{ "include": ["./src/"] }` },
    isNamed: true,
  },
  {
    what: "with comments",
    files: { "tsconfig.json": `// x\n{ /* "files": [] */ "include": ["src", /* "//" */], }` },
    isNamed: true,
  },
  { what: "a glob", files: { "tsconfig.json": `{ "include": ["src/**/*.ts"] }` }, isNamed: true },
  { what: "its name", files: { "tsconfig.json": `{ "files": ["./src/a.ts"] }` }, isNamed: true },
  { what: "another file", files: { "tsconfig.json": `{ "files": ["src/index.ts"] }` }, isNamed: false },
  { what: "another directory", files: { "tsconfig.json": `{ "include": ["test"] }` }, isNamed: false },
  {
    what: "the level below",
    files: { "tsconfig.json": `{ "include": ["src/*"] }`, "src/b/a.ts": "export {};\n" },
    target: "src/b/a.ts",
    isNamed: false,
  },
  {
    what: "but excluded",
    files: { "tsconfig.json": `{ "include": ["src"], "exclude": ["src/a.ts"] }` },
    isNamed: false,
  },
  {
    what: "with its directory excluded",
    files: { "tsconfig.json": `{ "exclude": ["**/src"] }` },
    isNamed: false,
  },
  {
    what: "where the compiler writes",
    files: { "tsconfig.json": `{ "compilerOptions": { "outDir": "src" } }` },
    isNamed: false,
  },
  {
    what: "in a hidden directory",
    files: { "tsconfig.json": `{ "include": ["**/*"] }`, ".hidden/a.ts": "export {};\n" },
    target: ".hidden/a.ts",
    isNamed: false,
  },
  {
    what: "beside a file of the same name that goes first",
    files: { "tsconfig.json": `{ "compilerOptions": { "allowJs": true } }`, "src/a.js": "export {};\n" },
    target: "src/a.js",
    isNamed: false,
  },
  {
    what: "by settings that they extend",
    files: { "tsconfig.json": `{ "extends": "./base/t.json" }`, "base/t.json": `{ "include": ["../src"] }` },
    isNamed: true,
  },
  {
    what: "not by settings that they extend",
    files: { "tsconfig.json": `{ "extends": "./base/t.json" }`, "base/t.json": `{ "include": ["src"] }` },
    isNamed: false,
  },
  {
    what: "from where the settings are",
    files: {
      "tsconfig.json": `{ "extends": "./base/t.json" }`,
      "base/t.json": `{ "include": ["\${configDir}/src"] }`,
    },
    isNamed: true,
  },
  {
    what: "with settings of a package that name nothing",
    files: { "tsconfig.json": `{ "extends": "settings" }` },
    ignored: {
      "node_modules/settings/package.json": `{ "name": "settings", "version": "1.0.0" }`,
      "node_modules/settings/tsconfig.json": `{ "compilerOptions": { "strict": true } }`,
    },
    isNamed: true,
  },
  {
    what: "with settings of a package that name something",
    files: { "tsconfig.json": `{ "extends": "settings/t.json" }` },
    ignored: {
      "node_modules/settings/package.json": `{ "name": "settings", "version": "1.0.0" }`,
      "node_modules/settings/t.json": `{ "files": ["x.ts"] }`,
      "node_modules/settings/x.ts": "",
    },
    isNamed: false,
  },
  {
    what: "by the nearest settings, and not by those above",
    files: { "tsconfig.json": `{ "include": ["src"] }`, "src/tsconfig.json": `{ "files": ["index.ts"] }` },
    settings: "src/tsconfig.json",
    isNamed: false,
  },
  {
    what: "by settings at a path",
    files: { "tsconfig.json": `{ "files": [] }`, "lint.json": `{ "include": ["src"] }` },
    programs: ["lint.json"],
    settings: "lint.json",
    isNamed: true,
  },
];

describe("a file that settings of a program name", () => {
  it.each(CASES)("is named ($isNamed) as the compiler says: $what", async (each) => {
    const { importers, root } = await ask(each);
    expect(importers === "").toBe(each.isNamed);
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
    const settings = join(root, each.settings ?? "tsconfig.json");
    const names = ts.getParsedCommandLineOfConfigFile(settings, {}, host)?.fileNames ?? [];
    expect(names.includes(join(root, each.target ?? "src/a.ts"))).toBe(each.isNamed);
  });

  it("may be named by settings that others refer to, for a service alone", async () => {
    const files = {
      "tsconfig.json": `{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }`,
      "tsconfig.app.json": `{ "include": ["src"] }`,
    };
    const each = { what: "", files, isNamed: true };
    expect((await ask({ ...each, programs: ["service"] })).importers).toBe("");
    expect((await ask({ ...each, programs: ["nearest"] })).importers).not.toBe("");
  });

  it("must be named by all that could be meant, if it is unknown which are", async () => {
    const files = { "tsconfig.json": "{}", "tsconfig.build.json": `{ "files": ["src/index.ts"] }` };
    const each = { what: "", files, programs: ["unknown"], isNamed: false };
    expect((await ask(each)).importers).not.toBe("");
    expect((await ask({ ...each, files: { "tsconfig.json": "{}" } })).importers).toBe("");
  });
});

it("counts who leads to a file that nothing names", async () => {
  const settings = { "tsconfig.json": `{ "files": ["src/index.ts"] }` };
  const each = { what: "", isNamed: false };
  const { importers } = await ask({ ...each, files: settings });
  const alone = await ask({ ...each, files: { ...settings, "src/index.ts": "export {};\n" } });
  expect(alone.importers).not.toBe(importers);
  const same = await ask({ ...each, files: { ...settings, "src/index.ts": `// x\nexport * from "./a";\n` } });
  expect(same.importers).toBe(importers);
});
