// Where many items stand: without anything kept, and after a run that left what it read of files.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gitStatus, node, verification, withDirectory } from "../lib/commands.mjs";
import { generateItems } from "../lib/generate-items.mjs";
import { addUp, describe, inspect, interleave, median, ratioOf } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { judge } from "../lib/table.mjs";

const SHAPE = { items: 250, documents: 11, modules: 1700, commits: 900 };
const COLD = 5000;
const WARM = 500;

export async function flow({ rounds }) {
  return withDirectory(async (cwd) => {
    generateItems(cwd, SHAPE);
    const forget = () => {
      for (const name of [".verification-cache", ".git/verification"])
        rmSync(join(cwd, name), { recursive: true, force: true });
    };
    const cold = await measure(cwd, { rounds: rounds ?? 3, list: () => (forget(), list(cwd)) });
    const { peakMegabytes } = inspect([bin(), "flow", "list"], { cwd });
    verification(cwd, "--quiet");
    const warm = await measure(cwd, { rounds: rounds ?? 5, list: () => list(cwd) });
    const slug = "REQ-0007-work-on-part-7";
    const shown = await measure(cwd, {
      rounds: rounds ?? 5,
      list: () => verification(cwd, "flow", "show", slug).ms,
    });
    return [
      row(
        "`flow list`, 250 items, 4,700 files, nothing kept",
        cold,
        COLD,
        `, ${peakMegabytes.toFixed(0)} MB`,
      ),
      row("`flow list`, the same after a run", warm, WARM),
      row("`flow show` of one item, after a run", shown, WARM),
    ];
  });
}

const list = (cwd) => verification(cwd, "flow", "list").ms;

async function measure(cwd, { rounds, list }) {
  const times = await interleave(
    { node: () => node(cwd).ms, git: () => gitStatus(cwd).ms, ours: list },
    { rounds },
  );
  return { ours: times.ours, floor: addUp(times.node, times.git) };
}

function row(what, { ours, floor }, aim, more = "") {
  return {
    what,
    ours: `${describe(ours)}${more}`,
    against: `\`node -e 0\` and \`git status\` ${describe(floor)}`,
    ratio: ratioOf(ours, floor).toFixed(1),
    aim: `≤ ${aim} ms`,
    met: judge({ value: median(ours), aim }),
  };
}
