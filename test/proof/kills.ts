import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./ground.ts";
import type { Part, PartOptions, PartResult } from "./part.ts";
import { createRandom, sample } from "./random.ts";
import { createScenarios, inspectAfter, type Scenario, type Scenarios } from "./scenarios.ts";

/** Kills a run just before each of its writes, and half way through it. */
export const killsAtWritesPart: Part = {
  name: "kills-at-writes",
  run: (options) => killAll(options, chooseWrites),
};

/** Kills a run at random instants. */
export const killsAtInstantsPart: Part = {
  name: "kills-at-instants",
  run: (options) => killAll(options, chooseInstants),
};

/** What leaves something behind that others can see. */
const WRITES = ["write", "sync", "rename", "link", "remove", "mkdir", "sql-open", "sql-write", "spawn"];
const INSTANTS = 400;

interface Death {
  readonly scenario: Scenario;
  readonly fault?: Fault;
  readonly killAfter?: number;
}

type Choose = (scenarios: Scenarios, options: PartOptions) => Promise<readonly Death[]>;

const chooseWrites: Choose = async ({ list }, { seed, steps = Number.POSITIVE_INFINITY, progress }) => {
  const deaths: Death[] = [];
  for (const scenario of list) {
    const writes = await countWrites(scenario);
    progress(`${scenario.name}: ${writes.length} writes`);
    writes.forEach((write, index) => {
      const fault = { kinds: WRITES, from: index + 1 };
      deaths.push({ scenario, fault: { ...fault, kill: "before" } });
      if (write.startsWith("write")) deaths.push({ scenario, fault: { ...fault, kill: "half" } });
    });
  }
  return sample(deaths, steps, createRandom(seed));
};

const chooseInstants: Choose = async ({ list }, { seed, steps = INSTANTS }) => {
  const random = createRandom(seed);
  const durations = new Map<Scenario, number>();
  for (const scenario of list) {
    const copy = scenario.ground.copy();
    durations.set(scenario, (await copy.start(["--json"])).ms);
    copy.remove();
  }
  return Array.from({ length: steps }, (_, at) => {
    const scenario = list[at % list.length] as Scenario;
    return { scenario, killAfter: random() * (durations.get(scenario) ?? 0) };
  });
};

async function killAll(options: PartOptions, choose: Choose): Promise<PartResult> {
  const scenarios = await createScenarios((options.steps ?? INSTANTS) < 20 ? ["cold", "broken"] : undefined);
  try {
    const failures: string[] = [];
    let kills = 0;
    const deaths = await choose(scenarios, options);
    for (const [at, death] of deaths.entries()) {
      const { isKilled, wrong } = await die(death, scenarios);
      if (isKilled) kills += 1;
      const { scenario, ...how } = death;
      failures.push(...wrong.map((each) => `${scenario.name} ${JSON.stringify(how)}: ${each}`));
      if (at % 25 === 24) options.progress(`${kills} kills in ${at + 1} runs, ${failures.length} failures`);
    }
    const figures = [
      { what: "runs", value: deaths.length },
      { what: "killed", value: kills },
      { what: "wrong, lost or done twice afterwards", value: failures.length, must: { equal: 0 } },
    ];
    return { figures, failures };
  } finally {
    scenarios.remove();
  }
}

async function die(
  { scenario, ...how }: Death,
  { truth }: Scenarios,
): Promise<{ readonly isKilled: boolean; readonly wrong: readonly string[] }> {
  const ground = scenario.ground.copy();
  try {
    const { signal } = await ground.start(["--json"], how);
    return { isKilled: signal === "SIGKILL", wrong: await inspectAfter(ground, scenario, { truth }) };
  } finally {
    ground.remove();
  }
}

async function countWrites({ ground }: Scenario): Promise<readonly string[]> {
  const copy = ground.copy();
  try {
    const log = join(copy.directory, "steps");
    await copy.start(["--json"], { fault: { kinds: WRITES, log } });
    return readFileSync(log, "utf8").trim().split("\n");
  } finally {
    copy.remove();
  }
}
