import { beforeAll, describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { installTools, linkTools } from "../tools/tools.mjs";

beforeAll(() => void installTools(), 600_000);

const SETTINGS = (more: object): string =>
  JSON.stringify({ compilerOptions: { strict: true, types: [], noEmit: true }, ...more });

/** A repository with the real compiler, in which only `src` is compiled. */
async function project(args: readonly string[] = []): Promise<Rig> {
  const rig = new Rig();
  rig.write(".gitignore", "node_modules\nmade\n.verification-baseline.json\n");
  rig.write("package.json", "{}");
  linkTools(rig.root);
  rig.write("settings/types.json", SETTINGS({ include: ["../src"] }));
  rig.write("tsconfig.json", '{ "extends": "./settings/types.json" }');
  rig.write("src/a.ts", "export const a: number = 1;\n");
  rig.write("lib/b.ts", "export const b: number = 1;\n");
  rig.write("data.json", "{}");
  rig.checks({
    name: "types",
    uses: "tsc",
    ...(args.length === 0 ? {} : { args: ["--noEmit", "--pretty", "false", ...args] }),
  });
  expect(await after(rig)).toMatchObject({ success: true, ran: 1, warnings: [] });
  return rig;
}

async function after(rig: Rig, path?: string, text?: string): Promise<object> {
  if (path !== undefined) rig.write(path, text ?? "");
  const { result } = await rig.json(["--trace", "off"]);
  const [{ filesVerified: ran } = { filesVerified: -1 }] = result.results;
  return { success: result.success, ran, warnings: result.warnings };
}

const CACHED = { success: true, ran: 0 };
const PASSED = { success: true, ran: 1 };
const FAILED = { success: false, ran: 1 };
const WRONG = "export const b: number = '';\n";
const RIGHT = "export const b: number = 1;\n";

describe("a type check without files", () => {
  it.each([[[]], [["-p", "settings/types.json"]]])(
    "depends on what tsc lists, and on what that imports since: %j",
    async (args) => {
      const rig = await project(args);
      expect(await after(rig, "lib/b.ts", WRONG)).toMatchObject(CACHED);
      expect(await after(rig, "data.json", "[]")).toMatchObject(CACHED);
      expect(await after(rig, "lib/c.ts", WRONG)).toMatchObject(CACHED);
      expect(await after(rig, "src/a.ts", 'import "../lib/b.js";\n')).toMatchObject(FAILED);
      expect(await after(rig, "lib/b.ts", 'import "./d.js";\n')).toMatchObject(FAILED);
      expect(await after(rig, "lib/d.ts", RIGHT)).toMatchObject(PASSED);
      expect(await after(rig, "lib/d.ts", WRONG)).toMatchObject(FAILED);
    },
  );

  it("takes a file that comes, and others where its settings say so", async () => {
    const rig = await project();
    expect(await after(rig, "src/new.ts", WRONG)).toMatchObject(FAILED);
    expect(await after(rig, "src/new.ts", "export {};\n")).toMatchObject(PASSED);
    expect(await after(rig, "lib/b.ts", WRONG)).toMatchObject(CACHED);
    expect(await after(rig, "settings/types.json", SETTINGS({ include: ["../lib"] }))).toMatchObject(FAILED);
  });

  it("depends on all that the preset names where it takes files that git ignores, and where nothing is listed", async () => {
    const rig = await project();
    rig.write("made/m.ts", "export {};\n");
    expect(await after(rig, "src/a.ts", 'import "../made/m.js";\n')).toMatchObject(PASSED);
    expect(await after(rig, "lib/new.ts", "export {};\n")).toMatchObject(PASSED);
    expect(await after(rig, "lib/b.ts", "export {};\n")).toMatchObject(PASSED);
    rig.checks({ name: "types", uses: "tsc", args: ["--build", "--pretty", "false"] });
    expect(await after(rig)).toMatchObject({ ran: 1, warnings: [] });
  });
});
