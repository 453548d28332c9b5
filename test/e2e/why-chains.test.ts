import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { install } from "../rig/fake-tools.ts";
import { fileCheck, rigWith } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

type Files = Readonly<Record<string, string>>;

interface Row {
  readonly name: string;
  readonly check: CheckInput;
  readonly files: Files;
  /** The one file that is edited. */
  readonly edited: string;
  /** What is said, and the way there. */
  readonly what: string;
  readonly way: string;
}

const CHAIN: Files = {
  "src/a.ts": 'import "./b";\n',
  "src/b.ts": 'import "./c";\n',
  "src/c.ts": 'import "../lib/d";\n',
  "lib/d.ts": "export const d = 1;\n",
};

const LINT: CheckInput = {
  name: "lint",
  type: "lint",
  command: "eslint",
  args: ["{files}"],
  files: ["src/a.ts"],
  follow: "none",
};

const ROWS: readonly Row[] = [
  {
    name: "imports",
    check: fileCheck({ files: ["src/a.ts"] }),
    files: CHAIN,
    edited: "lib/d.ts",
    what: "lib/d.ts changed",
    way: "src/a.ts depends on src/b.ts -> src/c.ts -> lib/d.ts",
  },
  {
    name: "settings that extend others",
    check: LINT,
    files: {
      "src/a.ts": "1;\n",
      ".eslintrc.yml": "extends: ./base.json\n",
      "base.json": '{ "extends": "./far.json" }',
      "far.json": "{}",
    },
    edited: "far.json",
    what: "far.json changed",
    way: ".eslintrc.yml depends on base.json -> far.json",
  },
  {
    name: "settings in code",
    check: LINT,
    files: {
      "src/a.ts": "1;\n",
      "eslint.config.mjs": 'import { rules } from "./conf/rules.mjs";\nexport default [{ rules }];\n',
      "conf/rules.mjs": 'import "./more.mjs";\nexport const rules = {};\n',
      "conf/more.mjs": "export const more = 1;\n",
    },
    edited: "conf/more.mjs",
    what: "conf/more.mjs changed",
    way: "eslint.config.mjs depends on conf/rules.mjs -> conf/more.mjs",
  },
  {
    name: "what settings load",
    check: { ...LINT, name: "test", type: "test", command: "vitest" },
    files: {
      "src/a.ts": "1;\n",
      "vitest.config.mjs": 'export default { test: { setupFiles: ["./conf/setup.ts"] } };\n',
      "conf/setup.ts": 'import "./more";\n',
      "conf/more.ts": "export const more = 1;\n",
    },
    edited: "conf/more.ts",
    what: "conf/more.ts changed",
    way: "conf/setup.ts depends on conf/more.ts",
  },
  {
    name: "settings around what is imported",
    check: fileCheck({ files: ["src/a.ts"], type: "test" }),
    files: {
      ...CHAIN,
      "lib/tsconfig.json": '{ "extends": "./base.json" }',
      "lib/base.json": '{ "compilerOptions": {} }',
    },
    edited: "lib/base.json",
    what: "lib/base.json changed",
    way: "src/a.ts depends on src/b.ts -> src/c.ts -> lib/d.ts -> lib/tsconfig.json -> lib/base.json",
  },
  {
    name: "a script of the repository",
    check: { ...LINT, command: "node", args: ["scripts/run.mjs", "{files}"] },
    files: {
      "src/a.ts": "1;\n",
      "scripts/run.mjs": 'import "./near.mjs";\n',
      "scripts/near.mjs": 'import "./far.mjs";\n',
      "scripts/far.mjs": "1;\n",
    },
    edited: "scripts/far.mjs",
    what: "scripts/far.mjs changed",
    way: "scripts/run.mjs depends on scripts/near.mjs -> scripts/far.mjs",
  },
  {
    name: "ambient declarations",
    check: { ...LINT, name: "types", type: "type-check", command: "tsc", follow: "structure" },
    files: {
      "src/a.ts": "1;\n",
      "types/global.d.ts": 'import type { T } from "./base";\ndeclare global { var g: T }\nexport {};\n',
      "types/base.ts": "export interface T { a: string }\n",
    },
    edited: "types/base.ts",
    what: "types/base.ts changed, which types/global.d.ts depends on, and it declares types for every file",
    way: "src/a.ts depends on types/global.d.ts -> types/base.ts",
  },
];

