import type { Part, PartOptions, PartResult } from "../proof/part.ts";
import { SCENARIOS } from "./all.ts";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import type { Trace } from "./reading.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";
import { UNSEEN } from "./unseen.ts";

/** Every scenario in a repository of its own; `steps` is how many of them, from the first. */
export const scenariosPart: Part = {
  name: "scenarios",
  run: async (options): Promise<PartResult> => {
    const { chosen, wrong } = await tryAll(options, "on");
    return { figures: figures(chosen, wrong), failures: wrong };
  },
};

/** The same where nobody watches: what is missed must be what is known to be out of sight, and nothing else. */
export const unwatchedPart: Part = {
  name: "unwatched",
  run: async (options): Promise<PartResult> => {
    const { chosen, wrong } = await tryAll(options, "off");
    const missed = new Map(
      wrong
        .filter((line) => /: (?:STALE GREEN|MISSED|DIFFERS)/.test(line))
        .map((line) => [changeOf(line), line]),
    );
    const surprising = [...missed].filter(([change]) => !UNSEEN.has(change)).map(([, line]) => line);
    const tried = new Set(chosen.flatMap(changesOf));
    const seen = [...UNSEEN.keys()].filter((change) => tried.has(change) && !missed.has(change));
    return {
      figures: [
        { what: "scenarios of ordinary projects", value: chosen.length },
        { what: "changes", value: tried.size },
        {
          what: "changes that only a tracer can see, each with its reason",
          value: tried.size === 0 ? 0 : UNSEEN.size,
        },
        { what: "stale passes beyond those", value: surprising.length, must: { equal: 0 } },
        { what: "changes said to be out of sight that are seen", value: seen.length, must: { equal: 0 } },
      ],
      failures: [...surprising, ...seen.map((change) => `${change}: is seen without a tracer too`)],
    };
  },
};

async function tryAll(
  { steps, progress }: PartOptions,
  trace: Trace,
): Promise<{ readonly chosen: readonly Scenario[]; readonly wrong: readonly string[] }> {
  findPrograms();
  const wrong: string[] = [];
  const chosen = SCENARIOS.slice(0, steps);
  const left = [...chosen];
  const work = async (): Promise<void> => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      wrong.push(...((await tryScenarios([scenario], trace)).get(scenario) ?? []));
      if (left.length % 10 === 0) progress(`${chosen.length - left.length} scenarios`);
    }
  };
  try {
    await Promise.all([work(), work()]);
  } finally {
    removeGrounds();
  }
  return { chosen, wrong };
}

function changesOf({ kind, name, mutations }: Scenario): readonly string[] {
  return mutations.map((mutation) => `${kind}: ${name}: ${mutation.name}`);
}

/** A line begins with the change that it is about. */
function changeOf(line: string): string {
  return line.replace(/: (?:STALE GREEN|MISSED|DIFFERS)[\s\S]*$/, "");
}

function figures(chosen: typeof SCENARIOS, failures: readonly string[]): PartResult["figures"] {
  const count = (word: string): number => failures.filter((line) => line.includes(word)).length;
  return [
    { what: "scenarios of ordinary projects", value: chosen.length },
    { what: "kinds", value: new Set(chosen.map(({ kind }) => kind)).size },
    { what: "changes", value: chosen.reduce((sum, { mutations }) => sum + mutations.length, 0) },
    { what: "stale passes", value: count(": STALE GREEN"), must: { equal: 0 } },
    { what: "units that had to run and did not", value: count(": MISSED"), must: { equal: 0 } },
    { what: "units that ran needlessly", value: count(": NEEDLESS"), must: { equal: 0 } },
    {
      what: "other differences",
      value:
        failures.length -
        ["STALE GREEN", "MISSED", "NEEDLESS"].reduce((sum, word) => sum + count(`: ${word}`), 0),
      must: { equal: 0 },
    },
  ];
}
