import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeGrounds } from "./ground-pool.ts";
import { STUBS } from "./projects/stubs.ts";
import { findPrograms } from "./programs.ts";
import { tryScenarios } from "./try-scenarios.ts";

beforeAll(() => findPrograms(), 600_000);
afterAll(() => removeGrounds());

describe.each(["on", "off"] as const)("with the tracer %s", (trace) => {
  it.each(STUBS)("nothing is missed, and nothing runs without need: $name", async (scenario) => {
    const wrong = (await tryScenarios([scenario], trace)).get(scenario) ?? [];
    expect(wrong.filter((line) => trace === "on" || !/\d observed and \d+ predicted/.test(line))).toEqual([]);
  });
});
