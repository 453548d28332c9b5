// Times commands so that a noisy machine cannot favour one of them: A B A B ..., ratios within each round.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PRELOAD = join(import.meta.dirname, "preload.cjs");
const MAX_OUTPUT = 512 * 1024 * 1024;

/** With it, Node reads certificates whenever it starts, which can take longer than all else that a small program does. */
const { NODE_EXTRA_CA_CERTS: _, ...VARIABLES } = process.env;

/** The machine's own variables, without what would change how a tool behaves from one machine to the next. */
export const ENVIRONMENT = {
  ...VARIABLES,
  CI: "",
  NO_COLOR: "1",
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

/**
 * The clock on the wall, or with BENCH_CLOCK=cpu what the commands took of the processors: coarser (10 ms on
 * Linux), but the same on a machine that others use too.
 */
const now = process.env.BENCH_CLOCK === "cpu" ? childrenCpu : () => performance.now();

/** Milliseconds of the processors that commands which have ended took. */
export function childrenCpu() {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Runs a command to its end, or for `timeout` milliseconds at most; `fails` lets it end with another status than 0. */
export function run(command, args, { cwd, env = {}, input, fails = false, timeout }) {
  const start = now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    timeout,
    env: { ...ENVIRONMENT, ...env },
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT,
  });
  const ms = now() - start;
  if (error !== undefined) throw error;
  if (status !== 0 && !fails)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stderr}${stdout}`.slice(0, 4000));
  return { ms, status, stdout, stderr };
}

/**
 * Times each subject once a round, in turn, after rounds that do not count. `before` prepares a round and is not
 * timed. A subject is a function that gives milliseconds.
 */
export async function interleave(subjects, { rounds = 9, warmUps = 1, before = () => {} } = {}) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    await before(round);
    for (const [name, measure] of Object.entries(subjects)) {
      const ms = await measure(round);
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

export function median(values) {
  return quantile(values, 0.5);
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** The median of the ratios within each round: what slows the machine down slows both sides down. */
export function ratioOf(ours, theirs) {
  return median(ours.map((ms, round) => ms / theirs[round]));
}

export function addUp(...lists) {
  return lists[0].map((_, round) => lists.reduce((sum, list) => sum + list[round], 0));
}

/** The median, and how far the middle half of the rounds lies apart. */
export function describe(times) {
  const spread = quantile(times, 0.75) - quantile(times, 0.25);
  const digits = median(times) < 10 ? 2 : 0;
  if (times.length === 1) return `${times[0].toFixed(digits)} ms, once`;
  return `${median(times).toFixed(digits)} ms ± ${(spread / 2).toFixed(digits)}`;
}

/** What a Node command takes: peak memory, and how many of Node's own modules it loads. */
export function inspect(args, { cwd, env = {} }) {
  const directory = mkdtempSync(join(tmpdir(), "verification-inspect-"));
  try {
    const file = join(directory, "usage.json");
    run(process.execPath, ["--require", PRELOAD, ...args], {
      cwd,
      env: { ...env, VERIFICATION_BENCH_INSPECT: file },
    });
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The files of code that a Node command compiles, by what V8 says of its coverage. */
export function loadedFiles(args, { cwd }) {
  const directory = mkdtempSync(join(tmpdir(), "verification-coverage-"));
  try {
    const { pid } = inspect(args, { cwd, env: { NODE_V8_COVERAGE: directory } });
    const own = readdirSync(directory).filter((name) => name.startsWith(`coverage-${pid}-`));
    const scripts = own.flatMap((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).result);
    const urls = scripts.map(({ url }) => url).filter((url) => url.startsWith("file:"));
    return [...new Set(urls)].filter((url) => !url.endsWith("/preload.cjs"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
