import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rigWith } from "../rig/incremental.ts";
import { FILES, fileCheck, NOTES, ran, run, verifiedRig } from "../rig/kept.ts";
import { Rig } from "../rig/rig.ts";

const STATE = ".verification-cache/units.sealed";
const GRAPH = ".verification-cache/graph.bin";
const COLUMNS = ".verification-cache/units.bin";
it("after an edit, only the units that it concerns are assessed", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
  rig.write("src/a.ts", "export const a = 2;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/a.ts", "src/b.ts"] });
  // What was found out meanwhile is taken over, too.
  rig.write("src/d.ts", "export const d = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
});

it("an editor that replaces a file counts as an edit of it", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts.new", "export const c = 2;\n");
  renameSync(join(rig.root, "src/c.ts.new"), join(rig.root, "src/c.ts"));
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it("an import that the edit adds is followed", async () => {
  const rig = await verifiedRig();
  rig.write("src/d.ts", 'import { c } from "./c";\nexport const d = c;\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/c.ts", "src/d.ts"] });
});

it("all units are taken over if another request has nothing to do", async () => {
  const rig = await verifiedRig();
  const { stderr } = await rig.verification(["--json"], { env: { VERIFICATION_COMPARE: "tell" } });
  expect(stderr).toContain("compared: 4 units");
  expect(ran(rig)).toEqual([]);
});

it("all units are taken over for --dry-run", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  const { stderr, stdout } = await rig.verification(["--dry-run"], {
    env: { VERIFICATION_COMPARE: "tell" },
  });
  expect(stderr).toContain("compared: 3 units");
  expect(stdout).toContain("src/c.ts");
  expect((await rig.verification(["status"])).stdout).toContain("(1 file, 3 cached)");
});

it.each<[string, (rig: Rig) => void, readonly string[]]>([
  ["a package.json that is new", (rig) => rig.write("src/package.json", "{}\n"), FILES],
  ["settings of the resolver", (rig) => rig.write("package.json", '{ "type": "module" }\n'), FILES],
  [
    "a declaration that holds everywhere",
    (rig) => rig.write("src/c.ts", "declare global { const g: string }\nexport const c = 1;\n"),
    ["src/c.ts"],
  ],
])("everything is assessed after %s", async (_, change, expected) => {
  const rig = await verifiedRig();
  change(rig);
  const found = await run(rig);
  expect(found.taken).toBeNull();
  expect(found.ran).toEqual(expect.arrayContaining([...expected]));
});

it("everything is assessed after another run came in between", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  await rig.verification(["--force", "src/d.ts"]);
  ran(rig);
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
});

