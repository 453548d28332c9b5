import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rigWith } from "../rig/incremental.ts";
import { fileCheck, run, verifiedRig } from "../rig/kept.ts";
import { Rig } from "../rig/rig.ts";

it("units that a new file concerns are assessed", async () => {
  const rig = await verifiedRig();
  rig.write("src/e.ts", 'import { c } from "./c";\nexport const e = c;\n');
  expect(await run(rig)).toEqual({ taken: 4, ran: ["src/e.ts"] });
  // What it depends on is known from then on.
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts", "src/e.ts"] });
  rig.write("src/d.ts", "export const d = 2;\n");
  expect(await run(rig)).toEqual({ taken: 4, ran: ["src/d.ts"] });
});

it("units whose import now resolves to a new file are assessed", async () => {
  const rig = await verifiedRig();
  rig.write("src/a.js", "export const a = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/a.js", "src/b.ts"] });
});

it("units that depend on a deleted file are assessed", async () => {
  const rig = await verifiedRig();
  rmSync(join(rig.root, "src/a.ts"));
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/b.ts"] });
  rig.write("src/c.ts", "export const c = 2;\n");
  expect((await run(rig)).ran).toEqual(["src/c.ts"]);
});

it("names outside the tree are known in directories that were listed for inputs", async () => {
  const rig = rigWith(fileCheck({ inputs: ["**/{stem}.snap"] }));
  rig.write(".gitignore", "*.snap\n");
  rig.write("src/a.ts", "export const a = 1;\n");
  rig.write("src/b.ts", "export const b = 1;\n");
  rig.commitAll();
  await run(rig);
  rig.write("src/c.ts", "export const c = 1;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/c.ts"] });
  rig.write("src/b.snap", "what b shows\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/b.ts"] });
  rig.write("made/deep/a.snap", "what a shows\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/a.ts"] });
});

it("a renamed file and the units that depend on it are assessed", async () => {
  const rig = await verifiedRig();
  renameSync(join(rig.root, "src/a.ts"), join(rig.root, "src/z.ts"));
  rig.write("src/b.ts", 'import { a } from "./z";\nexport const b = a;\n');
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/b.ts", "src/z.ts"] });
});

it("units whose import an alias leads to a new file are assessed", async () => {
  const rig = await verifiedRig();
  rig.write("src/d.ts", 'import "#api";\n');
  rig.write("vite.config.ts", 'export default { resolve: { alias: { "#api": "/lib/api" } } };\n');
  rig.commitAll();
  await run(rig);
  rig.write("lib/api.ts", "export const made = 1;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
});

it.each<[string, string, (rig: Rig) => void, string]>([
  // What was not there lay beside the tree: everything is looked at.
  ["that it looked for", "cat $own/new.txt", (rig) => rig.write("of-b/new.txt", "new\n"), ""],
  ["in a directory that it listed", "ls $own", (rig) => rig.write("of-b/new.txt", "new\n"), "2 units"],
  [
    "in a directory that came into one that it listed",
    "ls $own",
    (rig) => rig.write("of-b/x/y.txt", "new\n"),
    "2 units",
  ],
  [
    "that is gone and that it read",
    "cat $own/old.txt",
    (rig) => rmSync(join(rig.root, "of-b/old.txt")),
    "2 units",
  ],
  [
    "whose directory is gone with it",
    "ls -d $own",
    (rig) => rmSync(join(rig.root, "of-b"), { recursive: true }),
    "2 units",
  ],
])("a unit is not taken over if it was seen to depend on a file %s", async (_, reads, change, taken) => {
  const rig = new Rig({ trace: "on" });
  // A directory that the command names would count for every file.
  const own = 'own="of-$(basename "$1" .txt)"';
  const args = ["-c", `cat "$1"; ${own}; case $own in *-b) ${reads};; esac; true`, "sh", "{files}"];
  rig.checks({ name: "files", command: "sh", args, files: ["src/**"], batch: 1 });
  for (const name of ["a.txt", "b.txt", "c.txt"]) rig.write(`src/${name}`, `${name}\n`);
  rig.write("of-b/old.txt", "old\n");
  rig.commitAll();
  const env = { VERIFICATION_COMPARE: "tell" };
  await rig.verification([], { env });
  change(rig);
  const { stderr, stdout } = await rig.verification(["--json"], { env });
  expect(/^compared: (\d+ units)/m.exec(stderr)?.[1] ?? "").toBe(taken);
  expect(JSON.parse(stdout)).toMatchObject({ filesVerified: 1, cacheHits: 2 });
});

it("names outside the tree that no import can lead to change nothing", async () => {
  const rig = await verifiedRig();
  rig.write("ignored/.turbo/turbo-lint.log", "done\n");
  rig.write("ignored/coverage/report/index.html", "<p>\n");
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
  rmSync(join(rig.root, "ignored/coverage"), { recursive: true });
  rig.write("src/c.ts", "export const c = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it.each([
  ["an import", "ignored/made.ts", { "src/d.ts": 'export * from "../ignored/made";\n' }],
  [
    "an import of a directory",
    "ignored/pages/index.js",
    { "src/d.ts": 'import "../ignored/pages";\n', "ignored/pages/style.css": "" },
  ],
  [
    "an entry of a package.json",
    "ignored/package/lib/entry.js",
    {
      "src/d.ts": 'import "../ignored/package";\n',
      // One of the tree would refer to its entry itself.
      "ignored/package/package.json": '{ "main": "lib/entry.js" }\n',
    },
  ],
  [
    "a path of a compiler",
    "ignored/gen/api.ts",
    {
      "src/d.ts": 'import "#api";\n',
      "tsconfig.json": '{ "extends": "settings/base.json" }\n',
      "node_modules/settings/base.json":
        '{ "compilerOptions": { "paths": { "#api": ["../../ignored/gen/api"] } } }\n',
    },
  ],
  [
    "an alias of a bundler",
    "ignored/gen/api.ts",
    {
      "src/d.ts": 'import "#api";\n',
      "vite.config.ts": 'export default { resolve: { alias: { "#api": "/ignored/gen/api.ts" } } };\n',
    },
  ],
  [
    "an alias without an ending",
    "ignored/gen/api.ts",
    {
      "src/d.ts": 'import "#api";\n',
      "vite.config.ts": 'export default { resolve: { alias: { "#api": "/ignored/gen/api" } } };\n',
    },
  ],
])("everything is assessed if a name appears that %s leads to", async (_, path, files) => {
  const rig = await verifiedRig();
  for (const [file, text] of Object.entries(files)) rig.write(file, text);
  rig.commitAll();
  await run(rig);
  rig.write(path, "export const made = 1;\n");
  expect((await run(rig)).ran).toEqual(["src/d.ts"]);
  rig.write("src/c.ts", "export const c = 2;\n");
  rmSync(join(rig.root, path));
  expect((await run(rig)).taken).toBeNull();
});
