import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import type { Part, PartOptions, PartResult } from "../part.ts";
import { type Disagreement, noTally, runSequence, type Tally } from "./run-sequence.ts";
import { shrink } from "./shrink.ts";
import { sequences, type Sequence } from "./steps.ts";
import { createWorlds, type Worlds } from "./world.ts";

const DEFAULT_STEPS = 10_000;
const LONGEST = 40;
/** How many times a failing sequence is tried in order to make it smaller. */
const TRIES = Number(process.env["PROOF_TRIES"] ?? 60);
/** After so many that disagree, more would say little. */
const ENOUGH = 5;

/** Random histories of a small repository, after each step of which the engine is held against a reference. */
export const modelPart: Part = {
  name: "model",
  run: (options) => runModel({ steps: DEFAULT_STEPS, ...options }),
};

export async function runModel(options: PartOptions & { readonly steps: number }): Promise<PartResult> {
  const worlds = createWorlds();
  const tally = noTally();
  const wrong: { readonly seed: number; readonly sequence: Sequence; readonly found: Disagreement }[] = [];
  let count = 0;
  let shown = 0;
  try {
    if (options.replay !== undefined) {
      const sequence = JSON.parse(readFileSync(options.replay, "utf8")) as Sequence;
      const found = await tryOnce(worlds, sequence, tally);
      const failures = found === null ? [] : [{ ...found, text: describe(sequence, found) }];
      return conclude({ tally, count: 1, wanted: 0, failures });
    }
    for (; tally.steps < options.steps && wrong.length < ENOUGH; count += 1) {
      const seed = options.seed + count;
      const sequence = generate(seed, options.steps - tally.steps);
      const found = await tryOnce(worlds, sequence, tally);
      if (found !== null) {
        const steps = sequence.steps.slice(0, found.index + 1);
        wrong.push({ seed, sequence: { ...sequence, steps }, found });
        options.progress(`sequence ${seed} disagrees: ${listWrong(found).join("; ")}`);
      }
      if (tally.steps < shown + 500) continue;
      shown = tally.steps;
      options.progress(`${tally.steps} steps`);
    }
    const failures = [];
    for (const each of wrong) failures.push({ ...each.found, text: await explain(worlds, each) });
    return conclude({ tally, count, wanted: options.steps, failures });
  } finally {
    worlds.remove();
  }
}

interface Conclusion {
  readonly tally: Tally;
  readonly count: number;
  readonly wanted: number;
  readonly failures: readonly (Disagreement & { readonly text: string })[];
}

function conclude({ tally, count, wanted, failures }: Conclusion): PartResult {
  const sum = (key: "mismatches" | "excess"): number =>
    failures.reduce((total, failure) => total + failure[key].length, 0);
  return {
    figures: [
      { what: "steps", value: tally.steps, must: { atLeast: wanted } },
      { what: "sequences", value: count },
      { what: "runs", value: tally.runs },
      { what: "runs answered from the last one", value: tally.answered },
      { what: "units taken over without a look, each compared with one", value: tally.taken },
      { what: "units that ran", value: tally.ran },
      { what: "units whose verdict stood", value: tally.stood },
      { what: "units that ran for what others of their command read", value: tally.shared },
      { what: "mismatches", value: sum("mismatches"), must: { equal: 0 } },
      { what: "excess work", value: sum("excess"), must: { equal: 0 } },
    ],
    failures: failures.map(({ text }) => text),
  };
}

/** The sequence of a seed, cut off after so many steps. */
function generate(seed: number, most: number): Sequence {
  const [{ checks, trace, steps } = { checks: [], trace: "on" as const, steps: [] }] = fc.sample(
    sequences(LONGEST),
    { seed, numRuns: 1 },
  );
  return { checks, trace, steps: steps.slice(0, most) };
}

async function tryOnce(worlds: Worlds, sequence: Sequence, tally?: Tally): Promise<Disagreement | null> {
  const world = worlds.create();
  try {
    return await runSequence(world, sequence, tally ?? noTally());
  } finally {
    world.remove();
  }
}

/** Makes it smaller, and writes it down so that it can be tried again. */
async function explain(
  worlds: Worlds,
  {
    seed,
    sequence,
    found,
  }: { readonly seed: number; readonly sequence: Sequence; readonly found: Disagreement },
): Promise<string> {
  const smallest = await shrink(
    sequence,
    async (candidate) => (await tryOnce(worlds, candidate)) !== null,
    TRIES,
  );
  const again = await tryOnce(worlds, smallest);
  const file = join(tmpdir(), `verification-proof-${seed}.json`);
  writeFileSync(file, JSON.stringify(smallest, null, 1));
  return [
    describe(smallest, again ?? found),
    ...(again === null ? ["  It does not show every time: it depends on the moment."] : []),
    `Again: npm run prove -- model --replay ${file}`,
    `As it was found: npm run prove -- model --seed ${seed} --steps ${sequence.steps.length}`,
  ].join("\n");
}

function listWrong({ mismatches, excess }: Disagreement): readonly string[] {
  return [...mismatches, ...excess];
}

function describe({ checks, trace, steps }: Sequence, found: Disagreement): string {
  return [
    `With the checks ${checks.join(", ")} and tracing ${trace}, these steps lead to a disagreement:`,
    ...steps.map(
      ({ operation, run }, index) => `  ${index}. ${JSON.stringify(operation)} then ${JSON.stringify(run)}`,
    ),
    `  At step ${found.index}:`,
    ...listWrong(found).map((text) => `    ${text}`),
    ...(found.account ?? []).map((text) => `      ${text}`),
  ].join("\n");
}
