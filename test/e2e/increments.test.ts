import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";

/** Stands for tsc: keeps how often it has run, and opens what it looks at, unless it is lazy. */
const TSC = `#!/usr/bin/env node
const { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { dirname, relative } = require("node:path");
const at = process.argv.indexOf("--tsBuildInfoFile");
const file = at === -1 ? null : process.argv[at + 1];
const before = file !== null && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
const files = readdirSync("src").map((name) => process.cwd() + "/src/" + name);
const isLazy = before !== null && existsSync("../lazy");
const isBad = !isLazy && files.filter((name) => readFileSync(name, "utf8").includes("BAD")).length > 0;
if (file !== null && process.env.KEEPS !== "nothing")
  writeFileSync(file, JSON.stringify({
    fileNames: files.map((name) => relative(dirname(file), name)),
    fileInfos: files.map((name) => name.endsWith("a.ts") && existsSync("../global")
      ? { version: "v", affectsGlobalScope: true } : "v"),
    runs: (before?.runs ?? 0) + 1,
  }));
appendFileSync("../ran", (at === -1 ? "plain" : before === null ? "new" : "after " + before.runs) + "\\n");
process.exit(isBad ? 2 : 0);
`;

const ARGS = ["--noEmit"];

function rigWith(fields: { readonly args?: readonly string[]; readonly trace?: "on" | "off" } = {}): Rig {
  const rig = new Rig({ trace: fields.trace ?? "off" });
  rig.write("package.json", "{}\n");
  rig.write(".gitignore", "node_modules\n");
  rig.write("tsconfig.json", "{}\n");
  rig.write("src/a.ts", "1\n");
  rig.write("src/b.ts", "1\n");
  install(rig, "6.0.3");
  const env = { KEEPS: null };
  rig.checks({
    name: "types",
    type: "type-check",
    command: "tsc",
    args: [...(fields.args ?? ARGS)],
    files: ["src/**"],
    env,
  });
  rig.commitAll();
  return rig;
}

function install(rig: Rig, version: string): void {
  rig.write(
    "node_modules/typescript/package.json",
    JSON.stringify({ name: "typescript", version, bin: "tsc" }),
  );
  rig.write("node_modules/typescript/tsc", TSC);
  chmodSync(join(rig.root, "node_modules/typescript/tsc"), 0o755);
  rig.write("node_modules/.bin/x", "");
  rmSync(join(rig.root, "node_modules/.bin/tsc"), { force: true });
  symlinkSync("../typescript/tsc", join(rig.root, "node_modules/.bin/tsc"));
}

interface Ran {
  readonly status: number | null;
  /** How each tool that ran began. */
  readonly began: readonly string[];
}

async function run(rig: Rig, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const { status } = await rig.verification([...args], { env });
  const notes = join(rig.root, "../ran");
  const began = existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : [];
  rmSync(notes, { force: true });
  return { status, began };
}

function edit(rig: Rig, text: string): void {
  rig.write("src/a.ts", `${text}\n`);
}

function increments(rig: Rig): readonly string[] {
  const cache = join(rig.root, ".verification-cache");
  return readdirSync(cache)
    .filter((name) => name.startsWith("increment-"))
    .map((name) => join(cache, name));
}

async function verifiedRig(fields: Parameters<typeof rigWith>[0] = {}): Promise<Rig> {
  const rig = rigWith(fields);
  expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
  return rig;
}

