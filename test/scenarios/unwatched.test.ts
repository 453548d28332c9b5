import { afterAll, beforeAll, expect, it } from "vitest";
import { SCENARIOS } from "./all.ts";
import { removeGrounds } from "./ground-pool.ts";
import { findPrograms } from "./programs.ts";
import { tryScenarios } from "./try-scenarios.ts";
import { UNSEEN } from "./unseen.ts";

/** What real tools load by themselves: the proof tries every scenario without a tracer, `npm run prove -- unwatched`. */
const KINDS = [
  "eslint: plugins",
  "jest: __mocks__",
  "package.json: eslint, imported",
  "package.json: eslint, comments",
  "package.json: eslint, own words",
];

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

it.each(KINDS)("no stale pass without a tracer: %s", async (kind) => {
  const scenario = SCENARIOS.find((each) => each.kind === kind);
  if (scenario === undefined) throw new Error(`no scenario is about ${kind}`);
  const wrong = (await tryScenarios([scenario], "off")).get(scenario) ?? [];
  const stale = wrong.filter((line) => /: (?:STALE GREEN|MISSED|DIFFERS)|broke off/.test(line));
  expect(stale.filter((line) => ![...UNSEEN.keys()].some((change) => line.startsWith(change)))).toEqual([]);
});
