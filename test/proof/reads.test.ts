import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { isMet } from "./part.ts";
import { readsPart } from "./reads/reads-part.ts";

/** What it came to, by what it counts, and what it said. */
async function tryRepository(rig: Rig): Promise<{
  readonly values: readonly number[];
  readonly failures: readonly string[];
  readonly isMet: boolean;
}> {
  const checkouts = [rig.root];
  const { figures, failures } = await readsPart.run({ seed: 1, steps: 2, checkouts, progress: () => {} });
  return { values: figures.map(({ value }) => value), failures, isMet: figures.every(isMet) };
}

function repository(trace: "on" | "off"): Rig {
  const rig = new Rig({ trace });
  rig.write(".gitignore", ".verification-*\n");
  // Names that nothing but watching tells.
  const read = (name: string): string =>
    `require("node:fs").readFileSync(Buffer.from("${Buffer.from(name).toString("hex")}", "hex").toString(), "utf8")`;
  rig.write(
    "run.cjs",
    `${read("note.txt")};\nif (${read("fixtures/a.json")}.includes("broken")) process.exit(1);\n`,
  );
  rig.write("fixtures/a.json", "{}\n");
  rig.write("note.txt", "whatever\n");
  for (let index = 0; index < 30; index++) rig.write(`notes/${index}.md`, "# Note\n");
  const files = ["run.cjs"];
  rig.checks({
    name: "test",
    type: "test",
    command: "node",
    args: ["run.cjs"],
    files,
    configuration: "none",
  });
  rig.commitAll();
  return rig;
}

it("the proof of reads edits every file that a command opens, and others, and restores them", async () => {
  const rig = repository("on");
  const { values, failures, isMet: isProven } = await tryRepository(rig);
  expect(failures).toEqual([]);
  // One unit, which opens three files; no other runs it.
  expect(values).toEqual([1, 3, 0, 0, 0, 0, 20, 0]);
  expect(isProven).toBe(true);
  expect(rig.git("status", "--porcelain")).toBe("");
  rig.write("notes/0.md", "# Changed\n");
  await expect(tryRepository(rig)).rejects.toThrow("has changes");
});

it("the proof of reads tells an unseen read from one that makes no difference", async () => {
  const rig = repository("off");
  const { values, failures, isMet: isProven } = await tryRepository(rig);
  expect(values).toEqual([1, 3, 1, 0, 0, 1, 20, 0]);
  expect(failures).toEqual([expect.stringMatching(/: STALE test.*: fixtures\/a\.json$/)]);
  expect(isProven).toBe(false);
  expect(readFileSync(join(rig.root, "fixtures/a.json"), "utf8")).toBe("{}\n");
});
