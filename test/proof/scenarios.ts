import { isDeepStrictEqual } from "node:util";
import { Ground } from "./ground.ts";
import type { Reading } from "./reading.ts";
import { type Files, GOOD, WRONG } from "./sample-tree.ts";

/** What earlier runs have left, and the tree that is verified now. */
export interface Scenario {
  readonly name: string;
  readonly ground: Ground;
  readonly now: Files;
  readonly other: Files;
  /** The runs that history knows. */
  readonly runs: readonly string[];
  /** The most units that a run has to run here. */
  readonly work: number;
}

export interface Scenarios {
  readonly list: readonly Scenario[];
  /** What a run says that knows nothing of any other. */
  readonly truth: ReadonlyMap<Files, Reading>;
  remove(): void;
}

const STORIES = [
  { name: "cold", before: [], now: GOOD },
  { name: "fixed", before: [WRONG, WRONG], now: GOOD },
  { name: "broken", before: [GOOD, GOOD], now: WRONG },
  { name: "idle", before: [WRONG, GOOD], now: GOOD },
] as const;

export async function createScenarios(
  names: readonly string[] = STORIES.map(({ name }) => name),
): Promise<Scenarios> {
  const base = Ground.create();
  const truth = new Map<Files, Reading>();
  for (const files of [GOOD, WRONG]) {
    base.write(files);
    truth.set(files, await base.readFresh());
  }
  const list: Scenario[] = [];
  for (const { name, before, now } of STORIES) {
    if (!names.includes(name)) continue;
    const ground = base.copy();
    for (const files of before) {
      ground.write(files);
      await ground.read();
    }
    ground.write(now);
    const runs = (await ground.history()).records.map(({ runId }) => runId);
    const copy = ground.copy();
    const { work } = await copy.read();
    copy.remove();
    list.push({ name, ground, now, other: now === GOOD ? WRONG : GOOD, runs, work });
  }
  base.remove();
  return { list, truth, remove: () => list.forEach(({ ground }) => ground.remove()) };
}

/**
 * What is wrong with a ground after something went wrong there: a run says something else than it would if it knew
 * nothing, does more than it had to, has lost history, or says that the store is damaged.
 */
export async function inspectAfter(
  ground: Ground,
  scenario: Scenario,
  { truth, mayLose = false }: { readonly truth: Scenarios["truth"]; readonly mayLose?: boolean },
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const { records, warnings } = await ground.history();
  if (!mayLose) {
    const known = new Set(records.map(({ runId }) => runId));
    const lost = scenario.runs.filter((run) => !known.has(run));
    if (lost.length > 0) wrong.push(`lost runs: ${lost.join()}`);
    wrong.push(...warnings.map((warning) => `the store says: ${warning}`));
  }
  for (const files of [scenario.now, scenario.other]) {
    ground.write(files);
    const reading = await ground.read();
    if (!isDeepStrictEqual(reading.answer, truth.get(files)?.answer))
      wrong.push(`wrong answer: ${JSON.stringify(reading.answer)}`);
    if (mayLose) continue;
    if (files === scenario.now && reading.work > scenario.work)
      wrong.push(`ran ${reading.work} units in place of ${scenario.work}`);
    wrong.push(...reading.warnings.map((warning) => `a warning: ${warning}`));
  }
  return wrong;
}
