import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { findStrace } from "../rig/strace.ts";
import type { Finished, Ground } from "./ground.ts";
import type { Part, PartOptions, PartResult } from "./part.ts";
import { createRandom } from "./random.ts";
import { readEnded } from "./reading.ts";
import { createScenarios, inspectAfter, type Scenario, type Scenarios } from "./scenarios.ts";

/** Kills what watches commands, at random instants. */
export const tracerKillsPart: Part = {
  name: "tracer-kills",
  run: (options) => tryAll(options, { what: "tracers killed", trials: 200, disturb: killTracers }),
};

/** Puts something between the tracer and what it writes. */
export const tracerLiesPart: Part = {
  name: "tracer-lies",
  run: (options) => tryAll(options, { what: "traces spoilt", trials: 100, disturb: spoilTraces }),
};

/** Runs the command while something is done to its tracers, and says how often. */
type Disturb = (ground: Ground, random: () => number) => Promise<{ ended: Finished; times: number }>;

interface Trials {
  readonly what: string;
  readonly trials: number;
  readonly disturb: Disturb;
}

async function tryAll(options: PartOptions, { what, trials, disturb }: Trials): Promise<PartResult> {
  const { seed, steps = trials, progress } = options;
  const scenarios = await createScenarios(["cold", "broken", "fixed"]);
  const random = createRandom(seed);
  const failures: string[] = [];
  let done = 0;
  try {
    for (let at = 0; at < steps; at += 1) {
      const scenario = scenarios.list[at % scenarios.list.length] as Scenario;
      const { wrong, times } = await endure(scenario, scenarios, (ground) => disturb(ground, random));
      done += times;
      failures.push(...wrong.map((each) => `${scenario.name} (trial ${at} of seed ${seed}): ${each}`));
      if (at % 25 === 24) progress(`${at + 1} of ${steps} runs, ${done} ${what}`);
    }
  } finally {
    scenarios.remove();
  }
  return {
    figures: [
      { what: "runs", value: steps },
      { what, value: done, must: { atLeast: 1 } },
      {
        what: "wrong answers, then or afterwards, or processes left",
        value: failures.length,
        must: { equal: 0 },
      },
    ],
    failures,
  };
}

async function endure(
  scenario: Scenario,
  { truth }: Scenarios,
  disturb: (ground: Ground) => ReturnType<Disturb>,
): Promise<{ readonly wrong: readonly string[]; readonly times: number }> {
  const ground = scenario.ground.copy();
  try {
    mkdirSync(join(ground.directory, "tmp"));
    const { ended, times } = await disturb(ground);
    const { answer } = readEnded(ended);
    const isRight = isDeepStrictEqual(answer, truth.get(scenario.now)?.answer);
    return {
      times,
      wrong: [
        ...(isRight ? [] : [`another answer: ${JSON.stringify(answer)}`]),
        ...processesOf(ground).map((pid) => `process ${pid} is left`),
        ...(await inspectAfter(ground, scenario, { truth, mayLose: true })),
      ],
    };
  } finally {
    ground.remove();
  }
}

async function killTracers(ground: Ground, random: () => number): ReturnType<Disturb> {
  let times = 0;
  let next = performance.now() + random() * 400;
  const timer = setInterval(() => {
    if (performance.now() < next) return;
    for (const pid of processesOf(ground, "strace").filter((each) => !isCommand(each))) {
      if (!kill(pid)) continue;
      times += 1;
      next = performance.now() + random() * 400;
    }
  }, 2);
  const ended = await ground.start(["--json"], { env: surroundings(ground) });
  clearInterval(timer);
  return { ended, times };
}

/** Before it becomes the command, the process that was started is the tracer's own program. */
function isCommand(pid: number): boolean {
  try {
    const [, parent = ""] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return readFileSync(`/proc/${parent}/cmdline`, "utf8").includes("bin/verification");
  } catch {
    return true;
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** Places for temporary files in which nobody else has any: so it is known whose a process is. */
function surroundings({ directory }: Ground): Readonly<Record<string, string>> {
  return { TMPDIR: join(directory, "tmp") };
}

/** The processes that were told of a place in the ground's own temporary files. */
function processesOf({ directory }: Ground, program = ""): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [command = "", ...args] = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const isOurs = args.some((each) => each.includes(join(directory, "tmp", "verification-trace-")));
      return isOurs && command.endsWith(program) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** What becomes of a trace on its way into the file; `$N` is a number that is different each time. */
const SPOILERS = [
  // Cut off.
  "head -c $N; cat > /dev/null",
  "head -n $((N / 80)); cat > /dev/null",
  // Written over.
  String.raw`sed "$((N / 200 + 1))s/^/\x01\xff(( /"`,
  String.raw`sed "$((N / 200 + 1))s/) *= .*/) = what/"`,
  String.raw`sed 's/ +++ exited with.*/ +++ ex/'`,
  // Split, as where processes take turns: nothing is lost by that.
  String.raw`sed 's/^\([0-9]*\) \([a-z0-9_]*\)(\(.*\)) *= \(.*\)$/\1 \2(\3 <unfinished ...>\n\1 <... \2 resumed>) = \4/'`,
  // Flooded.
  `yes '999999 access("/nowhere/x", F_OK) = -1 ENOENT (No such file or directory)' | head -n $((N * 10)); cat`,
  "cat; yes xxxxxxxxxxxxxxxxxxxxxxxxxxxx | head -c $((N * 100))",
  // Lost.
  "cat > /dev/null",
] as const;

async function spoilTraces(ground: Ground, random: () => number): ReturnType<Disturb> {
  const spoiler = SPOILERS[Math.floor(random() * SPOILERS.length)] as string;
  const directory = join(ground.directory, "bin");
  mkdirSync(directory);
  const [wrapper, filter] = [join(directory, "strace"), join(directory, "filter")];
  const count = join(ground.directory, "count");
  writeFileSync(filter, `echo x >> ${count}\nN=${100 + Math.floor(random() * 20_000)}\n${spoiler}\n`);
  writeFileSync(
    wrapper,
    `#!/bin/bash
args=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  args+=("$1")
  [ "$1" != -o ] || { shift; args+=("|sh ${filter} > $1"); }
  shift
done
exec ${findStrace()} "\${args[@]}" "$@"
`,
  );
  chmodSync(wrapper, 0o755);
  const path = `${directory}:${process.env["PATH"] ?? ""}`;
  const ended = await ground.start(["--json"], { env: { ...surroundings(ground), PATH: path } });
  const times = existsSync(count) ? readFileSync(count, "utf8").length / 2 : 0;
  return { ended, times };
}
