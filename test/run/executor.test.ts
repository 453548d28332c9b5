import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { PlannedCommand } from "../../src/plan/plan.ts";
import { createLocalExecutor } from "../../src/run/executor.ts";
import { explainEnding } from "../../src/wording/explain.ts";

const root = mkdtempSync(join(tmpdir(), "executor-"));
const execute = createLocalExecutor({ root, env: process.env });

function endless(file: string): PlannedCommand {
  const args = ["-c", `: > ${file}; exec sleep 600`];
  return { command: "/bin/sh", args, cwd: ".", env: {}, timeout: 0, files: [], trace: null };
}

const ABORTS: readonly (readonly [string, unknown, string])[] = [
  ["no reason", undefined, "stopped: interrupted"],
  ["null", null, "stopped: interrupted"],
  ["a word", "enough", "stopped: interrupted"],
  ["a reason of their own", { type: "bored" }, "stopped: interrupted"],
  ["a reason of a run", { type: "superseded" }, "stopped: replaced by a newer run"],
];

test.each(ABORTS)("a command that was never started is stopped, aborted with %s", async (_, reason, said) => {
  const { ending } = await execute(endless("never"), AbortSignal.abort(reason));
  expect(ending).toMatchObject({ type: "stopped", started: false });
  expect(explainEnding(ending)).toBe(said);
  expect(existsSync(join(root, "never"))).toBe(false);
});

test.each(ABORTS)("a command that runs is stopped, aborted with %s", async (name, reason, said) => {
  const file = name.replaceAll(" ", "-");
  const stop = new AbortController();
  const running = execute(endless(file), stop.signal);
  await vi.waitUntil(() => existsSync(join(root, file)), { timeout: 60_000 });
  stop.abort(reason);
  const { ending } = await running;
  expect(ending).toMatchObject({ type: "stopped", started: true });
  expect(explainEnding(ending)).toBe(said);
});
