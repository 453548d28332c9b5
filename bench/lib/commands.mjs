// The commands that benchmarks time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./measure.mjs";
import { bin } from "./package.mjs";

export const verification = (cwd, ...args) => run(process.execPath, [bin(), ...args], { cwd });
export const linkedVerification = (cwd, ...args) => run("node_modules/.bin/verification", args, { cwd });
export const node = (cwd) => run(process.execPath, ["-e", "0"], { cwd });
export const gitStatus = (cwd) => run("git", ["status", "--porcelain=v2", "-z"], { cwd });
export const turbo = (cwd, ...tasks) =>
  run("node_modules/.bin/turbo", ["run", ...tasks, "--output-logs=errors-only"], { cwd });

/** How many of turbo's tasks were run, from what it prints at the end. */
export function tasksRun(output) {
  const [, cached, total] = /(\d+) cached, (\d+) total/.exec(output) ?? [];
  if (total === undefined) throw new Error(`turbo printed no summary: ${output.slice(-500)}`);
  return Number(total) - Number(cached);
}

/** Gives `use` a directory that is gone afterwards. */
export async function withDirectory(use) {
  const parent = process.env.BENCH_DIR ?? tmpdir();
  const directory = mkdtempSync(join(parent, "verification-bench-"));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
