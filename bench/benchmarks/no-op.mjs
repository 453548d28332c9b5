// Nothing to do: beside what no run can do without (starting Node, asking git), and beside turbo.
import {
  gitStatus,
  linkedVerification,
  node,
  tasksRun,
  turbo,
  verification,
  withDirectory,
} from "../lib/commands.mjs";
import { generateRepository } from "../lib/generate.mjs";
import { addUp, describe, interleave, ratioOf } from "../lib/measure.mjs";
import { PEERS } from "../lib/peers.mjs";
import { ratioRow } from "../lib/table.mjs";

export async function noOp({ rounds }) {
  return withDirectory(async (cwd) => {
    generateRepository(cwd, { packages: 100, filesPerPackage: 100, peers: PEERS });
    const first = { ours: verification(cwd, "--quiet").ms, turbo: turbo(cwd, "lint", "types").ms };
    const still = { ours: units(cwd), turbo: tasksRun(turbo(cwd, "lint", "types").stdout) };
    if (still.ours !== 0 || still.turbo !== 0) throw new Error(`not a no-op: ${JSON.stringify(still)}`);
    const times = await interleave(
      {
        node: () => node(cwd).ms,
        git: () => gitStatus(cwd).ms,
        ours: () => verification(cwd, "--quiet").ms,
        linked: () => linkedVerification(cwd, "--quiet").ms,
        turbo: () => turbo(cwd, "lint", "types").ms,
      },
      { rounds: rounds ?? 15, warmUps: 2 },
    );
    const floor = addUp(times.node, times.git);
    const floorText = `\`node -e 0\` ${describe(times.node)} and \`git status\` ${describe(times.git)}`;
    const turboText = `turbo, 200 cached tasks: ${describe(times.turbo)}`;
    const row = (what, mine, against, theirs, aim) =>
      ratioRow({ what, ours: describe(mine), against, ratio: ratioOf(mine, theirs), aim });
    return [
      row("nothing to do, 10,000 files, `node bin/verification`", times.ours, floorText, floor, 1.3),
      row("the same through the npm link", times.linked, floorText, floor),
      row("the same through the npm link", times.linked, turboText, times.turbo, 1),
      row(
        "first run, 19,800 units",
        [first.ours],
        `turbo, 200 tasks: ${describe([first.turbo])}`,
        [first.turbo],
        undefined,
      ),
    ];
  });
}

function units(cwd) {
  return JSON.parse(verification(cwd, "--json").stdout).filesVerified;
}