it("everything is assessed if something outside the tree changed", async () => {
  const rig = await verifiedRig();
  rig.write("ignored/made.ts", "export const made = 1;\n");
  rig.write("src/c.ts", 'export { made } from "../ignored/made";\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
  rig.write("ignored/made.ts", "export const made = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
});

it("nothing is taken over in a copy of the repository, whose surroundings may differ", async () => {
  const rig = await verifiedRig();
  rig.write("ignored/made.ts", "export const made = 1;\n");
  rig.write("src/c.ts", 'export { made } from "../ignored/made";\n');
  await run(rig);
  const copy = join(rig.root, "../copy");
  cpSync(rig.root, copy, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(copy, "ignored/made.ts"), "export const made = 2;\n");
  const { stderr } = await rig.verification([], { cwd: copy, env: { VERIFICATION_COMPARE: "tell" } });
  expect(stderr).not.toContain("compared:");
  expect(ran(rig)).toContain("src/c.ts");
});

it("nothing is taken over if the declared dependencies changed", async () => {
  const rig = await verifiedRig();
  const config = { checks: [fileCheck()], execution: { trace: "off" } };
  const declare = (edges: readonly object[]): void =>
    rig.write("ci/own.json", JSON.stringify({ ...config, edges }));
  const verify = async (): Promise<string> =>
    (await rig.verification(["--config", "ci/own.json"], { env: { VERIFICATION_COMPARE: "tell" } })).stderr;
  declare([]);
  await verify();
  ran(rig);
  declare([{ from: "src/d.ts", to: ["src/c.ts"] }]);
  expect(await verify()).not.toContain("compared:");
  expect(ran(rig)).toEqual(["src/d.ts"]);
});

it("nothing is kept of a run during which files of the tree changed", async () => {
  const rig = rigWith(
    fileCheck({ args: ["-c", `echo more >> log.txt; echo $@ >> ${NOTES}`, "sh", "{files}"] }),
  );
  rig.write("log.txt", "");
  rig.write("src/a.ts", "export const a = 1;\n");
  rig.write("src/b.ts", "export const b = 1;\n");
  rig.commitAll();
  await run(rig);
  rig.write("src/b.ts", "export const b = 2;\n");
  expect(await run(rig)).toMatchObject({ taken: null });
});

it("a unit that was seen to read a changed file is not taken over", async () => {
  const rig = new Rig({ trace: "on" });
  const args = ["-c", 'cat "$1" "data/$(basename $1)"', "sh", "{files}"];
  rig.checks({ name: "files", command: "sh", args, files: ["src/**"], batch: 1 });
  for (const name of ["a.txt", "b.txt", "c.txt"]) {
    rig.write(`src/${name}`, `${name}\n`);
    rig.write(`data/${name}`, "one\n");
  }
  rig.commitAll();
  const env = { VERIFICATION_COMPARE: "tell" };
  await rig.verification([], { env });
  rig.write("data/b.txt", "two\n");
  const { stderr, stdout } = await rig.verification(["--json"], { env });
  expect(stderr).toContain("compared: 2 units");
  expect(JSON.parse(stdout)).toMatchObject({ filesVerified: 1, cacheHits: 2 });
});

it.each<[string, (text: string) => string]>([
  ["torn", (text) => text.slice(0, text.length / 2)],
  ["forged", (text) => text.replace('"until":', '"until":9')],
  ["without its seal", (text) => text.slice(text.indexOf("\n"))],
  ["empty", () => ""],
])("a kept state that is %s is not used", async (_, damage) => {
  const rig = await verifiedRig();
  const file = join(rig.root, STATE);
  const text = readFileSync(file, "utf8");
  expect(damage(text)).not.toBe(text);
  writeFileSync(file, damage(text));
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
  rig.write("src/c.ts", "export const c = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ["forged", (bytes) => Buffer.concat([bytes.subarray(0, -3), Buffer.from("0]]")])],
  ["torn", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["empty", () => Buffer.alloc(0)],
])("a kept graph that is %s is not used", async (_, damage) => {
  const rig = await verifiedRig();
  const file = join(rig.root, GRAPH);
  const bytes = readFileSync(file);
  expect(damage(bytes)).not.toEqual(bytes);
  writeFileSync(file, damage(bytes));
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
  rig.write("src/c.ts", "export const c = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it("a kept configuration that is forged or has another text is not used", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  await run(rig);
  const file = join(rig.root, ".verification-cache/configuration.sealed");
  const text = readFileSync(file, "utf8");
  expect(text).toContain("src/");
  writeFileSync(file, text.replaceAll("src/", "gone/"));
  rig.write("src/c.ts", "export const c = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
  rig.checks({ name: "other", command: "true", files: ["src/c.ts"], args: ["{files}"] });
  expect((await rig.verification(["--json"])).stdout).toContain('"other"');
});

it("a kept graph of other imports or of another run is not used", async () => {
  const rig = await verifiedRig();
  const file = join(rig.root, GRAPH);
  const older = readFileSync(file);
  rig.write("src/d.ts", 'import { c } from "./c";\nexport const d = c;\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  writeFileSync(file, older);
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts", "src/d.ts"] });
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ["forged", (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xff])])],
  ["torn", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["empty", () => Buffer.alloc(0)],
])("kept columns that are %s are not used", async (_, damage) => {
  const rig = await verifiedRig();
  const file = join(rig.root, COLUMNS);
  writeFileSync(file, damage(readFileSync(file)));
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
  rig.write("src/c.ts", "export const c = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it("kept columns of another run are not used", async () => {
  const rig = await verifiedRig();
  const file = join(rig.root, COLUMNS);
  const older = readFileSync(file);
  rig.write("src/e.ts", "export const e = 1;\n");
  await run(rig);
  writeFileSync(file, older);
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
});

it("after a small change the columns stay as they are, and later results are taken over too", async () => {
  const rig = await verifiedRig();
  const columns = readFileSync(join(rig.root, COLUMNS));
  for (const [round, file] of ["src/c.ts", "src/d.ts", "src/c.ts"].entries()) {
    rig.write(file, `export const it = ${round};\n`);
    expect(await run(rig)).toEqual({ taken: 3, ran: [file] });
  }
  expect(readFileSync(join(rig.root, COLUMNS))).toEqual(columns);
});

it("a unit without a valid verdict is assessed again", async () => {
  const rig = await verifiedRig();
  rig.write("src/d.ts", 'export const d = "BAD";\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/c.ts"] });
  const again = async (): Promise<object> =>
    (await rig.json([], { env: { VERIFICATION_COMPARE: "tell" } })).result;
  expect(await again()).toMatchObject({ success: false, cacheHits: 4 });
  rig.write("src/d.ts", "export const d = 3;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  expect(await again()).toMatchObject({ success: true, cacheHits: 4 });
});

it("a run in which nothing kept is valid is a full assessment", async () => {
  const rig = rigWith(fileCheck());
  rig.write("src/a.ts", 'export const a = "BAD";\n');
  rig.commitAll();
  await run(rig);
  rig.write("src/a.ts", 'export const a = "BAD again";\n');
  expect(await run(rig)).toEqual({ taken: 0, ran: ["src/a.ts"] });
});

it("units whose settings load a changed file are assessed again", async () => {
  const rig = rigWith(fileCheck({ configuration: ["own.mjs"] }));
  rig.write("own.mjs", 'import { level } from "./rules.mjs";\nexport default level;\n');
  rig.write("rules.mjs", 'export { level } from "./level.mjs";\n');
  rig.write("level.mjs", "export const level = 1;\n");
  rig.write("src/a.ts", "export const a = 1;\n");
  rig.write("src/b.ts", "export const b = 1;\n");
  rig.commitAll();
  await run(rig);
  rig.write("level.mjs", "export const level = 2;\n");
  expect(await run(rig)).toEqual({ taken: 0, ran: ["src/a.ts", "src/b.ts"] });
  rig.write("src/a.ts", "export const a = 2;\n");
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/a.ts"] });
});

it("findings and output of units that were taken over are reported", async () => {
  const say = 'for f in "$@"; do echo "$f:1:1: warning: said of $f"; done';
  const rig = rigWith(fileCheck({ args: ["-c", say, "sh", "{files}"], batch: 1, parse: "gcc" }));
  for (const name of ["a", "b", "c"]) rig.write(`src/${name}.ts`, `export const ${name} = 1;\n`);
  rig.commitAll();
  const first = (await rig.json()).result;
  rig.write("src/b.ts", "export const b = 2;\n");
  const { result } = await rig.json([], { env: { VERIFICATION_COMPARE: "1" } });
  expect(result).toMatchObject({ filesVerified: 1, cacheHits: 2 });
  const said = ["src/a.ts", "src/b.ts", "src/c.ts"];
  for (const { findings } of [first, result]) expect(findings.map(({ file }) => file).sort()).toEqual(said);
});

it("units that were taken over count only if they were asked for", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  const { result } = await rig.json(["src/c.ts", "src/d.ts"], { env: { VERIFICATION_COMPARE: "1" } });
  expect(result).toMatchObject({ filesVerified: 1, cacheHits: 1, scope: { cachedCount: 1 } });
});

it("no verdict is kept if something appears outside the tree while its command runs", async () => {
  const make = 'grep -q MAKE "$@" && echo "export {};" > src/made.ts';
  const rig = rigWith(fileCheck({ args: ["-c", `echo "$@" >> ${NOTES}; ${make}; true`, "sh", "{files}"] }));
  rig.write(".gitignore", "src/made.ts\n");
  rig.write("src/c.ts", "export const c = 1;\n");
  rig.write("src/d.ts", 'import "./made";\n');
  rig.commitAll();
  await run(rig);
  rig.write("src/d.ts", 'import "./made"; // MAKE\n');
  expect(await run(rig)).toEqual({ taken: 1, ran: ["src/d.ts"] });
  rmSync(join(rig.root, "src/made.ts"));
  expect((await run(rig)).ran).toEqual(["src/d.ts"]);
});

it.each([
  ["a file", ["explain", "src/a.ts", "--json"]],
  ["a file that a command has read", ["explain", "data.json", "--json"]],
  ["a file that is gone and still looked for", ["explain", "src/gone.ts", "--json"]],
  ["a check", ["explain", "lint", "--json"]],
  ["a receipt", ["receipt", "--json"]],
])("a run from kept state says of %s what a full assessment says", async (_, args) => {
  const reads = 'cat "$(printf da)ta.json"; cat "src/$(printf go)ne.ts" 2>/dev/null';
  const script = `case "$*" in *c.ts*) ${reads};; esac; cat "$@" >/dev/null`;
  const rig = new Rig({ trace: "auto" });
  rig.checks(fileCheck({ name: "lint", args: ["-c", script, "sh", "{files}"], batch: 1 }));
  for (const name of ["a", "b", "c", "gone"]) rig.write(`src/${name}.ts`, `export const ${name} = 1;\n`);
  rig.write("data.json", "{}\n");
  rig.commitAll();
  await rig.verification([]);
  rmSync(join(rig.root, "src/gone.ts"));
  await rig.verification([]);
  if (args[0] === "explain") rig.write("src/b.ts", "export const b = 2;\n");
  const short = await rig.verification(args);
  rmSync(join(rig.root, STATE));
  const whole = await rig.verification(args);
  expect(short.stdout).toBe(whole.stdout);
  expect(short.stdout).toContain(args[0] === "receipt" ? '"fingerprints"' : '"lint"');
});

it("kept files have no names that a formatter of the project would format", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "BAD\n");
  await run(rig);
  const names = readdirSync(join(rig.root, ".verification-cache"));
  expect(names).toEqual(expect.arrayContaining(["units.sealed", "graph.bin", "baseline.state"]));
  expect(names.filter((name) => /\.(?:json|ya?ml|md|[cm]?[jt]sx?|css|html?)$/.test(name))).toEqual([]);
});
