// What our own work costs per check: 200 checks that do nothing, against `xargs -P` with the same slots.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

const CHECKS = 200;
const ROUNDS = 5;
const slots = availableParallelism();
const bin = join(import.meta.dirname, "../bin/verification");
const directory = mkdtempSync(join(tmpdir(), "verification-bench-"));
const checks = Array.from({ length: CHECKS }, (_, index) => ({ name: `check-${index}`, command: "true" }));
writeFileSync(join(directory, "all.json"), JSON.stringify({ checks, execution: { maxParallel: slots } }));
writeFileSync(join(directory, "one.json"), JSON.stringify({ checks: checks.slice(0, 1) }));

function time(command, args, input) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd: directory, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

/** The floor for any tool on Node: the same processes, started by nothing but a loop. */
async function bareSpawns() {
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

const fastest = (measure) => Math.min(...Array.from({ length: ROUNDS }, measure));
const lines = Array.from({ length: CHECKS }, (_, index) => index).join("\n");
const xargs = fastest(() => time("xargs", ["-P", String(slots), "-n", "1", "true"], lines));
const one = fastest(() => time(process.execPath, [bin, "--quiet", "--skip-cache", "--config", "one.json"]));
const all = fastest(() => time(process.execPath, [bin, "--quiet", "--skip-cache", "--config", "all.json"]));
const node = fastest(() => time(process.execPath, ["-e", "0"]));
const bare = Math.min(await bareSpawns(), await bareSpawns(), await bareSpawns());
rmSync(directory, { recursive: true });

const perCheck = (all - one) / (CHECKS - 1);
const perLine = xargs / CHECKS;
console.log(`${CHECKS} trivial checks, ${slots} slots, fastest of ${ROUNDS} rounds`);
console.log(`  xargs -P               ${perLine.toFixed(2)} ms a command`);
console.log(`  verification           ${perCheck.toFixed(2)} ms a check`);
console.log(`  bare spawn in Node     ${(bare / CHECKS).toFixed(2)} ms a command`);
console.log(`  ratio to xargs         ${(perCheck / perLine).toFixed(2)}`);
console.log(`  ratio to bare spawn    ${(perCheck / (bare / CHECKS)).toFixed(2)}`);
console.log(`  start-up, one check    ${one.toFixed(0)} ms (node -e 0: ${node.toFixed(0)} ms)`);
