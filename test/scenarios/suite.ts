import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeGrounds } from "./ground-pool.ts";
import { canShare, placeScenario } from "./place-scenario.ts";
import { findPrograms } from "./programs.ts";
import type { Scenario } from "./scenario.ts";
import { tryScenarios } from "./try-scenarios.ts";

/** What runs without need, or is predicted, costs time and is told by the proof; a wrong answer is never let pass. */
function wrongAnswers(what: readonly string[] | undefined): readonly string[] | undefined {
  return what?.filter((line) => !/NEEDLESS|\d observed and \d+ predicted/.test(line));
}

/**
 * Tests one scenario of every fourth kind that takes a few seconds at most. Those that can lie in one repository do, which makes
 * it large and the tests quick; of some files it tests all, and to the letter. The proof tries every scenario, and by itself (`npm run prove -- scenarios`).
 */
export function testScenarios(scenarios: readonly Scenario[], which: "all" | "some" = "some"): void {
  const known = new Set<string>();
  const quick = scenarios.filter(({ slow, kind }) => {
    if (which === "all") return true;
    const isFirst = slow === undefined && !known.has(kind);
    if (isFirst) known.add(kind);
    return isFirst && known.size % 4 === 1;
  });
  const alone = quick.filter((scenario) => !canShare(scenario));
  const shared = quick.filter(canShare).map(placeScenario);
  const wrong = new Map<Scenario, readonly string[]>();
  beforeAll(() => findPrograms(), 600_000);
  beforeAll(async () => {
    for (const tools of new Set(shared.map(toolsOf))) {
      const group = shared.filter((scenario) => toolsOf(scenario) === tools);
      for (const [scenario, what] of await tryScenarios(group)) wrong.set(scenario, what);
    }
  }, 600_000);
  afterAll(() => removeGrounds());
  const judge = which === "all" ? (what: readonly string[] | undefined) => what : wrongAnswers;
  describe("no stale pass", () => {
    it.each(shared)("$kind: $name", (scenario) => {
      expect(judge(wrong.get(scenario))).toEqual([]);
    });
    it.each(alone)("$kind: $name", async (scenario) => {
      expect(judge((await tryScenarios([scenario])).get(scenario))).toEqual([]);
    });
  });
}

function toolsOf({ tools = [] }: Scenario): string {
  return [...tools].sort().join();
}
