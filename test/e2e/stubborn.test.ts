import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAlive } from "../rig/is-alive.ts";
import { Rig, shell } from "../rig/rig.ts";

it("a time limit ends a process that ignores TERM, holds the output and has a session of its own, all at once", async () => {
  const rig = new Rig();
  const pids = join(rig.root, "../pids");
  const stubborn = `trap "" TERM HUP INT; echo $$ >> ${pids}; while :; do echo still here; sleep 0.2; done`;
  rig.checks(
    shell("stubborn", `setsid sh -c '${stubborn}' & sh -c '${stubborn}' & wait`, { timeout: 3000 }),
    shell("next", "true"),
  );
  const { status, result } = await rig.json();
  expect(status).toBe(1);
  expect(result.results.map(({ status: each, why }) => [each, why])).toEqual([
    ["failed", expect.stringContaining("timed out after")],
    ["passed", undefined],
  ]);
  const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
  expect(started).toHaveLength(2);
  expect(started.filter(isAlive)).toEqual([]);
});
