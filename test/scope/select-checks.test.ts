import { expect, it } from "vitest";
import { selectChecks, type Selection } from "../../src/scope/select-checks.ts";
import { declaredCheck } from "../recovery/recovery-samples.ts";

const EVERYTHING: Selection = { checks: [], tags: [], categories: [], bySkill: null };
const checks = [
  declaredCheck({ name: "build", type: "build", tags: ["slow"] }),
  declaredCheck({ name: "test", type: "test", dependsOn: ["build"], tags: ["slow"] }),
  declaredCheck({ name: "lint", tags: ["quick"], category: "style" }),
  declaredCheck({ name: "old", enabled: false, tags: ["quick"] }),
];

function selected(selection: Partial<Selection>): Readonly<Record<string, string>> {
  const found = selectChecks(checks, { ...EVERYTHING, ...selection });
  if (!found.ok) throw new Error(found.failures[0]?.message);
  return Object.fromEntries([...found.value].map(([name, why]) => [name, why === null ? "runs" : why.type]));
}

it("without a selection, every enabled check takes part, and the others are skipped as disabled", () => {
  expect(selected({})).toEqual({ build: "runs", test: "runs", lint: "runs", old: "disabled" });
});

it("the dependencies of a selected check are selected too", () => {
  expect(selected({ checks: ["test"] })).toEqual({
    build: "runs",
    test: "runs",
    lint: "filtered",
    old: "disabled",
  });
});

it("several selections of one kind widen the selection, and several kinds narrow it", () => {
  expect(selected({ checks: ["build", "lint"] })).toMatchObject({
    build: "runs",
    lint: "runs",
    test: "filtered",
  });
  expect(selected({ tags: ["quick"], categories: ["style"] })).toMatchObject({
    lint: "runs",
    build: "filtered",
  });
  expect(selected({ tags: ["slow"], categories: ["style"] })).toMatchObject({
    build: "filtered",
    lint: "filtered",
  });
});

it("a skill selects its checks", () => {
  expect(selected({ bySkill: new Set(["lint"]) })).toMatchObject({ lint: "runs", build: "filtered" });
});

it("an unknown check name is refused, with a similar one as suggestion", () => {
  const found = selectChecks(checks, { ...EVERYTHING, checks: ["lnit"] });
  expect(found).toMatchObject({ ok: false, failures: [{ message: 'There is no check "lnit".' }] });
  expect(JSON.stringify(found)).toContain("lint");
  expect(selectChecks(checks, { ...EVERYTHING, tags: ["slwo"] })).toMatchObject({
    ok: false,
    failures: [{ message: 'No check has the tag "slwo".' }],
  });
});
