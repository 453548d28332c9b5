// What our own work costs per check: 200 checks that do nothing, against `xargs -P` with the same slots.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { verification, withDirectory } from "../lib/commands.mjs";
import { describe, interleave, ratioOf, run } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

const CHECKS = 200;

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
        bare: () => bareSpawns(slots),
        one: () => ours("one.json"),
        all: () => ours("all.json"),
      },
      { rounds: rounds ?? 7 },
    );
    const perCheck = times.all.map((all, round) => (all - times.one[round]) / (CHECKS - 1));
    const perLine = times.xargs.map((ms) => ms / CHECKS);
    const perSpawn = times.bare.map((ms) => ms / CHECKS);
    const row = (against, theirs, aim) =>
      ratioRow({
        what: `one of ${CHECKS} checks that do nothing, ${slots} slots`,
        ours: describe(perCheck),
        against: `${against} ${describe(theirs)}`,
        ratio: ratioOf(perCheck, theirs),
        aim,
      });
    return [row("`xargs -P`", perLine, 1.5), row("bare `spawn` loop in Node", perSpawn)];
  });
}

/** The floor for any tool on Node: the same processes, started by nothing but a loop. */
async function bareSpawns(slots) {
  const start = performance.now();
  let left = CHECKS;
  const worker = async () => {
    while (left-- > 0)
      await new Promise((resolve) =>
        spawn("true", { stdio: ["ignore", "pipe", "pipe"], detached: true }).once("close", resolve),
      );
  };
  await Promise.all(Array.from({ length: slots }, worker));
  return performance.now() - start;
}
