import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Fault, Finished } from "./ground.ts";
import type { Part, PartOptions, PartResult } from "./part.ts";
import { type Answer, readEnded } from "./reading.ts";
import { createRandom, sample } from "./random.ts";
import { createScenarios, inspectAfter, type Scenario, type Scenarios } from "./scenarios.ts";

/** Makes every kind of call to the system fail, in every place, with every error: once, and from then on. */
export const faultsPart: Part = { name: "faults", run: (options) => failAll(options) };

const ERRORS = ["ENOSPC", "EIO", "EROFS", "EMFILE", "EACCES"];
/** What is only for the next run: without it, this run says what it would have said with it. */
const MEMORY = new Set(["cache", "baseline"]);
const NAMES = ["broken", "fixed"];

interface Trial {
  readonly scenario: Scenario;
  readonly kind: string;
  readonly place: string;
  readonly fault: Fault;
}

async function failAll({
  seed,
  steps = Number.POSITIVE_INFINITY,
  progress,
}: PartOptions): Promise<PartResult> {
  const scenarios = await createScenarios(steps < 20 ? NAMES.slice(0, 1) : NAMES);
  try {
    const trials = sample(await listTrials(scenarios, createRandom(seed)), steps, createRandom(seed + 1));
    const failures: string[] = [];
    for (const [at, trial] of trials.entries()) {
      const wrong = await endure(trial, scenarios);
      const { scenario, fault } = trial;
      failures.push(...wrong.map((each) => `${scenario.name} ${JSON.stringify(fault)}: ${each}`));
      if (at % 25 === 24) progress(`${at + 1} of ${trials.length} faults, ${failures.length} failures`);
    }
    const figures = [
      { what: "kinds of calls", value: new Set(trials.map(({ kind, place }) => `${kind} ${place}`)).size },
      { what: "faults", value: trials.length },
      { what: "wrong, stale, crashed or silent", value: failures.length, must: { equal: 0 } },
    ];
    return { figures, failures };
  } finally {
    scenarios.remove();
  }
}

async function listTrials({ list }: Scenarios, random: () => number): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const scenario of list) {
    for (const [step, count] of await countSteps(scenario)) {
      const [kind = "", place = ""] = step.split(" ");
      for (const error of ERRORS) {
        const fault = { kinds: [kind], places: [place], error };
        trials.push({ scenario, kind, place, fault });
        const from = 1 + Math.floor(random() * count);
        trials.push({ scenario, kind, place, fault: { ...fault, from, times: 1 } });
        trials.push({ scenario, kind, place, fault: { ...fault, from } });
      }
    }
  }
  return trials;
}

/** What a run does, by kind and place, and how often. */
async function countSteps({ ground }: Scenario): Promise<ReadonlyMap<string, number>> {
  const copy = ground.copy();
  try {
    const log = join(copy.directory, "steps");
    await copy.start(["--json", "--format", "html", "--report-path", copy.report], { fault: { log } });
    const counts = new Map<string, number>();
    for (const line of readFileSync(log, "utf8").trim().split("\n"))
      counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  } finally {
    copy.remove();
  }
}

async function endure({ scenario, place, fault }: Trial, { truth }: Scenarios): Promise<readonly string[]> {
  const ground = scenario.ground.copy();
  try {
    const ended = await ground.start(["--json", "--format", "html", "--report-path", ground.report], {
      fault,
    });
    const expected = truth.get(scenario.now)?.answer as Answer;
    const wrong = judge(ended, {
      expected,
      place,
      isLasting: fault.times === undefined && fault.from === undefined,
    });
    return [...wrong, ...(await inspectAfter(ground, scenario, { truth, mayLose: true }))];
  } finally {
    ground.remove();
  }
}

interface Expectation {
  readonly expected: Answer;
  readonly place: string;
  readonly isLasting: boolean;
}

function judge(ended: Finished, { expected, place, isLasting }: Expectation): readonly string[] {
  const said = ended.stderr.trim().split("\n").slice(-3).join(" / ");
  if (ended.signal !== null || ended.status === 3 || ended.status === null)
    return [`crashed: ${ended.status} ${ended.signal} ${said}`];
  if (/^\s+at .*:\d+:\d+/m.test(ended.stderr)) return [`a stack trace: ${said}`];
  // Refused, with a reason: what was asked for cannot be read or written.
  if (ended.status === 2)
    return MEMORY.has(place) ? [`refused: ${said}`] : said === "" ? ["refused without a word"] : [];
  const { answer, warnings } = readEnded(ended);
  if (isDeepStrictEqual(answer, expected)) return [];
  if (MEMORY.has(place)) return [`another answer: ${JSON.stringify(answer)}`];
  const passed = answer.checks.filter((check) => / passed /.test(check) && !expected.checks.includes(check));
  if (passed.length > 0) return [`passed where it fails: ${passed.join()} ${JSON.stringify(warnings)}`];
  return answer.status === 0 ? [`success where it fails`] : isLasting && said === "" ? ["not a word"] : [];
}
