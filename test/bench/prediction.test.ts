import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { listSteps, standIn, walk, type EngineResult, type Line } from "./prediction.ts";

const BIN = join(import.meta.dirname, "../../bin/verification");
const TESTS = {
  tool: "vitest",
  oracle: "imports",
  config: /^vitest\.config\.\w+$/,
  setup: ["test/setup.ts"],
  targets: /\.test\.ts$/,
  check: { name: "test", uses: "vitest", files: ["test/*.test.ts"] },
};

/** Two tests with a source each; then an edit of one source, one of the README, and a bump. */
function history(): Rig {
  const rig = new Rig();
  rig.write("package.json", '{ "dependencies": { "lib": "1" } }');
  rig.write(".gitignore", "node_modules\n.verification*\n");
  rig.write("README.md", "# One\n");
  rig.write("test/setup.ts", "export {};\n");
  for (const name of ["a", "b"]) {
    rig.write(`src/${name}.ts`, `export const ${name} = 1;\n`);
    rig.write(`test/${name}.test.ts`, `import { ${name} } from "../src/${name}.js";\n${name};\n`);
  }
  rig.commitAll();
  rig.write("src/a.ts", "export const a = 2;\n");
  rig.commitAll();
  rig.write("README.md", "# Two\n");
  rig.commitAll();
  rig.write("package.json", '{ "dependencies": { "lib": "2" } }');
  rig.commitAll();
  return rig;
}

/** An engine that runs these units, one list after the other. */
function engine(runs: readonly (readonly string[])[], units = 2): () => EngineResult {
  const left = [...runs];
  return () => {
    const files = left.shift() ?? [];
    const of = {
      check: "test",
      status: "passed",
      filesVerified: files.length,
      cacheHits: units - files.length,
    };
    const scopeRationale = files.map((file) => ({ file, check: "test", reason: "content-changed" }));
    return { results: [of], scope: { scopeRationale } };
  };
}

function walkHistory(rig: Rig, verify: () => EngineResult, about: object = TESTS) {
  const lines: Line[] = [];
  const steps = listSteps(rig.root, 40);
  const log = (line: Line): void => void lines.push(line);
  const [check] = walk(rig.root, { checks: [about] }, { ...steps, verify, log });
  const differences = lines.filter((line) => "missed" in line || "needless" in line);
  return { compared: check?.compared, apart: check?.apart, triggered: check?.triggered, differences };
}

const [A, B] = ["test/a.test.ts", "test/b.test.ts"];

