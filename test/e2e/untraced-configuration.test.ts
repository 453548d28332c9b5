import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput, UnitExplanation } from "../../src/index.ts";
import { shortHash } from "../../src/values/short-hash.ts";
import { after, bring, CHECKS, install, project } from "../rig/fake-tools.ts";
import { ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

describe("without a tracer, a configuration file counts for the tools that read it", () => {
  const files = {
    "package.json": JSON.stringify({ name: "a", version: "1.0.0", scripts: { a: "b" }, prettier: {} }),
    "README.md": "# a\n\n[b](src/a.js)\n",
    ".prettierrc": '{ "semi": true }',
    "eslint.config.js":
      'import own from "./rules/own.js";\nexport default [{ ignores: ["src/b.js"] }, own];\n',
    "rules/own.js": "export default {};\n",
    "renovate.json": '{ "extends": ["./src/a.js"] }',
    "components.json": '{ "all": ["src/a.js", "src/b.js", "README.md"] }',
    "src/a.js": "export const a = 1;\n",
    "src/b.js": "export const b = 1;\n",
  };

  it("without a tracer, a configuration file counts for the tools that read it, and for no other", async () => {
    const rig = await project(files, "lint");
    expect(await after(rig, "README.md", "# b\n")).toEqual([]);
    expect(await after(rig, ".prettierrc", '{ "semi": false }')).toEqual([]);
    expect(await after(rig, "renovate.json", "{}")).toEqual([]);
    expect(await after(rig, ".github/workflows/ci.yml", "on: push\n")).toEqual([]);
    expect(await after(rig, "Dockerfile", "FROM scratch\n")).toEqual([]);
    expect(await after(rig, "components.json", "{}")).toEqual([]);
    expect(await after(rig, "rules/own.js", "export default [];\n")).toEqual(["src/a.js", "src/b.js"]);
    expect(await after(rig, ".eslintrc.json", "{}")).toEqual(["src/a.js", "src/b.js"]);
  });

  it("without a tracer, a configuration file counts for the tools that read it by what it loads, and not by what it selects", async () => {
    const rig = await project(files, "lint");
    // One of its fields names it, and loads nothing.
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual(["src/b.js"]);
  });

  it("without a tracer, a configuration file counts for the tools that read it with a package.json by the fields that the tool reads", async () => {
    const rig = await project(files, "format");
    const manifest = (fields: object): string =>
      JSON.stringify({ ...JSON.parse(files["package.json"]), ...fields });
    expect(await after(rig, "package.json", manifest({ version: "2.0.0", description: "c" }))).toEqual([]);
    expect(
      await after(rig, "package.json", manifest({ scripts: { a: "c" }, jest: { verbose: true } })),
    ).toEqual([]);
    expect(await after(rig, "package.json", manifest({ prettier: { semi: false } }))).toEqual([
      "src/a.js",
      "src/b.js",
    ]);
    expect(await after(rig, "package.json", manifest({ prettier: { semi: false }, type: "module" }))).toEqual(
      ["src/a.js", "src/b.js"],
    );
  });

  it("without a tracer, a configuration file counts for the tools that read it with setup files that it names without their extension", async () => {
    const rig = await project(
      {
        "vitest.config.ts":
          'export default { test: { coverage: { exclude: ["./src/b.js"] }, setupFiles: ["./test/setup"] } };\n',
        "test/setup.ts": 'import "../src/a.js";\n',
        "src/a.js": "export const a = 1;\n",
        "src/b.js": "export const b = 1;\n",
        "test/one.test.ts": "1;\n",
      },
      "test",
    );
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual([]);
    expect(await after(rig, "src/a.js", "export const a = 2;\n")).toEqual([
      "test/one.test.ts",
      "test/setup.ts",
    ]);
  });

  it.each([
    ["jest", { "jest.config.js": 'module.exports = { setupFiles: ["<rootDir>/support/setup"] };\n' }],
    ["jest", { "package.json": '{ "jest": { "testEnvironment": "./support/setup" } }' }],
    ["mocha", { ".mocharc.json": '{ "require": ["./support/setup"] }' }],
    ["mocha", { ".mocharc.yml": "require:\n  - ./support/setup\n" }],
  ])("without a tracer, what the preset of %s loads counts: %o", async (uses, files) => {
    const rig = rigWith({ name: "test", uses, files: ["test/**"] } as CheckInput);
    install(rig, uses);
    for (const [path, text] of Object.entries({
      "package.json": "{}",
      "support/setup.js": 'require("./base");\n',
      "support/base.js": "1;\n",
      "support/other.js": "1;\n",
      "test/one.test.js": "1;\n",
      ...files,
    }))
      rig.write(path, text);
    rig.commitAll();
    await rig.json();
    ran(rig);
    expect(await after(rig, "support/other.js", "2;\n")).toEqual([]);
    expect(await after(rig, "support/base.js", "2;\n")).toContain("test/one.test.js");
  });

  it("without a tracer, a configuration file counts for the tools that read it with files of variables, whether git knows them or not", async () => {
    const rig = await project(
      { "test/one.test.js": "1;\n", ".env": "A=1\n", ".gitignore": ".env.local\n.ran\nnode_modules\n" },
      "test",
    );
    expect(await after(rig, ".env", "A=2\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, ".env.local", "A=3\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, ".env.example", "A=3\n")).toEqual([]);
  });

  it("without a tracer, a configuration file counts for the tools that read it with plugins that live in the repository", async () => {
    const rig = await project(
      {
        ".eslintrc.json": '{ "plugins": ["own"] }',
        "package.json":
          '{ "name": "a", "workspaces": ["packages/*"], "devDependencies": { "eslint-plugin-own": "*" } }',
        "packages/own/package.json":
          '{ "name": "eslint-plugin-own", "version": "1.0.0", "main": "index.js" }',
        "packages/own/index.js": "module.exports = {};\n",
        "src/a.js": "1;\n",
      },
      "lint",
    );
    symlinkSync("../packages/own", join(rig.root, "node_modules/eslint-plugin-own"));
    await verified(rig);
    ran(rig);
    expect(await after(rig, "packages/own/index.js", "module.exports = { rules: {} };\n")).toEqual([
      "src/a.js",
    ]);
  });

  it("without a tracer, a configuration file counts for the tools that read it as the check says itself, and the message names the line where nothing matches", async () => {
    const rig = await project(files, "lint");
    rig.checks({ ...CHECKS["lint"], configuration: ["renovate.json"] } as CheckInput);
    await verified(rig);
    ran(rig);
    expect(await after(rig, "rules/own.js", "export default {};\n// 1\n")).toEqual([]);
    expect(await after(rig, "renovate.json", '{ "a": 1 }')).toEqual(["src/a.js", "src/b.js"]);
    rig.checks({ ...CHECKS["lint"], configuration: "none" } as CheckInput);
    await verified(rig);
    ran(rig);
    expect(await after(rig, "renovate.json", '{ "a": 2 }')).toEqual([]);
    rig.checks({ ...CHECKS["lint"], configuration: ["nothing.*"] } as CheckInput);
    expect((await rig.verification()).stderr).toMatch(
      /verification\.\w+:\d+.*no file matches the configuration of "lint"/,
    );
  });
});

describe("a run says why so much of it ran", () => {
  it("a run says why so much of it ran where one thing made more than half of a check's files run again, and not for their own edits", async () => {
    const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`src/${name}.js`, "1;\n"]));
    const rig = await project({ ...files, ".prettierrc": "{}" }, "format");
    rig.write(".prettierrc", '{ "semi": false }');
    expect((await rig.verification()).stdout).toContain(
      "format ran 5 of 5 files again: .prettierrc changed\n",
    );
    for (const path of Object.keys(files)) rig.write(path, "2;\n");
    expect((await rig.verification()).stdout).not.toContain("again");
    bring(rig, "prettier", "3.0.0");
    expect((await rig.verification()).stdout).toMatch(/format ran 5 of 5 files again: .*1\.0\.0/);
  });
});