describe("a type check goes on from what it kept of its last run", () => {
  it("a type check goes on from what it kept of its last run where that passed, whatever failed since", async () => {
    const rig = await verifiedRig();
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1"] });
    edit(rig, "BAD");
    expect(await run(rig)).toEqual({ status: 1, began: ["after 2"] });
    edit(rig, "BAD, still");
    expect(await run(rig)).toEqual({ status: 1, began: ["after 2"] });
    edit(rig, "3");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 2"] });
    expect(increments(rig)).toHaveLength(1);
  });

  it("a type check starts from scratch in a full run, which leaves what the next one goes on from", async () => {
    const rig = await verifiedRig();
    expect(await run(rig, ["--full"])).toEqual({ status: 0, began: ["new"] });
    expect(await run(rig, ["--force"])).toEqual({ status: 0, began: ["new"] });
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1"] });
    edit(rig, "BAD");
    expect(await run(rig, ["--full"])).toEqual({ status: 1, began: ["new"] });
    edit(rig, "3");
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
  });

  it("a type check starts from scratch where verdicts are sampled, and where nothing is kept", async () => {
    const rig = await verifiedRig();
    expect(await run(rig, ["--verify-cache", "1"])).toEqual({ status: 0, began: ["new"] });
    expect(await run(rig, ["--skip-cache"])).toEqual({ status: 0, began: ["plain"] });
  });

  it("a type check goes on from what it kept of its last run, not after its version, its configuration, its arguments or the cache have changed", async () => {
    const rig = await verifiedRig();
    install(rig, "6.0.4");
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
    rig.write("tsconfig.json", '{ "compilerOptions": {} }\n');
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
    rig.checks({
      name: "types",
      type: "type-check",
      command: "tsc",
      args: [...ARGS, "--strict"],
      files: ["src/**"],
    });
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
    await rig.verification(["cache", "clear"]);
    expect(increments(rig)).toEqual([]);
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
  });

  it("a type check goes on from what it kept of its last run, not where somebody else wrote it, or a part of it is lost", async () => {
    const rig = await verifiedRig();
    const change = (make: (text: string) => string): void => {
      for (const file of increments(rig)) writeFileSync(file, make(readFileSync(file, "utf8")));
    };
    change((text) => text.replace('\\"runs\\":1', '\\"runs\\":7'));
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
    change((text) => text.slice(0, -10));
    edit(rig, "3");
    expect(await run(rig)).toEqual({ status: 0, began: ["new"] });
  });

  it("a type check goes on from what it kept of its last run, not where it writes what it compiles, keeps its own file, or is too old to", async () => {
    for (const args of [[], ["--noEmit", "false"], ["--noEmit", "--incremental"], ["-b", "--noEmit"]])
      expect(await run(rigWith({ args }))).toEqual({ status: 0, began: ["plain"] });
    const rig = rigWith();
    install(rig, "3.9.10");
    expect(await run(rig)).toEqual({ status: 0, began: ["plain"] });
  });

  it("a type check goes on from what it kept of its last run, and begins from nothing where it may have overlooked something on its way", async () => {
    const rig = await verifiedRig();
    rig.write("src/c.ts", "1\n");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1", "new"] });
    writeFileSync(join(rig.root, "../global"), "");
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1", "new"] });
    edit(rig, "BAD");
    rmSync(join(rig.root, "src/c.ts"));
    expect(await run(rig)).toEqual({ status: 1, began: ["after 1", "new"] });
  });

  it("a type check goes on from what it kept of its last run, and begins from nothing where another run has it, unless that was killed long ago", async () => {
    const rig = await verifiedRig();
    const [kept = ""] = increments(rig);
    const busy = kept.replace(".sealed", ".busy");
    writeFileSync(busy, "");
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["plain"] });
    utimesSync(busy, 1, 1);
    edit(rig, "3");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1"] });
    expect(increments(rig)).toEqual([kept]);
  });

  it("a type check goes on from what it kept of its last run, and leaves nothing behind where it kept nothing", async () => {
    const rig = rigWith();
    expect(await run(rig, [], { KEEPS: "nothing" })).toEqual({ status: 0, began: ["new"] });
    expect(increments(rig)).toEqual([]);
  });
});

describe("a type check that is watched", () => {
  it("goes on from its last run, and what it read counts as before", async () => {
    const rig = await verifiedRig({ trace: "on" });
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1"] });
    const { stdout } = await rig.verification(["--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ observed: 1, predicted: 0, cached: true }] });
    edit(rig, "BAD");
    expect(await run(rig)).toEqual({ status: 1, began: ["after 2"] });
  });

  it("begins from nothing where it did not open again what it knew", async () => {
    const rig = await verifiedRig({ trace: "on" });
    const lazy = join(rig.root, "../lazy");
    writeFileSync(lazy, "");
    edit(rig, "2");
    expect(await run(rig)).toEqual({ status: 0, began: ["after 1", "new"] });
    rmSync(lazy);
    rig.write("src/b.ts", "BAD\n");
    expect(await run(rig)).toEqual({ status: 1, began: ["after 1"] });
  });
});
