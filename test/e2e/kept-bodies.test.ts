import { expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { rigWith } from "../rig/incremental.ts";
import { fileCheck, run } from "../rig/kept.ts";
import type { Rig } from "../rig/rig.ts";

const FUNCTION = (body: string): string =>
  `export function a(): number {\n  const n: number = ${body};\n  return n;\n}\n`;

/** A leaf with a function, one that imports it, one that imports that, and one that stands alone; each verified. */
async function verifiedChain(fields: Partial<CheckInput>, ending = "ts"): Promise<Rig> {
  const rig = rigWith(fileCheck(fields));
  rig.write("package.json", "{}\n");
  rig.write(`src/a.${ending}`, ending === "ts" ? FUNCTION("1") : "export const a = () => 1;\n");
  rig.write(
    `src/b.${ending}`,
    `import { a } from "./a.${ending === "ts" ? "ts" : "js"}";\nexport const b${ending === "ts" ? ": number" : ""} = a();\n`,
  );
  rig.write(`src/c.${ending}`, `import "./b.${ending}";\n`);
  rig.write(`src/d.${ending}`, "export const d = 1;\n");
  rig.commitAll();
  await run(rig);
  return rig;
}

it("after an edit inside a function, units that depend on structure are taken over", async () => {
  const rig = await verifiedChain({ follow: "structure" });
  rig.write("src/a.ts", FUNCTION("2"));
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/a.ts"] });
  rig.write("src/a.ts", `\n// A comment moves all of it down.\n${FUNCTION("3")}`);
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/a.ts"] });
});

it("units that depend on structure are assessed if the exports of a file changed", async () => {
  const rig = await verifiedChain({ follow: "structure" });
  rig.write("src/a.ts", `${FUNCTION("1")}export const more = 1;\n`);
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/a.ts", "src/b.ts"] });
});

it("units that depend on structure are assessed if the references of a file changed", async () => {
  const rig = await verifiedChain({ follow: "structure" });
  rig.write("src/a.ts", `import "./d.ts";\n${FUNCTION("1")}`);
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/a.ts", "src/b.ts"] });
});

it("a unit that depends on content is assessed after any edit of what it reaches", async () => {
  const rig = await verifiedChain({ follow: "content" });
  rig.write("src/a.ts", FUNCTION("2"));
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/a.ts", "src/b.ts", "src/c.ts"] });
});

it("every edit of plain JavaScript counts as a change of its structure", async () => {
  const rig = await verifiedChain({ follow: "structure" }, "js");
  rig.write("src/a.js", "export const a = () => 2;\n");
  const { taken, ran } = await run(rig);
  expect(taken).toBe(1);
  expect(ran).toEqual(expect.arrayContaining(["src/a.js", "src/b.js"]));
});

it("units of plain JavaScript that depend on their own file alone are taken over", async () => {
  const rig = await verifiedChain({ follow: "none" }, "js");
  rig.write("src/a.js", "export const a = () => 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/a.js"] });
});

it("all units that reach a file which cannot be parsed are assessed", async () => {
  const rig = await verifiedChain({ follow: "structure" });
  rig.write("src/a.ts", FUNCTION("(("));
  expect((await run(rig)).ran).toEqual(expect.arrayContaining(["src/a.ts", "src/b.ts"]));
});

it("observed units that did not read the changed file are taken over", async () => {
  // One command for each, so that none takes what another has read.
  const rig = await verifiedChain({ follow: "content", trace: "on", batch: 1 });
  rig.write("src/a.ts", FUNCTION("2"));
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/a.ts"] });
  rig.write("src/a.ts", `import "./d.ts";\n${FUNCTION("2")}`);
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/a.ts"] });
});
