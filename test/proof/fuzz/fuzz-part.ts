import { loadBinding } from "../../../src/store/database/binding.ts";
import type { Part, PartOptions, PartResult } from "../part.ts";
import { createRandom } from "../random.ts";
import { mutateGround } from "./fuzz-case.ts";
import { createGround, type FuzzGround, type GroundName } from "./fuzz-ground.ts";
import { judge } from "./judge.ts";

/** Gives the command, in place of what it reads back, what a broken program or a hostile one would have written. */
export const fuzzPart: Part = { name: "fuzz", run: (options) => fuzz(options) };

const CASES = 100_000;
/** How many of a hundred cases each gets. */
const SHARES: Readonly<Record<GroundName, number>> = {
  red: 30,
  green: 25,
  "red-git": 7,
  "green-git": 8,
  config: 15,
  flow: 15,
};
const WORKERS = 2;

interface Counted {
  readonly failures: string[];
  readonly files: Set<string>;
  cases: number;
}

async function fuzz({ seed, steps = CASES, replay, progress }: PartOptions): Promise<PartResult> {
  const counted: Counted = { failures: [], files: new Set(), cases: 0 };
  const work = async (first: number, step: number, end: number): Promise<void> => {
    const grounds = new Map<GroundName, FuzzGround>();
    try {
      for (let at = first; at < end; at += step) {
        for (const failure of await tryCase({ seed, at, grounds, counted })) progress(failure);
        if (counted.cases % 500 === 0)
          progress(`${counted.cases} of ${steps} cases, ${counted.failures.length} failures`);
      }
    } finally {
      for (const ground of grounds.values()) ground.remove();
    }
  };
  if (replay !== undefined) await work(Number(replay), 1, Number(replay) + 1);
  else await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker, WORKERS, steps)));
  return {
    figures: [
      { what: "cases", value: counted.cases },
      { what: "files", value: counted.files.size },
      {
        what: "wrong, stuck, crashed or written elsewhere",
        value: counted.failures.length,
        must: { equal: 0 },
      },
    ],
    failures: counted.failures,
  };
}

interface Trial {
  readonly seed: number;
  readonly at: number;
  readonly grounds: Map<GroundName, FuzzGround>;
  readonly counted: Counted;
}

/** All of a case follows from the seed and its number. */
async function tryCase({ seed, at, grounds, counted }: Trial): Promise<readonly string[]> {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b));
  const name = chooseGround(random);
  const ground = grounds.get(name) ?? (await createGround(name));
  grounds.set(name, ground);
  const mutated = mutateGround(ground, await loadBinding(), random);
  const wrong = await judge(ground, mutated, random);
  ground.restore();
  counted.cases += 1;
  for (const { path } of mutated) counted.files.add(`${name} ${path}`);
  const what = mutated.map((each) => `${each.path}: ${each.what}`).join(", ");
  const failures = wrong.map(
    (each) => `${each}\n  in ${name}, ${what}\n  npm run prove -- fuzz --seed ${seed} --replay ${at}`,
  );
  counted.failures.push(...failures);
  return failures;
}

function chooseGround(random: () => number): GroundName {
  let left = random() * 100;
  const found = Object.entries(SHARES).find(([, share]) => (left -= share) < 0);
  return (found?.[0] ?? "red") as GroundName;
}
