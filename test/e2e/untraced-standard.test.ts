import { expect, it } from "vitest";
import { after, bring, install, project } from "../rig/fake-tools.ts";
import { ran, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

const FILES = {
  "package.json": '{ "name": "x", "standard": { "env": ["mocha"] } }',
  "src/a.js": 'export * from "./b.js";\nexport const a = 1;\n',
  "src/b.js": "export const b = 1;\n",
};
/** The rules that standard turns on come from packages that look no further than names of exports. */
const PARTS = [
  "eslint",
  "eslint-config-standard",
  "eslint-plugin-import",
  "eslint-plugin-promise",
  "standard-engine",
];

/** Edits that are told apart: one inside a file, and one of what it exports. */
const COMMENT = "// One.\nexport const b = 1;\n";
const RENAMED = "// One.\nexport const a = 1;\n";

async function standard(files: Readonly<Record<string, string>> = FILES): Promise<Rig> {
  const rig = await project(files, "standard");
  for (const name of PARTS) bring(rig, name, "1.0.0", name === "eslint" ? {} : { eslint: "1" });
  install(rig, "standard", "1.0.0", Object.fromEntries(PARTS.map((name) => [name, "1"])));
  await verified(rig);
  ran(rig);
  return rig;
}

it("without a tracer, standard looks at what imported modules export, and no further", async () => {
  const rig = await standard();
  expect(await after(rig, "src/b.js", COMMENT)).toEqual(["src/b.js"]);
  expect(await after(rig, "src/b.js", RENAMED)).toEqual(["src/a.js", "src/b.js"]);
});

it("without a tracer, standard looks as far as it can in a file that turns on a rule by itself", async () => {
  const open = "/* eslint import/no-unused-modules: error */\n";
  const rig = await standard({ ...FILES, "src/a.js": `${open}${FILES["src/a.js"]}` });
  expect(await after(rig, "src/b.js", COMMENT)).toEqual(["src/a.js", "src/b.js"]);
});

it("without a tracer, standard looks as far as it can with a plugin that is not known", async () => {
  const manifest = '{ "name": "x", "standard": { "plugins": ["eslint-plugin-own"] } }';
  const rig = await standard({ ...FILES, "package.json": manifest });
  bring(rig, "eslint-plugin-own", "1.0.0");
  await verified(rig);
  ran(rig);
  expect(await after(rig, "src/b.js", COMMENT)).toEqual(["src/a.js", "src/b.js"]);
});
