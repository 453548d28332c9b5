// How a no-op and an edit grow with the repository, beside how git status grows; and what a full run takes in memory.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitStatus, verification, withDirectory } from "../lib/commands.mjs";
import { BASE_FILE, generateRepository, leafFile } from "../lib/generate.mjs";
import { describe, inspect, interleave, median, ratioOf } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { judge, ratioRow } from "../lib/table.mjs";

const SIZES = [1000, 10_000, 40_000, 100_000];
/** What a full run over so many files may take. */
const MOST_MEGABYTES = new Map([
  [40_000, 400],
  [100_000, 900],
]);

export async function growth({ rounds, sizes = SIZES }) {
  const points = [];
  for (const files of sizes) {
    process.stderr.write(`  ${files} files\n`);
    points.push(await withDirectory((cwd) => measureSize(cwd, files, rounds ?? 5)));
  }
  const [first, last] = [points[0], points.at(-1)];
  const perFile = (side) => (median(last[side]) - median(first[side])) / (last.files - first.files);
  const slope = (side) => `${(perFile(side) * 1000).toFixed(2)} ms per 1,000 files`;
  const growthRow = (what, side, aim) =>
    ratioRow({
      what: `${what}, growth from ${count(first.files)} to ${count(last.files)} files`,
      ours: slope(side),
      against: `\`git status\` ${slope("git")}`,
      ratio: perFile(side) / perFile("git"),
      aim,
    });
  return [
    ...points.flatMap(({ files, git, ...ours }) =>
      Object.entries(SUBJECTS).map(([side, what]) =>
        ratioRow({
          what: `${what}, ${count(files)} files`,
          ours: describe(ours[side]),
          against: `\`git status\` ${describe(git)}`,
          ratio: ratioOf(ours[side], git),
        }),
      ),
    ),
    growthRow(SUBJECTS.nothing, "nothing", 1.5),
    growthRow(SUBJECTS.leaf, "leaf", 2),
    growthRow(SUBJECTS.base, "base", 2),
    ...points.map(({ files, peakMegabytes }) => memoryRow(files, peakMegabytes)),
  ];
}

const SUBJECTS = {
  nothing: "nothing to do",
  leaf: "one edited leaf file",
  base: "body edit of a file that all depend on",
};

const count = (files) => files.toLocaleString("en");

function memoryRow(files, peakMegabytes) {
  const aim = MOST_MEGABYTES.get(files);
  return {
    what: `peak memory of a full run, ${count(files)} files`,
    ours: `${peakMegabytes.toFixed(0)} MB`,
    aim: aim === undefined ? "" : `≤ ${aim} MB`,
    met: judge({ value: peakMegabytes, aim }),
  };
}

async function measureSize(cwd, files, rounds) {
  const shape = { packages: files / 100, filesPerPackage: 100 };
  generateRepository(cwd, shape);
  const { peakMegabytes } = inspect([bin(), "--quiet"], { cwd });
  const ours = () => verification(cwd, "--quiet").ms;
  const edit = (file, round) => {
    const path = join(cwd, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/let total = 0.*;/, `let total = 0 * ${round + 1000};`));
    return ours();
  };
  const times = await interleave(
    {
      git: () => gitStatus(cwd).ms,
      leaf: (round) => edit(leafFile(shape), round),
      base: (round) => edit(BASE_FILE, round),
      nothing: ours,
    },
    { rounds },
  );
  return { files, peakMegabytes, ...times };
}