describe("without a tracer, a test depends on what runs", () => {
  it("without a tracer, a test depends on what runs, and not on types that others declare, on data behind data, or on what a package.json names", async () => {
    const rig = await project(
      {
        "package.json": '{ "name": "a", "main": "./src/main.js", "imports": { "#b": "./src/b.js" } }',
        "src/main.js": "1;\n",
        "src/b.js": "export const b = 1;\n",
        "src/types.ts": 'import "./heavy.ts";\ndeclare global { interface Window { a: 1 } }\n',
        "src/heavy.ts": "export const heavy = 1;\n",
        "src/shape.ts": "export interface Shape { a: 1 }\n",
        "src/data.json": '{ "next": "./more.json" }',
        "src/more.json": '{ "next": "./most.json" }',
        "src/most.json": "{}",
        "test/one.test.ts":
          'import type { Shape } from "../src/shape.ts";\nimport "#b";\nimport "../src/data.json";\n',
      },
      "test",
    );
    expect(await after(rig, "src/heavy.ts", "export const heavy = 2;\n")).toEqual([]);
    expect(
      await after(rig, "src/types.ts", "declare global { interface Window { a: 2 } }\nexport {};\n"),
    ).toEqual([]);
    expect(await after(rig, "src/shape.ts", "export interface Shape { a: 2 }\n")).toEqual([]);
    expect(await after(rig, "src/main.js", "2;\n")).toEqual([]);
    expect(await after(rig, "src/most.json", "[]")).toEqual([]);
    expect(await after(rig, "src/more.json", "{}")).toEqual(["test/one.test.ts"]);
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual(["test/one.test.ts"]);
  });

  it("without a tracer, a test depends on what runs, and, through an import that only running it can tell, on what an import can load in its package", async () => {
    const rig = await project(
      {
        "packages/a/package.json": '{ "name": "a" }',
        "packages/a/load.js": "export const load = (name) => import(name);\n",
        "packages/a/plugins/x.js": "1;\n",
        "packages/a/notes.md": "# a\n",
        "packages/b/package.json": '{ "name": "b" }',
        "packages/b/x.js": "1;\n",
        "test/one.test.js": 'import "../packages/a/load.js";\n',
      },
      "test",
    );
    expect(await after(rig, "packages/a/notes.md", "# b\n")).toEqual([]);
    expect(await after(rig, "packages/b/x.js", "2;\n")).toEqual([]);
    expect(await after(rig, "packages/a/plugins/x.js", "2;\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, "packages/a/plugins/y.js", "2;\n")).toEqual(["test/one.test.js"]);
  });

  it.each([
    ["computed", "export const load = (name) => import(name);\n"],
    ["that nothing is known of", 'export { load } from "virtual-load";\n'],
  ])("a test depends on what somebody declared in the place of an import %s", async (_, code) => {
    const rig = await project(
      {
        "src/load.js": code,
        "src/other.js": "1;\n",
        "plugins/x.js": "1;\n",
        "test/one.test.js": 'import "../src/load.js";\n',
      },
      "test",
    );
    rig.config({
      checks: [CHECKS["test"] as CheckInput],
      edges: [
        { from: "src/load.js", to: ["plugins/**"] },
        { from: "src/gone.js", to: "plugins/**" },
      ],
    });
    expect((await rig.verification()).stderr).toMatch(/:\d+:\d+: no file matches src\/gone\.js/);
    ran(rig);
    expect(await after(rig, "src/other.js", "2;\n")).toEqual([]);
    expect(await after(rig, "plugins/x.js", "2;\n")).toEqual(["test/one.test.js"]);
    expect(await after(rig, "plugins/y.js", "2;\n")).toEqual(["test/one.test.js"]);
  });
});

describe("without a tracer, a linter looks at other files", () => {
  const linted = async (config: string): Promise<Rig> => {
    const rig = rigWith({ name: "lint", uses: "eslint", files: ["src/**"] });
    install(rig, "eslint");
    bring(rig, "eslint-plugin-import", "1.0.0", { eslint: "*" });
    bring(rig, "eslint-plugin-unknown", "1.0.0", { eslint: "*" });
    bring(rig, "eslint-plugin-react", "1.0.0", { eslint: "*" });
    rig.write(".eslintrc.json", config);
    rig.write("package.json", '{ "name": "a" }');
    rig.write("src/a.js", 'import "./b.js";\n');
    rig.write("src/b.js", "export const b = 1;\n");
    rig.commitAll();
    await verified(rig);
    expect(ran(rig)).toContain("src/a.js");
    return rig;
  };

  it.each([
    ["its plugins ask what is said of an export", '{ "rules": { "import/no-deprecated": "error" } }'],
    ["its plugins are not known", '{ "plugins": ["unknown"] }'],
    ["it has types", '{ "parserOptions": { "project": true } }'],
  ])("without a tracer, a linter looks at other files where %s", async (_, config) => {
    const rig = await linted(config);
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual(["src/a.js", "src/b.js"]);
  });

  it("without a tracer, a linter looks at other files where its plugins do, at what they export", async () => {
    const rig = await linted('{ "plugins": ["import"] }');
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual(["src/b.js"]);
    expect(await after(rig, "src/b.js", "export const c = 2;\n")).toEqual(["src/a.js", "src/b.js"]);
    expect(await after(rig, "src/b.js", 'export * from "./c.js";\n')).toEqual(["src/a.js", "src/b.js"]);
    expect(await after(rig, "src/c.js", "export const d = 2;\n")).toEqual([
      "src/a.js",
      "src/b.js",
      "src/c.js",
    ]);
    expect(await after(rig, "src/c.js", "export const d = 3;\n")).toEqual(["src/c.js"]);
    expect(await after(rig, "src/c.js", "export const = 3;\n")).toEqual(["src/a.js", "src/b.js", "src/c.js"]);
    expect(await after(rig, "src/c.js", "module.exports = 3;\n")).toEqual([
      "src/a.js",
      "src/b.js",
      "src/c.js",
    ]);
    expect(await after(rig, "src/c.js", "module.exports = 4;\n")).toEqual(["src/c.js"]);
  });

  it("without a tracer, a linter looks at other files, and of CommonJS at nothing but where its names lead", async () => {
    const rig = await linted('{ "plugins": ["import"] }');
    rig.write("src/c.js", 'require("./b.js");\n');
    await verified(rig);
    ran(rig);
    expect(await after(rig, "src/b.js", "export const c = 2;\n")).toEqual(["src/a.js", "src/b.js"]);
    rig.write("src/b.cjs", "");
    rmSync(join(rig.root, "src/b.js"));
    await verified(rig);
    expect(ran(rig)).toEqual(["src/a.js", "src/b.cjs", "src/c.js"]);
  });

  it("without a tracer, a linter looks at other files where shared settings ask for it that nobody knows", async () => {
    const rig = await linted('{ "extends": ["own"] }');
    const settings = (code: string): Promise<readonly string[]> => {
      bring(rig, "eslint-config-own", "1.0.0", { eslint: "*" });
      rig.write("node_modules/eslint-config-own/index.js", code);
      return verified(rig).then(() => ran(rig));
    };
    await settings('module.exports = { rules: { semi: "error" } };\n');
    expect(await after(rig, "src/b.js", "export const b = 3;\n")).toEqual(["src/b.js"]);
    await settings("module.exports = { parserOptions: { projectService: true } };\n");
    expect(await after(rig, "src/b.js", "export const b = 4;\n")).toEqual(["src/a.js", "src/b.js"]);
  });

  it("without a tracer, a linter looks at other files where settings do that lie below, or that are named where it is started", async () => {
    const rig = await linted('{ "root": true }');
    rig.write("src/.eslintrc.json", '{ "plugins": ["import"] }');
    await verified(rig);
    ran(rig);
    expect(await after(rig, "src/b.js", "export const c = 2;\n")).toEqual(["src/a.js", "src/b.js"]);
    const given = await linted('{ "root": true }');
    given.write("lint.json", '{ "plugins": ["import"] }');
    given.checks({
      name: "lint",
      uses: "eslint",
      files: ["src/**"],
      args: ["--config=lint.json", "{files}"],
    });
    await verified(given);
    ran(given);
    expect(await after(given, "src/b.js", "export const c = 3;\n")).toEqual(["src/a.js", "src/b.js"]);
  });

  it.each([
    ["asks who imports one", { ".eslintrc.json": '{ "rules": { "import/no-unused-modules": "error" } }' }],
    [
      "of the repository reads what it likes",
      {
        ".eslintrc.json": '{ "plugins": ["local-rules"] }',
        "eslint-local-rules.js":
          'const fs = require("fs");\nmodule.exports = { one: { create: (context) => fs.existsSync(context.filename + "x") } };\n',
      },
    ],
  ])("without a tracer, a linter looks at any other file where a rule %s", async (_, files) => {
    const rig = await linted("{}");
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    await verified(rig);
    ran(rig);
    // It loses its last importer.
    expect(await after(rig, "src/a.js", "1;\n")).toEqual(["src/a.js", "src/b.js"]);
  });

  it("without a tracer, a linter looks at no other file where nothing asks for it", async () => {
    const rig = await linted('{ "plugins": ["react"], "rules": { "semi": "error" } }');
    expect(await after(rig, "src/b.js", "export const b = 2;\n")).toEqual(["src/b.js"]);
  });
});

describe("without a tracer, a target in a language that is not read", () => {
  it("depends on any file, unless its check follows nothing", async () => {
    const rig = await project({ "test/a.rb": "1\n", "notes.txt": "1\n" }, "test");
    expect(await after(rig, "notes.txt", "2\n")).toEqual(["test/a.rb"]);
    const formatted = await project({ "src/a.rb": "1\n", "notes.txt": "1\n" }, "format");
    expect(await after(formatted, "notes.txt", "2\n")).toEqual([]);
  });
});

describe("without a tracer, types count for tests", () => {
  it("without a tracer, types count for tests where something in their runner looks at them", async () => {
    const rig = rigWith({ ...CHECKS["test"], command: "jest" } as CheckInput);
    install(rig, "jest");
    rig.write("jest.config.js", 'module.exports = { transform: { "ts$": "ts-jest" } };\n');
    rig.write("src/shape.ts", "export interface Shape { a: 1 }\n");
    rig.write("src/global.ts", "declare global { interface Window { a: 1 } }\nexport {};\n");
    rig.write("test/one.test.ts", 'import type { Shape } from "../src/shape.ts";\n');
    rig.commitAll();
    await verified(rig);
    ran(rig);
    expect(await after(rig, "src/shape.ts", "export interface Shape { a: 2 }\n")).toEqual([
      "test/one.test.ts",
    ]);
    expect(
      await after(rig, "src/global.ts", "declare global { interface Window { a: 2 } }\nexport {};\n"),
    ).toEqual(["test/one.test.ts"]);
  });
});

describe("environment variables", () => {
  it("count by their values for those whose code, or whose configuration, names them", async () => {
    const rig = await project(
      {
        "vitest.config.ts": "export default { test: { watch: process.env.WATCHED } };\n",
        "src/mode.js": 'const { MODE, OTHER: other = "a" } = process.env;\nexport { MODE, other };\n',
        "test/one.test.js": 'import "../src/mode.js";\n',
        "test/two.test.js": "import.meta.env.VITE_TWO;\n",
      },
      "test",
    );
    const withVariable = async (name: string): Promise<readonly string[]> => {
      const { result } = await rig.json([], { env: { [name]: "s3cret" } });
      expect(JSON.stringify(result)).not.toContain("s3cret");
      return ran(rig);
    };
    expect(await withVariable("UNNAMED")).toEqual([]);
    expect(await withVariable("MODE")).toEqual(["test/one.test.js"]);
    expect(await withVariable("OTHER")).toEqual(["test/one.test.js"]);
    expect(await withVariable("VITE_TWO")).toEqual(["test/two.test.js"]);
    expect(await withVariable("WATCHED")).toEqual(["test/one.test.js", "test/two.test.js"]);
    await verified(rig);
    expect(ran(rig)).toEqual([]);
  });

  it("are kept to be compared so that nobody can find a value by trying", async () => {
    const rig = await project({ "test/one.test.js": "process.env.MODE;\n" }, "test");
    await rig.json([], { env: { MODE: "s3cret" } });
    const env = { MODE: "other" };
    const { stdout } = await rig.verification(["explain", "test/one.test.js", "--json"], { env });
    const [unit] = (JSON.parse(stdout) as { units: UnitExplanation[] }).units;
    const mode = unit?.differences.find(({ component }) => component === "env:MODE");
    expect(mode?.before).toMatch(/^set /);
    for (const plain of ["s3cret", shortHash("s3cret")]) expect(stdout).not.toContain(plain);
    const again = await rig.verification(["explain", "test/one.test.js"], { env: { MODE: "s3cret" } });
    expect(again.stdout).not.toContain("MODE");
  });
});
