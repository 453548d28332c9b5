import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { after } from "../rig/fake-tools.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

/** Each target lists a directory with one link in it. */
async function linking(to: string, files: Readonly<Record<string, string>> = {}): Promise<Rig> {
  const rig = rigWith(fileCheck({ files: ["src/*.js"] }));
  rig.write("src/a.js", 'import { readdirSync } from "node:fs";\nreaddirSync("../data/links");\n');
  rig.write("data/links/own.txt", "own\n");
  for (const [path, text] of Object.entries(files)) rig.write(path, text);
  symlinkSync(to, join(rig.root, "data/links/link"));
  rig.commitAll();
  await verified(rig);
  expect(ran(rig)).toEqual(["src/a.js"]);
  await verified(rig);
  expect(ran(rig)).toEqual([]);
  return rig;
}

describe("without a tracer, what is reached through a link counts:", () => {
  it("without a tracer, a link to a directory of the tree counts by its files", async () => {
    const rig = await linking("../target", { "data/target/one.txt": "1\n", "data/other/one.txt": "1\n" });
    expect(await after(rig, "data/other/one.txt", "2\n")).toEqual([]);
    expect(await after(rig, "data/target/one.txt", "2\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "data/target/two.txt", "2\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "data/other/one.txt", "3\n")).toEqual([]);
  });

  it("without a tracer, a link to a directory that git ignores counts by its files", async () => {
    const rig = await linking("../ignored", { "data/ignored/one.txt": "1\n", "ignored/one.txt": "1\n" });
    expect(await after(rig, "ignored/one.txt", "2\n")).toEqual([]);
    expect(await after(rig, "data/ignored/one.txt", "2\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "data/ignored/two.txt", "2\n")).toEqual(["src/a.js"]);
  });

  it("without a tracer, a link that leads nowhere counts by its own text, until something is there", async () => {
    const rig = await linking("../target/one.txt");
    expect(await after(rig, "data/target/two.txt", "1\n")).toEqual([]);
    expect(await after(rig, "data/target/one.txt", "1\n")).toEqual(["src/a.js"]);
    expect(await after(rig, "data/target/one.txt", "2\n")).toEqual(["src/a.js"]);
  });

  it("without a tracer, a link that leads to itself makes no other file count", async () => {
    const rig = await linking("link");
    expect(await after(rig, "data/other.txt", "1\n")).toEqual([]);
  });

  it("without a tracer, a link to the directory that it is in counts", async () => {
    const rig = await linking("..", { "data/other/one.txt": "1\n", "other.txt": "1\n" });
    expect(await after(rig, "other.txt", "2\n")).toEqual([]);
    expect(await after(rig, "data/other/one.txt", "2\n")).toEqual(["src/a.js"]);
  });
});
