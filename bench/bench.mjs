// [BENCH_CLOCK=cpu] npm run bench -- [names...] [--write] [--rounds <n>] [--checkout <path>] [--no-build]
//   precision, prediction, tracing, type-check: [--repositories <path>]... [--commits <n>] [--traced <n>] [--details <file>]
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { edits } from "./benchmarks/edits.mjs";
import { firstRun } from "./benchmarks/first-run.mjs";
import { flow } from "./benchmarks/flow.mjs";
import { graph } from "./benchmarks/graph.mjs";
import { growth } from "./benchmarks/growth.mjs";
import { noOp } from "./benchmarks/no-op.mjs";
import { precision } from "./benchmarks/precision.mjs";
import { prediction } from "./benchmarks/prediction.mjs";
import { real } from "./benchmarks/real.mjs";
import { scheduling } from "./benchmarks/scheduling.mjs";
import { smallEdit } from "./benchmarks/small-edit.mjs";
import { startUp } from "./benchmarks/start-up.mjs";
import { tracing } from "./benchmarks/tracing.mjs";
import { typeCheck } from "./benchmarks/type-check.mjs";
import { workers } from "./benchmarks/workers.mjs";
import { run } from "./lib/measure.mjs";
import { copyPackage } from "./lib/package.mjs";
import { installPeers } from "./lib/peers.mjs";
import { renderTable, writeRows } from "./lib/table.mjs";

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/performance.md");
const BENCHMARKS = {
  "no-op": noOp,
  edits,
  "small-edit": smallEdit,
  graph,
  growth,
  "first-run": firstRun,
  flow,
  "start-up": startUp,
  real,
  scheduling,
  precision,
  prediction,
  tracing,
  "type-check": typeCheck,
  workers,
};

/** They install other repositories and take long: only where they are asked for by name. */
const ON_REQUEST = new Set(["precision", "prediction", "tracing", "type-check", "workers"]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "boolean", default: false },
    rounds: { type: "string" },
    sizes: { type: "string" },
    checkout: { type: "string" },
    repositories: { type: "string", multiple: true },
    commits: { type: "string" },
    traced: { type: "string" },
    details: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  process.stderr.write(
    `no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}\n`,
  );
  process.exit(2);
}

if (!values["no-build"]) run("npm", ["run", "--silent", "build"], { cwd: ROOT });
copyPackage();
installPeers();
const git = (...args) => run("git", args, { cwd: ROOT }).stdout.trim();
const edited = git("status", "--porcelain", "--", "src", "package.json") === "" ? "" : " and edits";
const clock = process.env.BENCH_CLOCK === "cpu" ? "CPU time" : "wall time";
const commit = `${git("rev-parse", "--short", "HEAD")}${edited}, ${clock}`;
const options = {
  ...(values.rounds === undefined ? {} : { rounds: Number(values.rounds) }),
  ...(values.sizes === undefined ? {} : { sizes: values.sizes.split(",").map(Number) }),
  ...(values.checkout === undefined ? {} : { checkout: values.checkout }),
  ...(values.repositories === undefined ? {} : { repositories: values.repositories }),
  ...(values.commits === undefined ? {} : { commits: Number(values.commits) }),
  ...(values.traced === undefined ? {} : { traced: Number(values.traced) }),
  ...(values.details === undefined ? {} : { details: resolve(values.details) }),
};

const sections = [];
const usual = Object.keys(BENCHMARKS).filter((name) => !ON_REQUEST.has(name));
for (const name of positionals.length > 0 ? positionals : usual) {
  process.stderr.write(`${name}\n`);
  sections.push({ name, commit, rows: await BENCHMARKS[name](options) });
}
const day = new Date().toISOString().slice(0, 10);
const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`;
const heading = `Last run: ${day}, Node ${process.version}, ${machine}. Medians, ± half the distance between quartiles.`;
process.stdout.write(`${heading}\n\n${renderTable(sections)}\n`);
if (values.write) {
  writeRows(PAGE, sections, { heading, order: Object.keys(BENCHMARKS) });
  run(join(ROOT, "node_modules/.bin/oxfmt"), [PAGE], { cwd: ROOT });
}
