// node bench/scale.mjs [--<parameter> <number>]...: many people and machines that share verdicts, simulated from a seed.
import { parseArgs } from "node:util";
import { createSimulation, fileLevel, taskLevel } from "./lib/scale/caches.mjs";
import { createTeam } from "./lib/scale/team.mjs";
import { createRandom, createWorld } from "./lib/scale/world.mjs";

/** What is assumed. Each can be set; docs/scale.md says where the numbers come from. */
const ASSUMED = {
  seed: 1,
  files: 100_000,
  packages: 500,
  "imports-per-file": 3,
  "package-imports": 0.1,
  "package-uses": 4,
  "test-share": 0.2,
  developers: 200,
  "runs-per-day": 1000,
  days: 5,
  "edits-per-run": 2,
  "runs-per-branch": 4,
  "rework-share": 0.3,
  "own-share": 0.8,
  "format-ms": 5,
  "lint-ms": 40,
  "test-ms": 300,
  "bytes-per-verdict": 120,
  "bytes-per-task": 4096,
  checks: 3,
  "bundles-per-check": 8,
  "days-kept": 7,
};

const options = Object.fromEntries(Object.keys(ASSUMED).map((name) => [name, { type: "string" }]));
const { values } = parseArgs({ options });
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const wrong = Object.keys(given).find((name) => !Number.isFinite(given[name]));
if (wrong !== undefined) {
  process.stderr.write(`--${wrong} takes a number, and got ${values[wrong]}\n`);
  process.exit(2);
}
const assumed = { ...ASSUMED, ...given };

const random = createRandom(assumed.seed);
const world = createWorld(
  {
    files: assumed.files,
    packages: assumed.packages,
    importsPerFile: assumed["imports-per-file"],
    packageImports: assumed["package-imports"],
    packageUses: assumed["package-uses"],
    testShare: assumed["test-share"],
  },
  random,
);
// Few tests take long, and most do not.
const testSeconds = Array.from(world.isTest, (isTest) =>
  isTest === 1 ? (assumed["test-ms"] / 1000) * Math.exp(random.normal()) : 0,
);
const costs = {
  seconds: { format: assumed["format-ms"] / 1000, lint: assumed["lint-ms"] / 1000 },
  testSeconds,
};
const byFile = fileLevel(world, costs);
const byTask = taskLevel(world, costs);
const isBelieved = (scope, writer) => writer === scope || writer === "main";
const ways = {
  "by file, shared": createSimulation(byFile, { canRead: isBelieved }),
  "by file, one machine": createSimulation(byFile, { canRead: () => false }),
  "by package, shared": createSimulation(byTask, { canRead: () => true }),
};
const steps = createTeam(
  {
    developers: assumed.developers,
    editsPerRun: assumed["edits-per-run"],
    runsPerBranch: assumed["runs-per-branch"],
    reworkShare: assumed["rework-share"],
    ownShare: assumed["own-share"],
  },
  world,
  random,
)();
const wanted = assumed["runs-per-day"] * assumed.days;
for (let runs = 0; runs < wanted;) {
  const { value: step } = steps.next();
  for (const way of Object.values(ways)) way.take(step);
  if (step.do === "run") {
    runs += 1;
    if (runs % 500 === 0) process.stderr.write(`${runs} of ${wanted} runs\n`);
  }
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
const percentile95 = (numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.95)];
const hours = (seconds) => `${(seconds / 3600).toFixed(1)} h`;
const size = (bytes) => (bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);
const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
const rows = Object.entries(ways).map(([name, { totals }]) => {
  const isByFile = name.startsWith("by file");
  const isShared = name.endsWith("shared");
  const each = isByFile ? assumed["bytes-per-verdict"] : assumed["bytes-per-task"];
  const perDay = (totals.written * each) / assumed.days;
  return [
    name,
    share(totals.hits, totals.asked),
    share(totals.changedHits, totals.changed),
    `${median(totals.ran).toFixed(1)} s`,
    `${percentile95(totals.ran).toFixed(0)} s`,
    hours(totals.ranSeconds / assumed.days),
    hours(totals.savedSeconds / assumed.days),
    isShared ? size((totals.hits * each) / totals.runs) : "-",
    isShared ? size(perDay) : "-",
    isShared ? size(perDay * assumed["days-kept"] + (isByFile ? byFile : byTask).size * each) : "-",
    isShared ? requests(isByFile, totals) : "-",
  ];
});

/** By file: an index for each scope, the bundles of both, and what is written; by package: one for each task. */
function requests(isByFile, totals) {
  if (isByFile)
    return `at most ${2 + 2 * assumed.checks * assumed["bundles-per-check"] + assumed.checks + 2}`;
  return ((totals.asked + totals.written) / totals.runs).toFixed(0);
}

const HEAD = [
  "kept",
  "found elsewhere",
  "of what had changed",
  "ran, median",
  "ran, 95 %",
  "ran a day",
  "saved a day",
  "read a run",
  "written a day",
  "stored",
  "requests a run",
];
const sample = Array.from({ length: 1000 }, () => random.below(assumed.files));
const mean = (countOf) =>
  (sample.reduce((total, file) => total + countOf(file), 0) / sample.length).toFixed(0);
const tests = mean((file) => world.testsOf(file).length);
const concerned = mean((file) => world.packagesOf(world.packageOf(file)).length);
const reaches = `an edit reaches ${tests} tests and ${concerned} packages on average`;
process.stdout.write(
  `${assumed.files} files in ${assumed.packages} packages, ${world.tests} tests; ${wanted} runs of ${assumed.developers} people in ${assumed.days} days, seed ${assumed.seed}; ${reaches}\n\n`,
);
for (const row of [HEAD, HEAD.map(() => "---"), ...rows]) process.stdout.write(`| ${row.join(" | ")} |\n`);
