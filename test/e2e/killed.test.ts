import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { isAlive } from "../rig/is-alive.ts";
import { Rig, shell } from "../rig/rig.ts";

const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");

it("a run that is killed leaves no process, neither one that ignores TERM nor one that left", async () => {
  const rig = new Rig();
  const pids = join(rig.root, "../pids");
  const note = `echo $$ >> ${pids}`;
  rig.checks(
    shell("stubborn", `trap '' TERM; ${note}; while :; do sleep 0.1; done`),
    shell("escapes", `setsid sh -c '${note}; exec sleep 300' & ${note}; wait`),
    shell("over", "true"),
  );
  const { child, ended } = rig.start(["--concurrency", "3"]);
  await vi.waitUntil(() => read(pids).split("\n").length === 3, { timeout: 60_000 });
  child.kill("SIGKILL");
  await ended;
  const started = read(pids).split("\n").map(Number);
  await vi.waitUntil(() => !started.some(isAlive), { timeout: 60_000 });
  expect(started).toHaveLength(3);
});

it("what a killed run had started and not ended is not believed: it runs again", async () => {
  const rig = new Rig();
  rig.checks({ name: "slow", ...rig.controlled("slow"), type: "lint" });
  const { child, ended } = rig.start([]);
  await rig.started("slow");
  child.kill("SIGKILL");
  await ended;
  const again = rig.json();
  (await rig.started("slow")).exit(1);
  expect((await again).status).toBe(1);
});