describe("the benchmark of predictions", () => {
  it("tells a unit that was missed and one that ran without need", () => {
    const { compared, apart, differences } = walkHistory(history(), engine([[A, B], [B], [], [A, B]]));

    expect(compared).toEqual({ units: 4, must: 1, ran: 1, needless: 1, missed: 1, turbo: 4 });
    expect(apart).toEqual({ commits: 1, units: 2, ran: 2, turbo: 2 });
    expect(differences).toMatchObject([{ missed: A, chain: [A, "src/a.ts"] }, { needless: B }]);
  });

  it("counts apart what a trigger asks for", () => {
    const run = engine([[A, B], [A, B], [], []]);
    const triggers = [false, true, false, false];
    const verify = (): EngineResult => ({ ...run(), trigger: { triggered: triggers.shift() === true } });
    const { compared, triggered, differences } = walkHistory(history(), verify);

    expect(compared).toEqual({ units: 2, must: 0, ran: 0, needless: 0, missed: 0, turbo: 2 });
    expect(triggered).toEqual({ commits: 1, units: 2, ran: 2, turbo: 2 });
    expect(differences).toEqual([]);
  });

  it("takes a revert for known", () => {
    const rig = history();
    rig.git("revert", "--no-edit", "HEAD~2");

    const { compared } = walkHistory(rig, engine([[A, B], [A], [], [], []]));

    expect(compared).toMatchObject({ must: 1, missed: 0, needless: 0 });
  });

  it("has nothing to say of an engine that runs what has to run", () => {
    const { compared, differences } = walkHistory(history(), engine([[A, B], [A], [], []]));

    expect(compared).toEqual({ units: 4, must: 1, ran: 1, needless: 0, missed: 0, turbo: 4 });
    expect(differences).toEqual([]);
  });

  it("asks of a formatter no more than the files that changed, and of turbo whole packages with those that need them", () => {
    const rig = new Rig();
    rig.write("package.json", '{ "workspaces": ["packages/*"] }');
    const needs = { a: [], b: ["a"], c: ["b"], d: [] };
    for (const [name, on] of Object.entries(needs)) {
      const dependencies = Object.fromEntries(on.map((each) => [each, "*"]));
      rig.write(`packages/${name}/package.json`, JSON.stringify({ name, dependencies }));
      rig.write(`packages/${name}/index.ts`, on.map((each) => `import "${each}";`).join("\n"));
    }
    rig.commitAll();
    rig.write("packages/a/index.ts", "export {};\n");
    rig.commitAll();
    const units = Object.keys(needs).map((name) => `packages/${name}/index.ts`);
    const about = { ...TESTS, oracle: "target", targets: /\.ts$/, setup: [] };

    const { compared } = walkHistory(rig, engine([units, ["packages/a/index.ts"]], 4), about);

    expect(compared).toEqual({ units: 4, must: 1, ran: 1, needless: 0, missed: 0, turbo: 3 });
  });

  it("asks of a linter with types what is declared in another way, not how it is done", () => {
    const rig = new Rig();
    rig.write("src/a.ts", 'import type { B } from "./b";\nlet a: B;\n');
    rig.write("src/b.ts", "export type B = ReturnType<typeof b>;\nexport function b(): 1 { return 1; }\n");
    rig.commitAll();
    rig.write("src/b.ts", "export type B = ReturnType<typeof b>;\nexport function b(): 1 { return (1); }\n");
    rig.commitAll();
    rig.write("src/b.ts", "export type B = ReturnType<typeof b>;\nexport function b(): 2 { return 2; }\n");
    rig.commitAll();
    const [a, b] = ["src/a.ts", "src/b.ts"];
    const about = { ...TESTS, oracle: "declarations", targets: /\.ts$/, setup: [] };

    const { compared, differences } = walkHistory(rig, engine([[a, b], [b], [b]]), about);

    expect(compared).toMatchObject({ must: 3, needless: 0 });
    expect(differences).toMatchObject([{ missed: a, chain: [a, b] }]);
  });

  it("asks of a component of Astro for the properties that it takes", () => {
    const rig = new Rig();
    const component = (front: string, text: string): string => `---\n${front}---\n<p>${text}</p>\n`;
    const front = 'import type { C } from "./c";\nimport { d } from "./d";\ninterface Props { c: C }\nd();\n';
    const edits = {
      "src/b.astro": component(front, "2"),
      "src/d.ts": "export function d(): 2 { return 2; }\n",
      "src/c.ts": "export type C = 2;\n",
    };
    rig.write("src/a.ts", 'import B from "./b.astro";\nexport const a: unknown = B;\n');
    rig.write("src/b.astro", component(front, "1"));
    rig.write("src/c.ts", "export type C = 1;\n");
    rig.write("src/d.ts", "export function d(): 1 { return 1; }\n");
    rig.commitAll();
    for (const [path, text] of Object.entries(edits)) {
      rig.write(path, text);
      rig.commitAll();
    }
    const about = { ...TESTS, oracle: "declarations", targets: /a\.ts$/, setup: [] };

    const { compared } = walkHistory(rig, engine([["src/a.ts"], [], [], ["src/a.ts"]], 1), about);

    expect(compared).toMatchObject({ must: 1, needless: 0, missed: 0 });
  });

  it("takes no types from a file that only an address names, though a run may load it", () => {
    const rig = new Rig();
    rig.write("src/a.ts", 'export const a: URL = new URL("./b.js", import.meta.url);\n');
    rig.write("src/b.js", "export const b = 1;\n");
    rig.commitAll();
    rig.write("src/b.js", "export const b = '';\n");
    rig.commitAll();
    const about = { ...TESTS, targets: /a\.ts$/, setup: [] };

    const typed = walkHistory(rig, engine([["src/a.ts"], []], 1), { ...about, oracle: "declarations" });
    const run = walkHistory(rig, engine([["src/a.ts"], []], 1), about);

    expect(typed.differences).toEqual([]);
    expect(run.differences).toMatchObject([{ missed: "src/a.ts", chain: ["src/a.ts", "src/b.js"] }]);
  });

  it("asks for what a link leads to", () => {
    const rig = new Rig();
    rig.write("docs/README.md", "# One\n");
    symlinkSync("docs/README.md", join(rig.root, "README.md"));
    rig.commitAll();
    rig.write("docs/README.md", "# Two\n");
    rig.commitAll();
    const units = ["README.md", "docs/README.md"];
    const about = { ...TESTS, oracle: "target", targets: /\.md$/, setup: [] };

    const { differences } = walkHistory(rig, engine([units, []]), about);

    expect(differences).toMatchObject([{ missed: "README.md", chain: units }, { missed: "docs/README.md" }]);
  });

  it("refuses an engine that knows other units", () => {
    expect(() => walkHistory(history(), engine([[A, "test/c.test.ts"]]))).toThrow("test/c.test.ts");
  });

  it("walks with the built command and a tool that only passes", () => {
    const rig = history();
    const started = join(rig.root, "node_modules/started");
    rig.write("node_modules/.package-lock.json", '{ "packages": { "node_modules/vitest": {} } }');
    rig.write(
      "node_modules/vitest/package.json",
      '{ "name": "vitest", "version": "4.0.0", "bin": "./run.mjs" }',
    );
    rig.write(
      "node_modules/vitest/run.mjs",
      `#!/usr/bin/env node\nimport fs from "node:fs";\nfs.writeFileSync(${JSON.stringify(started)}, "");\n`,
    );
    rig.write("node_modules/.bin/vitest", '#!/bin/sh\nexec node "$(dirname "$0")/../vitest/run.mjs" "$@"\n');
    execFileSync("chmod", ["+x", join(rig.root, "node_modules/.bin/vitest")]);
    rig.write(".verification.json", JSON.stringify({ checks: [TESTS.check] }));
    const env = standIn(rig.root, { checks: [TESTS], directory: dirname(rig.root) });
    const verify = (): EngineResult =>
      JSON.parse(
        execFileSync(process.execPath, [BIN, "--json", "--trace", "off"], {
          cwd: rig.root,
          env: { ...process.env, ...env, HOME: rig.home },
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe"],
        }),
      ) as EngineResult;

    expect(walkHistory(rig, verify).compared).toMatchObject({ units: 4, must: 1, missed: 0 });
    expect(existsSync(started)).toBe(false);
  });
});

