// How a no-op grows with the repository, beside how git status grows; and what a full run takes in memory.
import { gitStatus, verification, withDirectory } from "../lib/commands.mjs";
import { generateRepository } from "../lib/generate.mjs";
import { describe, inspect, interleave, median, ratioOf } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { judge, ratioRow } from "../lib/table.mjs";

const SIZES = [1000, 5000, 10_000, 20_000, 40_000];
const MOST_MEGABYTES = 400;

export async function growth({ rounds, sizes = SIZES }) {
  const points = [];
  for (const files of sizes) {
    process.stderr.write(`  ${files} files\n`);
    points.push(await withDirectory((cwd) => measureSize(cwd, files, rounds ?? 7)));
  }
  const [first, last] = [points[0], points.at(-1)];
  const perFile = (side) => (median(last[side]) - median(first[side])) / (last.files - first.files);
  const slope = (side) => `${(perFile(side) * 1000).toFixed(2)} ms per 1,000 files`;
  const { peakMegabytes } = last;
  return [
    ...points.map(({ files, ours, git }) =>
      ratioRow({
        what: `nothing to do, ${files.toLocaleString("en")} files`,
        ours: describe(ours),
        against: `\`git status\` ${describe(git)}`,
        ratio: ratioOf(ours, git),
      }),
    ),
    ratioRow({
      what: `growth from ${first.files.toLocaleString("en")} to ${last.files.toLocaleString("en")} files`,
      ours: slope("ours"),
      against: `\`git status\` ${slope("git")}`,
      ratio: perFile("ours") / perFile("git"),
      aim: 2,
    }),
    {
      what: `peak memory of a full run, ${last.files.toLocaleString("en")} files`,
      ours: `${peakMegabytes.toFixed(0)} MB`,
      aim: `≤ ${MOST_MEGABYTES} MB`,
      met: judge({ value: peakMegabytes, aim: MOST_MEGABYTES }),
    },
  ];
}

async function measureSize(cwd, files, rounds) {
  generateRepository(cwd, { packages: files / 100, filesPerPackage: 100 });
  const { peakMegabytes } = inspect([bin(), "--quiet"], { cwd });
  const times = await interleave(
    { git: () => gitStatus(cwd).ms, ours: () => verification(cwd, "--quiet").ms },
    { rounds },
  );
  return { files, peakMegabytes, ...times };
}
