import { isDeepStrictEqual } from "node:util";
import type { ReadCheck, Reading } from "./reading.ts";
import type { Mutation, Scenario } from "./scenario.ts";

/** Of what a run says, what is about the checks of one scenario. */
function ownChecks({ checks }: Scenario, reading: Reading): readonly ReadCheck[] {
  return reading.checks.filter(({ name }) => checks.some((check) => check.name === name));
}

function ownUnits({ checks, unsettled }: Scenario, reading: Reading): readonly string[] {
  const names = new Set(checks.map(({ name }) => name).filter((name) => !unsettled?.checks.includes(name)));
  return [...reading.ran.keys()].filter((unit) => names.has(unit.split(" ")[0] ?? ""));
}

/** What is wrong with the first run: something fails, or a verdict was not observed. */
export function judgeFirst(scenario: Scenario, first: Reading): readonly string[] {
  const { predicted: known = [], unsettled } = scenario;
  return [
    ...passes(scenario, first, "the first run"),
    ...(unsettled?.says ?? [])
      .filter((line) => !first.said.includes(line))
      .map((line) => `the first run does not say ${JSON.stringify(line)} but ${first.said.trim()}`),
    ...ownChecks(scenario, first)
      .filter(({ name }) => !known.includes(name) && !unsettled?.checks.includes(name))
      .filter(({ observed, predicted }) => predicted > 0 || observed === 0)
      .map(
        ({ name, observed, predicted }) =>
          `the first run: ${name} has ${observed} observed and ${predicted} predicted verdicts`,
      ),
  ];
}

/** What is wrong with a run in which nothing had to run. */
export function judgeIdle(scenario: Scenario, reading: Reading, when: string): readonly string[] {
  const needless = ownUnits(scenario, reading);
  return [
    ...passes(scenario, reading, when),
    ...(needless.length === 0 ? [] : [`${when}: NEEDLESS ${describe(needless, reading)}`]),
  ];
}

/** What is wrong with the run after a mutation, given what a fresh run says of the same tree. */
export function judgeMutation(
  scenario: Scenario,
  { name, runs, keeps = [], fails = true }: Mutation,
  { incremental, fresh }: { readonly incremental: Reading; readonly fresh: Reading },
): readonly string[] {
  const wrong: string[] = [];
  const truth = ownChecks(scenario, fresh);
  const answer = ownChecks(scenario, incremental);
  if (truth.some(({ status }) => status === "failed") !== fails)
    wrong.push(`the scenario is wrong, a fresh run says ${truth.map(outcome).join(", ")}`);
  const units = ownUnits(scenario, incremental);
  const stale = truth.filter(
    ({ name: check, status }, index) =>
      status === "failed" && answer[index]?.name === check && answer[index].status !== "failed",
  );
  if (stale.length > 0)
    wrong.push(
      `STALE GREEN of ${stale.map((check) => check.name).join(", ")}, ran ${describe(units, incremental)}`,
    );
  else if (!isDeepStrictEqual(answer.map(outcome), truth.map(outcome)))
    wrong.push(`DIFFERS: ${answer.map(outcome).join(", ")}; a fresh run: ${truth.map(outcome).join(", ")}`);
  const missing = runs.filter((unit) => !incremental.ran.has(unit));
  if (missing.length > 0) wrong.push(`MISSED ${missing.join(", ")}, ran ${describe(units, incremental)}`);
  const needless = units.filter((unit) => (keeps === "others" ? !runs.includes(unit) : keeps.includes(unit)));
  if (needless.length > 0) wrong.push(`NEEDLESS ${describe(needless, incremental)}`);
  return wrong.map((what) => `${name}: ${what}`);
}

function passes(scenario: Scenario, reading: Reading, when: string): readonly string[] {
  return ownChecks(scenario, reading)
    .filter(({ status }) => status !== "passed")
    .map(({ name, status, output }) => `${when}: ${name} ${status} ${output}`);
}

function outcome({ name, status, files }: ReadCheck): string {
  return [name, status, ...files].join(" ");
}

function describe(units: readonly string[], { ran }: Reading): string {
  if (units.length === 0) return "nothing";
  const some = units.slice(0, 4).map((unit) => `${unit} (${ran.get(unit)})`);
  return units.length > some.length
    ? `${some.join(", ")} and ${units.length - some.length} more`
    : some.join(", ");
}