describe("the oracle of predictions", () => {
  const T = "test/t.test.ts";
  it.each<
    [
      what: string,
      before: Record<string, string>,
      after: Record<string, string | null>,
      chain: string[] | null,
    ]
  >([
    [
      "a type is no reason",
      { [T]: 'import type { A } from "../src/a";', "src/a.ts": "" },
      { "src/a.ts": "1" },
      null,
    ],
    [
      "nor an import that only types use",
      { [T]: 'import { A } from "../src/a"; let a: A;', "src/a.ts": "" },
      { "src/a.ts": "1" },
      null,
    ],
    [
      "nor types that are taken one by one",
      { [T]: 'import { type A } from "../src/a"; let a: A;', "src/a.ts": "" },
      { "src/a.ts": "1" },
      null,
    ],
    [
      "unless imports stay as they are written: then their module is loaded",
      {
        [T]: 'import { type A } from "../src/a"; let a: A;',
        "src/a.ts": "",
        "tsconfig.json": '{ "extends": "./tsconfig.base.json" }',
        "tsconfig.base.json": '{ "compilerOptions": { /* so */ "verbatimModuleSyntax": true } }',
      },
      { "src/a.ts": "1" },
      [T, "src/a.ts"],
    ],
    [
      "a script of a component is",
      {
        [T]: 'import A from "../src/A.vue"; A;',
        "src/A.vue": '<script setup lang="ts">\nimport B from "./b"\n</script>',
        "src/b.ts": "",
      },
      { "src/b.ts": "1" },
      [T, "src/A.vue", "src/b.ts"],
    ],
    [
      "a file that is gone",
      { [T]: 'import "../src/a";', "src/a.ts": "" },
      { "src/a.ts": null },
      [T, "src/a.ts"],
    ],
    [
      "a file that is found first now",
      { [T]: 'import "../src/a";', "src/a/index.ts": "" },
      { "src/a.ts": "" },
      [T, "src/a.ts"],
    ],
    [
      "data that is required",
      { [T]: 'require("./a.json");', "test/a.json": "1" },
      { "test/a.json": "2" },
      [T, "test/a.json"],
    ],
    [
      "an entry of a workspace package",
      {
        [T]: 'import "lib/x";',
        "package.json": '{ "workspaces": ["libs/*"] }',
        "libs/lib/package.json": '{ "name": "lib", "exports": { "./*": "./source/*.ts" } }',
        "libs/lib/source/x.ts": "",
      },
      { "libs/lib/source/x.ts": "1" },
      [T, "libs/lib/source/x.ts"],
    ],
    [
      "what the setup loads",
      { [T]: "", "test/setup.ts": 'import "../src/a";', "src/a.ts": "" },
      { "src/a.ts": "1" },
      [T, "test/setup.ts", "src/a.ts"],
    ],
    [
      "its snapshot",
      { [T]: "", "test/__snapshots__/t.test.ts.snap": "1" },
      { "test/__snapshots__/t.test.ts.snap": "2" },
      [T, "test/__snapshots__/t.test.ts.snap"],
    ],
    [
      "no snapshot of others",
      { [T]: "", "test/__snapshots__/u.test.ts.snap": "1" },
      { "test/__snapshots__/u.test.ts.snap": "2" },
      null,
    ],
  ])("the oracle of predictions: %s", (_, before, after, chain) => {
    const rig = new Rig();
    for (const [path, text] of Object.entries(before)) rig.write(path, text);
    rig.commitAll();
    for (const [path, text] of Object.entries(after))
      if (text === null) rig.git("rm", "--quiet", path);
      else rig.write(path, text);
    rig.commitAll();

    const { differences } = walkHistory(rig, engine([[T], []], 1));

    expect(differences).toMatchObject(chain === null ? [] : [{ missed: T, chain }]);
  });
});
