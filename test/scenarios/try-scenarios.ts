import { borrowGround, giveBack } from "./ground-pool.ts";
import type { Ground } from "./ground.ts";
import { judgeFirst, judgeIdle, judgeMutation } from "./judge.ts";
import { type Trace, verify, verifyFresh } from "./reading.ts";
import type { Scenario, Step } from "./scenario.ts";

const README: Step = { write: { "README.md": "# Project\n\nIt has been described.\n" } };

/**
 * Goes through scenarios that lie in one repository, and gives what is wrong with each, in one readable line each. The
 * first mutations of all are made at once, then from the same verified state the second, and so on.
 */
export async function tryScenarios(
  scenarios: readonly Scenario[],
  trace: Trace = "on",
): Promise<ReadonlyMap<Scenario, readonly string[]>> {
  const ground = borrowGround(scenarios[0]?.tools ?? []);
  const wrong = new Map(scenarios.map((scenario) => [scenario, [] as string[]]));
  const note = (scenario: Scenario, what: readonly string[]): void => {
    const { kind, name } = scenario;
    wrong.get(scenario)?.push(...what.map((each) => `${kind}: ${name}: ${each}`));
  };
  try {
    ground.prepare(scenarios);
    const first = await verify(ground, trace);
    for (const each of scenarios) note(each, judgeFirst(each, first));
    const second = await verify(ground, trace);
    for (const each of scenarios) note(each, judgeIdle(each, second, "nothing changed"));
    const described = scenarios.some(({ readsReadme }) => readsReadme) ? [] : [README];
    for (const step of [...described, ...scenarios.flatMap(({ idle = [] }) => idle)]) ground.do(step);
    const third = await verify(ground, trace);
    for (const each of scenarios) note(each, judgeIdle(each, third, "unrelated changes"));
    ground.save();
    await tryMutations(ground, scenarios, { note, trace });
  } catch (error) {
    for (const each of scenarios) note(each, [`broke off: ${String(error)}`]);
  } finally {
    giveBack(ground);
  }
  return wrong;
}

async function tryMutations(
  ground: Ground,
  scenarios: readonly Scenario[],
  {
    note,
    trace,
  }: { readonly note: (scenario: Scenario, what: readonly string[]) => void; readonly trace: Trace },
): Promise<void> {
  const rounds = Math.max(...scenarios.map(({ mutations }) => mutations.length));
  for (let round = 0; round < rounds; round++) {
    // The first are made where the last run found nothing to do, so that the short cut has to notice them.
    if (round > 0) ground.restore();
    const taking = scenarios.filter(({ mutations }) => mutations[round] !== undefined);
    for (const step of taking.flatMap(({ mutations }) => mutations[round]?.steps ?? [])) ground.do(step);
    const incremental = await verify(ground, trace);
    const names = taking.flatMap(({ checks }) => checks.map(({ name }) => name));
    const fresh = await verifyFresh(ground, names);
    for (const each of taking) {
      const mutation = each.mutations[round];
      if (mutation !== undefined) note(each, judgeMutation(each, mutation, { incremental, fresh }));
    }
    // What was not changed does not run, whatever happens to its neighbours.
    for (const each of scenarios.filter((scenario) => !taking.includes(scenario)))
      note(each, judgeIdle(each, incremental, "changes to neighbours"));
  }
}
