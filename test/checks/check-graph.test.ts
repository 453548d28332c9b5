import { describe, expect, it } from "vitest";
import { createCheckGraph } from "../../src/checks/check-graph.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";

function check(name: string, dependsOn: readonly string[] = [], type: Check["type"] = "build"): Check {
  return { name, dependsOn, type, outputs: [] as readonly string[] } as Check;
}

const [generate, compile, test, pack] = [
  check("generate"),
  check("compile", ["generate"]),
  check("test", ["compile", "generate"], "test"),
  check("pack", ["test", "absent"]),
] as const;
const graph = createCheckGraph([pack, test, compile, generate]);

describe("the graph of checks", () => {
  it("puts every check after those that it depends on", () => {
    expect(graph.inOrder()).toEqual([generate, compile, test, pack]);
  });

  it("lists what checks depend on at any distance, also names that no check has", () => {
    expect(graph.withDependencies(["pack"])).toEqual(["generate", "compile", "test", "absent", "pack"]);
    expect(graph.withDependencies([])).toEqual([]);
  });

  it("lists what checks need with what needs it first, each dependency once", () => {
    const needs = graph.needsOf([pack]).map(({ check: { name }, neededBy }) => `${neededBy.name} -> ${name}`);
    expect(needs).toEqual(["pack -> test", "test -> compile", "compile -> generate", "test -> generate"]);
  });

  it("calls a check used if it makes something and another check comes after it", () => {
    expect([generate, compile, test, pack].map(graph.isUsed)).toEqual([true, true, false, false]);
  });
});
