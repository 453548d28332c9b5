import type { Part, PartResult } from "../proof/part.ts";
import { SCENARIOS } from "./all.ts";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import { tryScenarios } from "./try-scenarios.ts";

/** Every scenario in a repository of its own; `steps` is how many of them, from the first. */
export const scenariosPart: Part = {
  name: "scenarios",
  run: async ({ steps, progress }): Promise<PartResult> => {
    findPrograms();
    const failures: string[] = [];
    const chosen = SCENARIOS.slice(0, steps);
    const left = [...chosen];
    const work = async (): Promise<void> => {
      for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
        const wrong = (await tryScenarios([scenario])).get(scenario) ?? [];
        failures.push(...wrong);
        if (left.length % 10 === 0) progress(`${chosen.length - left.length} scenarios`);
      }
    };
    try {
      await Promise.all([work(), work()]);
    } finally {
      removeGrounds();
    }
    return { figures: figures(chosen, failures), failures };
  },
};

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
