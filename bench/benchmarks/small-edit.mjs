// What is the same for every run that has something to do: one edit in a small repository, the command left out.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitStatus, node, verification, withDirectory } from "../lib/commands.mjs";
import { generateRepository, leafFile } from "../lib/generate.mjs";
import { addUp, describe, interleave, ratioOf, run } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

const SHAPE = { packages: 2, filesPerPackage: 10 };
const CHECK = { name: "cheap", command: "true", args: ["{files}"], files: ["packages/**/*.ts"] };
/** The first runs keep what Node has compiled for them. */
const WARM_UPS = 5;

export async function smallEdit({ rounds }) {
  return withDirectory(async (cwd) => {
    generateRepository(cwd, SHAPE);
    writeFileSync(join(cwd, "cheap.json"), JSON.stringify({ checks: [CHECK] }));
    const path = join(cwd, leafFile(SHAPE));
    const original = readFileSync(path, "utf8");
    const times = await interleave(
      {
        node: () => node(cwd).ms,
        git: () => gitStatus(cwd).ms,
        command: () => run("true", [], { cwd }).ms,
        ours: () => verification(cwd, "--quiet", "--config", "cheap.json").ms,
      },
      {
        rounds: rounds ?? 11,
        warmUps: WARM_UPS,
        before: (round) => writeFileSync(path, `${original}// ${round}\n`),
      },
    );
    const ours = times.ours.map((ms, round) => ms - times.command[round]);
    return [
      ratioRow({
        what: "one edited file of 20, one check, its command left out",
        ours: describe(ours),
        against: `\`node -e 0\` ${describe(times.node)} and \`git status\` ${describe(times.git)}`,
        ratio: ratioOf(ours, addUp(times.node, times.git)),
        aim: 2.5,
      }),
    ];
  });
}
