import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Rig } from "../rig/rig.ts";
import { findStrace } from "../rig/strace.ts";

function tracerOf(pid: number): number {
  const [, tracer] = /^TracerPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(tracer ?? 0);
}

it("a command whose tracer is killed gets the right verdict, kept as predicted", async () => {
  findStrace();
  const rig = new Rig();
  rig.write("a.txt", "a\n");
  rig.checks({ name: "slow", ...rig.controlled("slow") });
  rig.commitAll();
  const run = rig.start(["--trace", "auto", "--json"]);
  const watched = await rig.started("slow");
  const tracer = tracerOf(watched.pid);
  expect(tracer).toBeGreaterThan(0);
  process.kill(tracer, "SIGKILL");
  // What a command does without its tracer says nothing: it is started once more, and not watched.
  const again = await rig.started("slow");
  expect(again.pid).not.toBe(watched.pid);
  expect(tracerOf(again.pid)).toBe(0);
  again.exit(0);
  const { status, stdout } = await run.ended;
  expect(status).toBe(0);
  const [result] = (
    JSON.parse(stdout) as { results: { status: string; observed: number; predicted: number }[] }
  ).results;
  expect(result).toMatchObject({ status: "passed", observed: 0, predicted: 1 });
  expect(rig.unclaimed).toEqual([]);
});

it("a failure of the second start is reported", async () => {
  findStrace();
  const rig = new Rig();
  rig.checks({ name: "slow", ...rig.controlled("slow") });
  rig.commitAll();
  const run = rig.start(["--trace", "auto", "--json"]);
  const watched = await rig.started("slow");
  process.kill(tracerOf(watched.pid), "SIGKILL");
  (await rig.started("slow")).exit(3);
  const { status, stdout } = await run.ended;
  expect(status).toBe(1);
  const [result] = (JSON.parse(stdout) as { results: { exitCode: number }[] }).results;
  expect(result?.exitCode).toBe(3);
});
