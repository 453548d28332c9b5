import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { RunRecord } from "../../src/store/records/records.ts";
import { Ground } from "./ground.ts";
import type { Part, PartOptions, PartResult } from "./part.ts";
import { createRandom } from "./random.ts";
import { GOOD, WRONG } from "./sample-tree.ts";
import { createScenarios, inspectAfter, type Scenario, type Scenarios } from "./scenarios.ts";

/** Flips, cuts, blanks, doubles and removes what is kept between runs, everywhere in it. */
export const damagePart: Part = { name: "damage", run: (options) => damageAll(options) };

const TRIALS = 400;

type Damage = (bytes: Buffer, at: number, random: () => number) => Buffer | null;

const DAMAGES: Readonly<Record<string, Damage>> = {
  flip: (bytes, at, random) => change(bytes, at, () => 1 << Math.floor(random() * 8)),
  garble: (bytes, at, random) => change(bytes, at, () => 1 + Math.floor(random() * 255), 40),
  cut: (bytes, at) => bytes.subarray(0, at),
  blank: (bytes, at) => Buffer.from(bytes).fill(0, at, Math.min(at + 512, bytes.length)),
  double: (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes]),
  remove: () => null,
};

function change(bytes: Buffer, at: number, mask: () => number, length = 1): Buffer {
  const changed = Buffer.from(bytes);
  for (let next = at; next < Math.min(at + length, changed.length); next += 1)
    changed[next] = (changed[next] as number) ^ mask();
  return changed;
}

async function damageAll({ seed, steps = TRIALS, progress }: PartOptions): Promise<PartResult> {
  const scenarios = await createScenarios([]);
  const grounds = [await createClosed(), await createKilled()];
  const known = await Promise.all(grounds.map(({ ground }) => readRecords(ground)));
  try {
    const random = createRandom(seed);
    const failures: string[] = [];
    const damaged = new Set<string>();
    for (let at = 0; at < steps; at += 1) {
      const scenario = grounds[at % grounds.length] as Scenario;
      const files = keptFiles(scenario.ground);
      const file = files[Math.floor(at / grounds.length) % files.length] as string;
      const names = Object.keys(DAMAGES);
      const name = names[Math.floor(random() * names.length)] as string;
      damaged.add(file);
      const wrong = await suffer(
        { scenario, file, name, random, records: known[at % grounds.length] ?? [] },
        scenarios,
      );
      failures.push(
        ...wrong.map((each) => `${scenario.name} ${name} ${file} (trial ${at} of seed ${seed}): ${each}`),
      );
      if (at % 25 === 24) progress(`${at + 1} of ${steps} damages, ${failures.length} failures`);
    }
    const figures = [
      { what: "files", value: damaged.size },
      { what: "damages", value: steps },
      { what: "wrong answers, corrupt reads or crashes", value: failures.length, must: { equal: 0 } },
    ];
    return { figures, failures };
  } finally {
    for (const { ground } of grounds) ground.remove();
    scenarios.remove();
  }
}

interface Trial {
  readonly scenario: Scenario;
  readonly file: string;
  readonly name: string;
  readonly random: () => number;
  /** What history said before. */
  readonly records: readonly RunRecord[];
}

async function suffer(
  { scenario, file, name, random, records: before }: Trial,
  { truth }: Scenarios,
): Promise<readonly string[]> {
  const ground = scenario.ground.copy();
  try {
    const path = join(ground.root, file);
    const bytes = readFileSync(path);
    const damaged = DAMAGES[name]?.(bytes, Math.floor(random() * bytes.length), random) ?? null;
    if (damaged === null) rmSync(path);
    else writeFileSync(path, damaged);
    const { records } = await ground.history();
    const corrupt = records.filter((record) => !before.some((each) => isDeepStrictEqual(record, each)));
    return [
      ...corrupt.map((record) => `a corrupt read: ${JSON.stringify(record)}`),
      ...(await inspectAfter(ground, scenario, { truth, mayLose: true })),
    ];
  } finally {
    ground.remove();
  }
}

/** From a copy: reading takes in what the journal holds. */
async function readRecords(ground: Ground): Promise<readonly RunRecord[]> {
  const copy = ground.copy();
  const { records } = await copy.history();
  copy.remove();
  return records;
}

/** What is kept between runs, from the root. */
function keptFiles({ root }: Ground): readonly string[] {
  const cache = [".verification-cache", ".git/verification"].flatMap((directory) =>
    readdirSync(join(root, directory)).map((name) => `${directory}/${name}`),
  );
  return [...cache, ".verification-baseline.json"]
    .filter((file) => existsSync(join(root, file)) && statSync(join(root, file)).size > 0)
    .sort();
}

async function createClosed(): Promise<Scenario> {
  const ground = Ground.create();
  ground.write(WRONG);
  await ground.start([]);
  ground.write(GOOD);
  // The third is answered from memory and leaves a line in the journal.
  for (let run = 0; run < 3; run += 1) await ground.start([]);
  return describe("closed", ground);
}

/** With all that SQLite leaves when it is not closed. */
async function createKilled(): Promise<Scenario> {
  const ground = Ground.create();
  await ground.start([]);
  ground.write(WRONG);
  await ground.start([], { fault: { kinds: ["sql-write"], from: 45, kill: "before" } });
  ground.write(GOOD);
  return describe("killed", ground);
}

function describe(name: string, ground: Ground): Scenario {
  return { name, ground, now: GOOD, other: WRONG, runs: [], work: 0 };
}
