// Real tools on real histories: the units that ran at each commit, against those that had to run.
import { appendFileSync } from "node:fs";
import { withDirectory } from "../lib/commands.mjs";
import { chooseCommits } from "../lib/precision/history.mjs";
import { chooseRepositories, prepare } from "../lib/precision/prepare.mjs";
import { REPOSITORIES } from "../lib/precision/repositories.mjs";
import { walk } from "../lib/precision/walk.mjs";

const AIM = 1.2;

/**
 * `repositories` are prepared checkouts; without them they are cloned and installed. `details` is a file for every unit
 * that ran without need, with the reason that was given for it, and for every one that was missed.
 */
export async function precision({ repositories, commits = 20, traced = 40, details }) {
  const rows = [];
  for (const repository of chooseRepositories(repositories, REPOSITORIES))
    await withDirectory((directory) => {
      const root = prepare(repository, directory);
      if (root === null) return;
      const { name } = repository;
      const { steps, skipped } = chooseCommits(root, commits);
      const log = (line) => {
        const isNews = "missed" in line || "fresh" in line;
        if (isNews) process.stderr.write(`  ${name}: ${JSON.stringify(line)}\n`);
        if (details !== undefined)
          appendFileSync(details, `${JSON.stringify({ repository: name, ...line })}\n`);
      };
      const compared = steps.filter(({ isCompared }) => isCompared).length;
      for (const check of walk(root, repository, { steps, traced, log }))
        rows.push(describe(check, `${name}, ${compared} commits (${skipped} skipped)`));
    });
  return rows;
}

function describe({ name, alone: [tool], tally }, where) {
  const { units, must, ran, needless, missed, failedBefore, fresh, stale } = tally;
  const again = failedBefore === 0 ? "" : `, and ${failedBefore} that had failed`;
  const ratio = must === 0 ? (ran === 0 ? 1 : Infinity) : ran / must;
  const isMet = missed === 0 && stale === 0 && ratio <= AIM;
  return {
    what: `${name} (${tool}): ${where}`,
    ours: `${ran} of ${units} units ran, ${needless} without need${again}`,
    against: `${must} had to; ${missed} missed; ${stale} of ${fresh} verdicts differ from a fresh one`,
    ratio: ratio.toFixed(2),
    aim: `≤ ${AIM}, none missed`,
    met: isMet ? "yes" : "**no**",
  };
}
