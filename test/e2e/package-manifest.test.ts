import { describe, expect, it } from "vitest";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

/** Of a tool that nobody knows, only a check itself can say that it reads more than text. */
const DECLARED = { configuration: ["pack/package.json"] };

describe("a package.json above a target", () => {
  const packaged = async (manifest: object, fields: object = {}): Promise<Rig> => {
    const rig = rigWith(fileCheck({ files: ["pack/src/**"], follow: "none", ...fields }));
    rig.write("pack/package.json", JSON.stringify(manifest));
    rig.write("pack/src/index.ts", 'export { b } from "./b.ts";\n');
    rig.write("pack/src/b.ts", "export const b: number = 1;\n");
    rig.write("pack/setup.js", "globalThis.a = 1;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts", "pack/src/index.ts"]);
    return rig;
  };

  it("does not tie the files of a package to the code that it is entered by", async () => {
    const rig = await packaged({ main: "./src/index.ts", exports: { ".": { types: "./src/index.ts" } } });
    rig.write("pack/src/b.ts", "export const b: number = 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts"]);
  });

  it("counts with what it names for a tool", async () => {
    const rig = await packaged({ jest: { setupFiles: ["./setup.js"] } }, DECLARED);
    rig.write("pack/setup.js", "globalThis.a = 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts", "pack/src/index.ts"]);
  });

  it("counts with a file that is both an entry and named for a tool", async () => {
    const rig = await packaged({ main: "./setup.js", jest: { setupFiles: ["./setup.js"] } }, DECLARED);
    rig.write("pack/setup.js", "globalThis.a = 2;\n");
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts", "pack/src/index.ts"]);
  });

  it("counts by its own text", async () => {
    const rig = await packaged({ main: "./src/index.ts" });
    rig.write("pack/package.json", JSON.stringify({ main: "./src/index.ts", type: "module" }));
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts", "pack/src/index.ts"]);
  });

  it("counts with a built file that it names for a tool", async () => {
    const rig = await packaged({ prettier: "../ignored/style.json" }, DECLARED);
    rig.write("ignored/style.json", '{ "semi": true }');
    await verified(rig);
    ran(rig);
    rig.write("ignored/style.json", '{ "semi": false }');
    await verified(rig);
    expect(ran(rig)).toEqual(["pack/src/b.ts", "pack/src/index.ts"]);
  });
});
