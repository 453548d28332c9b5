// What a run with nothing to do costs, beside what it cannot do without: starting Node and asking git.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateRepository } from "./generate.mjs";

const ROUNDS = 7;
const bin = join(import.meta.dirname, "../bin/verification");
const directory = mkdtempSync(join(tmpdir(), "verification-bench-"));
const checks = [
  {
    name: "lint",
    type: "lint",
    command: "true",
    args: ["{files}"],
    files: ["packages/**/*.ts"],
    follow: "none",
  },
  { name: "types", type: "type-check", command: "true", args: ["{files}"], files: ["packages/**/*.ts"] },
  { name: "test", type: "test", command: "true" },
];
generateRepository(directory, { packages: 100, filesPerPackage: 100, config: { checks } });

function time(command, args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}
const fastest = (measure) => Math.min(...Array.from({ length: ROUNDS }, measure));
const run = (...args) => time(process.execPath, [bin, "--quiet", ...args]);

const cold = run();
const node = fastest(() => time(process.execPath, ["-e", "0"]));
const status = fastest(() => time("git", ["status", "--porcelain=v2", "-z"]));
const noop = fastest(() => run());
writeFileSync(join(directory, "packages/p50/src/f98.ts"), "export const v98: number = 1000;\n");
const leaf = run();
rmSync(directory, { recursive: true });
console.log(`10,000 files in 100 packages, 20,001 units, fastest of ${ROUNDS} rounds`);
console.log(`  node -e 0              ${node.toFixed(0)} ms`);
console.log(`  git status             ${status.toFixed(0)} ms`);
console.log(`  first run              ${cold.toFixed(0)} ms`);
console.log(
  `  nothing to do          ${noop.toFixed(0)} ms, ${(noop / (node + status)).toFixed(2)} times node and git`,
);
console.log(`  one leaf edited        ${leaf.toFixed(0)} ms`);