async function verifiedOnce({ check, files }: Pick<Row, "check" | "files">): Promise<Rig> {
  const rig = rigWith(check);
  for (const tool of ["eslint", "vitest", "tsc"]) install(rig, tool);
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  rig.commitAll();
  expect((await rig.json()).result.success).toBe(true);
  return rig;
}

describe("explain names what changed and the way there", () => {
  it.each(ROWS)(
    "explain names what changed and the way there: $name",
    async ({ check, files, edited, what, way }) => {
      const rig = await verifiedOnce({ check, files });
      rig.write(
        edited,
        edited.endsWith(".json") ? '{ "root": true }' : `${files[edited]}export interface Z {}\n`,
      );
      for (const subject of ["src/a.ts", check.name, edited]) {
        const { stdout } = await rig.verification(["explain", subject]);
        expect(stdout).toContain(`: ${what} (passed`);
        expect(stdout).toContain(`\n      ${way}\n`);
        // Nothing else is called changed.
        const called = [...stdout.matchAll(/(\S+) changed/g)].map(([, path]) => path);
        expect(new Set(called)).toEqual(new Set([edited]));
      }
    },
  );

  it("explain names a file that is gone, for what led there", async () => {
    const rig = await verifiedOnce({ check: fileCheck({ files: ["src/a.ts"] }), files: CHAIN });
    rmSync(join(rig.root, "lib/d.ts"));
    for (const subject of ["src/a.ts", "lib/d.ts"]) {
      const { stdout } = await rig.verification(["explain", subject]);
      expect(stdout).toContain("lib/d.ts is gone, which src/c.ts refers to");
      expect(stdout).toContain("src/a.ts depends on src/b.ts -> src/c.ts -> lib/d.ts");
    }
  });

  it("explain names a package by its versions, for what imports it", async () => {
    const version = (text: string): string => JSON.stringify({ name: "dep", version: text, main: "i.js" });
    const files = { ...CHAIN, "lib/d.ts": 'import "dep";\n', "package.json": "{}" };
    const rig = rigWith(fileCheck({ files: ["src/a.ts"] }));
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    rig.write("node_modules/dep/package.json", version("1.0.0"));
    rig.write("node_modules/dep/i.js", "");
    rig.commitAll();
    await rig.json();
    rig.write("node_modules/dep/package.json", version("1.1.0"));
    const { stdout } = await rig.verification(["explain", "src/a.ts"]);
    expect(stdout).toContain("dep 1.0.0 -> 1.1.0, which lib/d.ts imports");
    expect(stdout).toContain("src/a.ts depends on src/b.ts -> src/c.ts -> lib/d.ts");
  });

  it("names the unit where the file is only what it depends on, after those of the file itself", async () => {
    const rig = await verifiedOnce({ check: fileCheck(), files: CHAIN });
    rig.write("src/c.ts", 'import "../lib/d";\n1;\n');
    const { stdout } = await rig.verification(["explain", "src/c.ts"]);
    expect(stdout.match(/^ {2}runs .*?:/gm)).toEqual([
      "  runs  files:",
      "  runs  files of src/a.ts:",
      "  runs  files of src/b.ts:",
    ]);
  });

  it("never says more than twenty lines of one kind", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `src/f${index}.ts`);
    const many = Object.fromEntries(names.map((name) => [name, 'import "../lib/d";\n']));
    const whole: CheckInput = { ...fileCheck({ follow: "none" }), name: "whole", args: ["-c", "true"] };
    const rig = rigWith(fileCheck(), whole);
    for (const [path, text] of Object.entries({ ...CHAIN, ...many })) rig.write(path, text);
    rig.commitAll();
    await rig.json();
    for (const name of [...names, "lib/d.ts"]) rig.write(name, `${many[name] ?? ""}export const n = 2;\n`);
    for (const subject of ["files", "whole", "lib/d.ts", "src/a.ts"]) {
      const { stdout } = await rig.verification(["explain", subject]);
      for (const kind of [/^ {2}\w+ {2}/gm, / depends on /g, /^ {6}\S+ \w+ .* -> /gm])
        expect(stdout.match(kind)?.length ?? 0).toBeLessThanOrEqual(20);
    }
    expect((await rig.verification(["explain", "whole"])).stdout).toContain("more difference");
  });
});
