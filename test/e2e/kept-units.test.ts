import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CheckInput } from "../../src/index.ts";
import { fileCheck as plainCheck, ran as ranBy, rigWith } from "../rig/incremental.ts";
import { Rig } from "../rig/rig.ts";

const STATE = ".verification-cache/units.sealed";
const GRAPH = ".verification-cache/graph.bin";
const FILES = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts"];

/** Beside the repository: a file that comes into it is news to whoever looks for files. */
const NOTES = "../ran";

function fileCheck(fields: Partial<CheckInput> = {}): CheckInput {
  const args = ["-c", `echo "$@" >> ${NOTES}; ! grep -l BAD "$@"`, "sh", "{files}"];
  return plainCheck({ args, ...fields });
}

const ran = (rig: Rig): readonly string[] => ranBy(rig, NOTES);

/** A leaf, one that imports it, and two that stand alone; each verified. */
async function verifiedRig(): Promise<Rig> {
  const rig = rigWith(fileCheck());
  rig.write("package.json", "{}\n");
  rig.write("src/a.ts", "export const a = 1;\n");
  rig.write("src/b.ts", 'import { a } from "./a";\nexport const b = a;\n');
  rig.write("src/c.ts", "export const c = 1;\n");
  rig.write("src/d.ts", "export const d = 1;\n");
  rig.commitAll();
  expect(await run(rig)).toEqual({ taken: null, ran: FILES });
  return rig;
}

/** What ran, and how many units were taken over; null where none could be. */
async function run(
  rig: Rig,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly taken: number | null; readonly ran: readonly string[] }> {
  const { stderr } = await rig.verification([], { env: { VERIFICATION_COMPARE: "tell", ...env } });
  const [, taken = null] = /^compared: (\d+) units/m.exec(stderr) ?? [];
  return { taken: taken === null ? null : Number(taken), ran: ran(rig) };
}

it("looks only at what a change concerns", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
  rig.write("src/a.ts", "export const a = 2;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/a.ts", "src/b.ts"] });
  // What was found out meanwhile is taken over, too.
  rig.write("src/d.ts", "export const d = 2;\n");
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
});

it("is not led astray by editors that replace a file", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts.new", "export const c = 2;\n");
  renameSync(join(rig.root, "src/c.ts.new"), join(rig.root, "src/c.ts"));
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/c.ts"] });
});

it("follows an import that is new since", async () => {
  const rig = await verifiedRig();
  rig.write("src/d.ts", 'import { c } from "./c";\nexport const d = c;\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: 2, ran: ["src/c.ts", "src/d.ts"] });
});

it("takes all over where another request has nothing to do", async () => {
  const rig = await verifiedRig();
  const { stderr } = await rig.verification(["--json"], { env: { VERIFICATION_COMPARE: "tell" } });
  expect(stderr).toContain("compared: 4 units");
  expect(ran(rig)).toEqual([]);
});

it("takes all over for who only asks what would run", async () => {
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
  ["a file that is new", (rig) => rig.write("src/e.ts", "export {};\n"), ["src/e.ts"]],
  ["a file that is gone", (rig) => rmSync(join(rig.root, "src/a.ts")), ["src/b.ts"]],
  ["settings of the resolver", (rig) => rig.write("package.json", '{ "type": "module" }\n'), FILES],
  [
    "a declaration that holds everywhere",
    (rig) => rig.write("src/c.ts", "declare global { const g: string }\nexport const c = 1;\n"),
    ["src/c.ts"],
  ],
])("looks at everything after %s", async (_, change, expected) => {
  const rig = await verifiedRig();
  change(rig);
  const found = await run(rig);
  expect(found.taken).toBeNull();
  expect(found.ran).toEqual(expect.arrayContaining([...expected]));
});

it("looks at everything after another run came in between", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "export const c = 2;\n");
  await rig.verification(["--force", "src/d.ts"]);
  ran(rig);
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
});

it("looks at everything again where something beside the tree has changed", async () => {
  const rig = await verifiedRig();
  rig.write("ignored/made.ts", "export const made = 1;\n");
  rig.write("src/c.ts", 'export { made } from "../ignored/made";\n');
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
  rig.write("ignored/made.ts", "export const made = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts"] });
});

it("takes nothing over in a copy of the repository, beside whose tree other things may lie", async () => {
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

it("takes nothing over where other dependencies are declared", async () => {
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

it("keeps nothing of a run in which files of the tree changed", async () => {
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

it("does not take over what was seen to read a file that has changed", async () => {
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
])("trusts no state that is %s", async (_, damage) => {
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
])("trusts no graph that is %s", async (_, damage) => {
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

it("trusts no graph of other imports, nor one of another run", async () => {
  const rig = await verifiedRig();
  const file = join(rig.root, GRAPH);
  const older = readFileSync(file);
  rig.write("src/d.ts", 'import { c } from "./c";\nexport const d = c;\n');
  expect(await run(rig)).toEqual({ taken: 3, ran: ["src/d.ts"] });
  writeFileSync(file, older);
  rig.write("src/c.ts", "export const c = 2;\n");
  expect(await run(rig)).toEqual({ taken: null, ran: ["src/c.ts", "src/d.ts"] });
});

it("keeps no verdict about what appears beside the tree while a command runs", async () => {
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
])("says of %s what a look at everything says", async (_, args) => {
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

it("keeps nothing under a name that a formatter of the project would look into", async () => {
  const rig = await verifiedRig();
  rig.write("src/c.ts", "BAD\n");
  await run(rig);
  const names = readdirSync(join(rig.root, ".verification-cache"));
  expect(names).toEqual(expect.arrayContaining(["units.sealed", "graph.bin", "baseline.state"]));
  expect(names.filter((name) => /\.(?:json|ya?ml|md|[cm]?[jt]sx?|css|html?)$/.test(name))).toEqual([]);
});
