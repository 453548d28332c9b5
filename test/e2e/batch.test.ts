import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Plan } from "../../src/index.ts";
import { fileCheck, ran, rigWith, verified } from "../rig/incremental.ts";
import type { Rig } from "../rig/rig.ts";

/** One line for each process, with what it was given. */
function processes(rig: Rig): readonly (readonly string[])[] {
  const lines = readFileSync(join(rig.root, ".ran"), "utf8").trim().split("\n");
  ran(rig);
  return lines.map((line) => line.split(" ")).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

function rigOf(batch: number): Rig {
  const rig = rigWith(fileCheck({ batch }));
  for (const name of ["a", "b", "c", "d", "e"]) rig.write(`src/${name}.txt`, name);
  return rig;
}

it("a check with a batch size starts one process per batch of targets", async () => {
  const rig = rigOf(2);
  const { stdout } = await rig.verification(["--dry-run", "--json"]);
  const [planned] = (JSON.parse(stdout) as Plan).checks;
  expect(planned).toMatchObject({ commands: [{}, {}, { files: ["src/e.txt"] }] });
  const { results } = await verified(rig);
  expect(results).toMatchObject([{ status: "passed", filesVerified: 5 }]);
  expect(processes(rig)).toEqual([["src/a.txt", "src/b.txt"], ["src/c.txt", "src/d.txt"], ["src/e.txt"]]);
  expect((await verified(rig)).results).toMatchObject([{ cached: true, cacheHits: 5 }]);
});

it("with one target each, a failure says nothing about the others", async () => {
  const rig = rigOf(1);
  rig.write("src/c.txt", "BAD");
  expect((await rig.json()).status).toBe(1);
  expect(processes(rig)).toHaveLength(5);
  rig.write("src/c.txt", "good");
  expect((await rig.json()).status).toBe(0);
  expect(processes(rig)).toEqual([["src/c.txt"]]);
});
