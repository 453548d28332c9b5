import { setTimeout as delay } from "node:timers/promises";
import type { Part, PartOptions, PartResult } from "../part.ts";
import { createRandom } from "../random.ts";
import { createWorkerGround, type WorkerGround } from "./worker-ground.ts";

const UNITS = 2000;
const KILLS = 50;
const WORKERS = 3;

/** Two thousand units over three workers, and as many again while workers are killed: against a run without any. */
export const workersPart: Part = {
  name: "workers",
  run: async (options: PartOptions): Promise<PartResult> => {
    const units = options.steps ?? UNITS;
    const kills = Math.max(1, Math.round((KILLS * units) / UNITS));
    const ground = await createWorkerGround(units);
    try {
      const failures: string[] = [];
      for (let index = 0; index < WORKERS; index++) await ground.startWorker(`w${index}`);
      const truth = await ground.runHere();
      options.progress(`${units} units without workers`);
      const shared = await ground.runShared();
      options.progress(`${units} units, ${shared.elsewhere} on workers`);
      failures.push(...compare("with workers", truth.units, shared.units));
      const tormented = await withKills(ground, kills, options);
      failures.push(...compare("with kills", truth.units, tormented.units));
      const left = [...ground.refs(), ...(await ground.processes())];
      failures.push(...left.map((each) => `left behind: ${each}`));
      const figures = [
        { what: "units", value: units },
        { what: "of these on workers", value: shared.elsewhere, must: { atLeast: units / 2 } },
        { what: "workers killed", value: tormented.kills, must: { equal: kills } },
        { what: "units that differ, or something left behind", value: failures.length, must: { equal: 0 } },
      ];
      return { figures, failures: failures.slice(0, 20) };
    } finally {
      await ground.remove();
    }
  },
};

/** Kills a worker at random instants, and starts another in its place, as long as there are kills to do. */
async function withKills(
  ground: WorkerGround,
  most: number,
  { seed, progress }: PartOptions,
): Promise<{ readonly units: ReadonlyMap<string, string>; readonly kills: number }> {
  const random = createRandom(seed);
  let kills = 0;
  let units: ReadonlyMap<string, string> = new Map();
  // As many runs as it takes for all of them.
  while (kills < most) {
    const state = { isOver: false };
    const running = ground.runShared().finally(() => (state.isOver = true));
    while (!state.isOver && kills < most) {
      await delay(200 + random() * 800);
      const name = `w${Math.floor(random() * WORKERS)}`;
      await ground.kill(name);
      kills += 1;
      await ground.startWorker(name);
    }
    units = (await running).units;
    progress(`${kills} workers killed`);
  }
  return { units, kills };
}

function compare(
  what: string,
  truth: ReadonlyMap<string, string>,
  units: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...truth.keys(), ...units.keys()]);
  return [...names].flatMap((name) =>
    truth.get(name) === units.get(name)
      ? []
      : [`${what}: ${name} is ${units.get(name) ?? "missing"}, and was ${truth.get(name) ?? "missing"}`],
  );
}
