// What watching costs: the engine with and without it, and the bare command under the same trace. With processor time as
// the clock, strace itself counts for the bare command only: under the engine it runs beside the command, and nobody's child.
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { withDirectory } from "../lib/commands.mjs";
import { describe, interleave, median, ratioOf, run } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { trackedPaths } from "../lib/precision/history.mjs";
import { chooseRepositories, prepare } from "../lib/precision/prepare.mjs";
import { REPOSITORIES } from "../lib/precision/repositories.mjs";
import { local } from "../lib/precision/reads.mjs";
import { findStraceOptions } from "../lib/precision/strace-options.mjs";
import { ratioRow } from "../lib/table.mjs";

const LONG_MS = 5000;
const AIM_LONG = 1.15;
const AIM_SHORT = 1.3;

export async function tracing({ repositories, rounds = 5 }) {
  const [repository] = chooseRepositories(repositories, REPOSITORIES);
  return withDirectory(async (directory) => {
    const root = prepare(repository, directory);
    if (root === null) return [];
    const rows = [];
    const options = findStraceOptions(root, repository.checks[0].check.name, directory);
    if (options === null) {
      process.stderr.write("  left out: no strace here\n");
      return [];
    }
    for (const about of repository.checks) {
      const measured = await measure(root, about, { rounds, name: repository.name, options, directory });
      for (const { what, ratio } of measured) process.stderr.write(`  ${what}: ${ratio}\n`);
      rows.push(...measured);
    }
    return rows;
  });
}

async function measure(root, { check, alone, targets }, { rounds, name, options, directory }) {
  const files = targets === undefined ? [] : trackedPaths(root).filter((path) => targets.test(path));
  const command = local(root, [...alone, ...files]);
  const file = join(directory, "trace");
  const time = (words) => run(words[0], words.slice(1), { cwd: root, fails: true }).ms;
  const ours = (mode) =>
    time([process.execPath, bin(), "--check", check.name, "--force", "--trace", mode, "--quiet"]);
  const times = await interleave(
    {
      off: () => ours("off"),
      on: () => ours("on"),
      bare: () => time(command),
      traced: () => {
        // The options append to it.
        rmSync(file, { force: true });
        return time(["strace", ...options, "-o", file, "--", ...command]);
      },
    },
    { rounds },
  );
  const lines = readFileSync(file, "latin1").split("\n").length;
  const size = `${lines} lines, ${(statSync(file).size / 1e6).toFixed(1)} MB`;
  const what = `${alone[0]} over ${files.length === 0 ? "the project" : `${files.length} files`} of ${name}`;
  const isWhole = process.env.BENCH_CLOCK !== "cpu";
  const aim = isWhole ? { aim: median(times.bare) > LONG_MS ? AIM_LONG : AIM_SHORT } : {};
  const watched = `${what}, watched${isWhole ? "" : " (without strace itself)"}`;
  return [
    row({ what: watched, ours: times.on, theirs: times.off, against: "not watched", ...aim }),
    row({
      what: `${what}, bare under strace (${size})`,
      ours: times.traced,
      theirs: times.bare,
      against: "bare",
    }),
  ];
}

/** Nothing gets faster by being watched: such a ratio says how much the machine was disturbed, and nothing else. */
const NOISE = 0.95;

function row({ what, ours, theirs, against, aim }) {
  const ratio = ratioOf(ours, theirs);
  const made = ratioRow({
    what,
    ours: describe(ours),
    against: `${against} ${describe(theirs)}`,
    ratio,
    aim,
  });
  return ratio < NOISE ? { ...made, met: "too noisy to tell" } : made;
}
