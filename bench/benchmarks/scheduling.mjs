// What our own work costs per check: 200 checks that do nothing, against `xargs -P` with the same slots.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { node, verification, withDirectory } from "../lib/commands.mjs";
import { describe, interleave, ratioOf, run } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

const CHECKS = 200;
const BARE = join(import.meta.dirname, "../lib/bare-spawns.mjs");

export async function scheduling({ rounds }) {
  return withDirectory(async (cwd) => {
    const slots = availableParallelism();
    const checks = Array.from({ length: CHECKS }, (_, index) => ({
      name: `check-${index}`,
      command: "true",
    }));
    writeFileSync(join(cwd, "all.json"), JSON.stringify({ checks, execution: { maxParallel: slots } }));
    writeFileSync(join(cwd, "one.json"), JSON.stringify({ checks: checks.slice(0, 1) }));
    const input = checks.map((_, index) => index).join("\n");
    const ours = (config) => verification(cwd, "--quiet", "--skip-cache", "--config", config).ms;
    const times = await interleave(
      {
        xargs: () => run("xargs", ["-P", String(slots), "-n", "1", "true"], { cwd, input }).ms,
        node: () => node(cwd).ms,
        bare: () => run(process.execPath, [BARE, String(CHECKS), String(slots)], { cwd }).ms,
        one: () => ours("one.json"),
        all: () => ours("all.json"),
      },
      { rounds: rounds ?? 7 },
    );
    const perCheck = times.all.map((all, round) => (all - times.one[round]) / (CHECKS - 1));
    const perLine = times.xargs.map((ms) => ms / CHECKS);
    const perSpawn = times.bare.map((ms, round) => (ms - times.node[round]) / CHECKS);
    const row = (against, theirs, aim) =>
      ratioRow({
        what: `one of ${CHECKS} checks that do nothing, ${slots} slots`,
        ours: describe(perCheck),
        against: `${against} ${describe(theirs)}`,
        ratio: ratioOf(perCheck, theirs),
        aim,
      });
    return [row("`xargs -P`", perLine), row("bare `spawn` loop in Node", perSpawn, 1.5)];
  });
}
