import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after, project } from "../rig/fake-tools.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";

const FILES = {
  "package.json": '{ "name": "a", "version": "1.0.0" }',
  "src/start.js": "export const start = (file) => new Worker(file);\n",
  "src/work.js": 'import "./part.vue";\n',
  "src/part.vue": '<script>\nimport data from "./data.json";\n</script>\n',
  "src/data.json": "{}",
  "src/demo.vue": "<template>1</template>\n",
  "src/other.json": "{}",
  "test/one.test.js": 'import "../src/start.js";\n',
};
const TEST = ["test/one.test.js"];

describe("without a tracer, a worker whose file is computed", () => {
  it("runs any program of the package, with all that it leads to, and nothing else", async () => {
    const rig = await project(FILES, "test");
    expect(await after(rig, "src/demo.vue", "<template>2</template>\n")).toEqual([]);
    expect(await after(rig, "src/other.json", "[]")).toEqual([]);
    expect(await after(rig, "package.json", '{ "name": "a", "version": "1.0.1" }')).toEqual([]);
    expect(await after(rig, "src/data.json", "[]")).toEqual(TEST);
    expect(await after(rig, "src/part.vue", "<template>2</template>\n")).toEqual(TEST);
    expect(await after(rig, "src/new.js", "1;\n")).toEqual(TEST);
  });

  it("runs what loads anything else, where the package has such a program", async () => {
    const rig = await project(
      { ...FILES, "src/load.js": "export const load = (name) => import(name);\n" },
      "test",
    );
    expect(await after(rig, "src/other.json", "[]")).toEqual(TEST);
  });
});

describe("without a tracer, a file that code names in a text", () => {
  const files = {
    "src/a.js": 'export const a = ["./b.js", new URL("./b.js", import.meta.url)];\n',
    "src/b.js": "export const b = 1;\n",
    "src/c.js": 'import "./b.js";\n',
  };
  const edited = "export const b = 2;\n";

  it("is opened by no linter that looks at code as a compiler does", async () => {
    expect(await after(await project(files, "lint"), "src/b.js", edited)).toEqual(["src/b.js", "src/c.js"]);
  });

  it("may be opened by any other", async () => {
    const rig = rigWith(fileCheck({ follow: "structure" }));
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    rig.commitAll();
    await verified(rig);
    ran(rig);
    expect(await after(rig, "src/b.js", edited)).toEqual(["src/a.js", "src/b.js", "src/c.js"]);
  });
});

describe("without a tracer, a file that a comment names", () => {
  const files = {
    "src/made.js":
      "// Made by `src/make.js`, see './notes.md'.\n/* Not 'src/**' */\nexport const made = 1;\n",
    "src/both.js": "// As './data.txt' says.\nexport const text = read('./data.txt'); // './data.txt'\n",
    "src/make.js": "export const make = 1;\n",
    "src/notes.md": "1\n",
    "src/data.txt": "1\n",
    "test/one.test.js": 'import "../src/made.js";\nimport "../src/both.js";\n',
  };
  const edits = { "src/make.js": "export const make = 2;\n", "src/notes.md": "2\n" };

  it("is taken by nothing that runs, unless the code names it too", async () => {
    const rig = await project(files, "test");
    for (const [path, text] of Object.entries(edits)) expect(await after(rig, path, text)).toEqual([]);
    expect(await after(rig, "src/data.txt", "2\n")).toEqual(TEST);
  });

  it("may be taken by what is not known to run its targets", async () => {
    const rig = rigWith(fileCheck({ files: ["src/made.js"] }));
    for (const [path, text] of Object.entries(files)) rig.write(path, text);
    rig.commitAll();
    await verified(rig);
    ran(rig);
    for (const [path, text] of Object.entries(edits))
      expect(await after(rig, path, text)).toEqual(["src/made.js"]);
  });
});

describe("without a tracer, a file that code names by way of a link to a directory", () => {
  it("counts with the link and with what is behind it", async () => {
    const rig = await project(
      {
        "themes/light/color.txt": "white\n",
        "themes/dark/color.txt": "black\n",
        "test/one.test.js":
          'import { readFileSync } from "node:fs";\nreadFileSync("current/color.txt", "utf8");\n',
      },
      "test",
    );
    symlinkSync("themes/light", join(rig.root, "current"));
    await verified(rig);
    ran(rig);
    expect(await after(rig, "themes/dark/color.txt", "grey\n")).toEqual([]);
    expect(await after(rig, "themes/light/color.txt", "ivory\n")).toEqual(TEST);
    rmSync(join(rig.root, "current"));
    symlinkSync("themes/dark", join(rig.root, "current"));
    await verified(rig);
    expect(ran(rig)).toEqual(TEST);
  });
});
