import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { after, CHECKS, install } from "../rig/fake-tools.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { CheckInput } from "../../src/index.ts";
import type { Rig } from "../rig/rig.ts";

/** Puts a link there, in place of whatever is. */
function link(rig: Rig, path: string, to: string): void {
  const at = join(rig.root, path);
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { force: true });
  symlinkSync(to, at);
}

const SOURCES = {
  "lib/source/main.js": "export const a = 1;\n",
  "lib/source/other.js": "export const a = 1;\n",
};

/** A package whose entry is a link to its source, as tools leave it for development; git ignores the link. */
async function stubbed(
  check: CheckInput,
  files: Readonly<Record<string, string>>,
  beside: Readonly<Record<string, string>> = {},
): Promise<Rig> {
  const rig = rigWith(check);
  if (check.command === "eslint") {
    install(rig, "eslint");
    // It may look further than at its own file.
    install(rig, "eslint-plugin-odd");
    rig.write("eslint.config.js", 'import odd from "eslint-plugin-odd";\nexport default [odd];\n');
  }
  rig.write("package.json", '{ "workspaces": ["lib"] }\n');
  rig.write("lib/package.json", '{ "name": "lib", "type": "module", "exports": "./ignored/main.js" }\n');
  for (const [path, text] of Object.entries({ ...SOURCES, ...files, ...beside })) rig.write(path, text);
  link(rig, "node_modules/lib", "../lib");
  link(rig, "lib/ignored/main.js", "../source/main.js");
  rig.commitAll();
  await verified(rig);
  expect(ran(rig).length).toBeGreaterThan(0);
  await verified(rig);
  expect(ran(rig)).toEqual([]);
  return rig;
}

async function now(rig: Rig): Promise<readonly string[]> {
  await verified(rig);
  return ran(rig);
}

const DECLARED = { "lib/ignored/main.d.ts": 'export * from "../source/main.js";\n' };
const USER = { "src/a.ts": 'import { a } from "lib";\nexport const b: number = a;\n' };

describe.each([
  ["alone", {}],
  ["beside declarations that git ignores too", DECLARED],
])("without a tracer, a link that git ignores and that leads to a file of the tree, %s,", (_, beside) => {
  it("counts for a program as that file", async () => {
    const rig = await stubbed(fileCheck(), USER, beside);
    expect(await after(rig, "lib/source/other.js", "export const a = 2;\n")).toEqual([]);
    expect(await after(rig, "lib/source/main.js", "export const a = 2;\n")).toEqual(["src/a.ts"]);
  });

  it("counts for who looks at types by what that file declares", async () => {
    const typed = { "lib/source/main.ts": "export function a(): number { return 1; }\n" };
    const rig = await stubbed(CHECKS["lint"] as CheckInput, { ...USER, ...typed }, beside);
    link(rig, "lib/ignored/main.js", "../source/main.ts");
    expect(await now(rig)).toEqual(["src/a.ts"]);
    expect(await after(rig, "lib/source/main.ts", "export function a(): number { return 2; }\n")).toEqual([]);
    expect(await after(rig, "lib/source/main.ts", "export function a(): string { return ''; }\n")).toEqual([
      "src/a.ts",
    ]);
  });

  it("counts for nothing where a program takes types alone from there", async () => {
    const user = { "test/a.ts": 'import type { A } from "lib";\nexport const b: A = 1;\n' };
    const rig = rigWith(CHECKS["test"] as CheckInput);
    install(rig, "vitest");
    rig.write("package.json", '{ "workspaces": ["lib"] }\n');
    rig.write("lib/package.json", '{ "name": "lib", "type": "module", "exports": "./ignored/main.js" }\n');
    rig.write("lib/source/main.ts", "export type A = number;\n");
    for (const [path, text] of Object.entries({ ...user, ...beside })) rig.write(path, text);
    link(rig, "node_modules/lib", "../lib");
    link(rig, "lib/ignored/main.js", "../source/main.ts");
    rig.commitAll();
    expect(await now(rig)).toEqual(["test/a.ts"]);
    expect(await after(rig, "lib/source/main.ts", "export type A = 1;\n")).toEqual([]);
  });

  it("counts for nobody who takes another file of the same directory, unless what that loads is not known", async () => {
    const rig = await stubbed(
      fileCheck(),
      {
        "src/known.ts": 'import "../lib/ignored/known.js";\n',
        "src/open.ts": 'import "../other/ignored/open.js";\n',
        "other/source.js": "export const a = 1;\n",
      },
      {
        ...beside,
        "lib/ignored/known.js": "export const known = 1;\n",
        "other/ignored/open.js": 'import { readdirSync } from "node:fs";\nreaddirSync(process.argv[2]);\n',
      },
    );
    link(rig, "other/ignored/linked.js", "../source.js");
    expect(await now(rig)).toEqual(["src/open.ts"]);
    expect(await after(rig, "lib/source/main.js", "export const a = 2;\n")).toEqual([]);
    expect(await after(rig, "other/source.js", "export const a = 2;\n")).toEqual(["src/open.ts"]);
  });

  it("runs who goes through it when it leads elsewhere, is gone, or is a file", async () => {
    const rig = await stubbed(fileCheck(), { ...USER, "src/c.ts": "export const c = 1;\n" }, beside);
    // To the same bytes in another place.
    link(rig, "lib/ignored/main.js", "../source/other.js");
    expect(await now(rig)).toEqual(["src/a.ts"]);
    // Declarations that name the old place still do.
    const declared = Object.keys(beside).length > 0;
    expect(await after(rig, "lib/source/main.js", "export const a = 3;\n")).toEqual(
      declared ? ["src/a.ts"] : [],
    );
    rmSync(join(rig.root, "lib/ignored/main.js"));
    expect(await now(rig)).toEqual(["src/a.ts"]);
    // The same bytes as what it led to.
    expect(await after(rig, "lib/ignored/main.js", "export const a = 1;\n")).toEqual(["src/a.ts"]);
    expect(await now(rig)).toEqual([]);
    expect(await after(rig, "lib/ignored/main.js", "export const a = 4;\n")).toEqual(["src/a.ts"]);
    link(rig, "lib/ignored/main.js", "../source/main.js");
    expect(await now(rig)).toEqual(["src/a.ts"]);
  });
});
