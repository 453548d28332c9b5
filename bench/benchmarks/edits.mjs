// One edit, in a file that nothing depends on and in the body of a function that everything depends on.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitStatus, node, tasksRun, turbo, verification, withDirectory } from "../lib/commands.mjs";
import { BASE_FILE, generateRepository, leafFile } from "../lib/generate.mjs";
import { addUp, describe, interleave, ratioOf } from "../lib/measure.mjs";
import { PEERS } from "../lib/peers.mjs";
import { ratioRow } from "../lib/table.mjs";

const SHAPE = { packages: 100, filesPerPackage: 100 };
const WITH_TESTS = ["--config", "with-tests.json"];

export async function edits({ rounds }) {
  return withDirectory(async (cwd) => {
    generateRepository(cwd, { ...SHAPE, peers: PEERS });
    verification(cwd, "--quiet");
    turbo(cwd, "lint", "types");
    const leaf = await edit(cwd, { file: leafFile(SHAPE), rounds: rounds ?? 9 });
    const base = await edit(cwd, { file: BASE_FILE, rounds: rounds ?? 3 });
    verification(cwd, "--quiet", ...WITH_TESTS);
    turbo(cwd, "lint", "test");
    const tested = await edit(cwd, {
      file: BASE_FILE,
      rounds: rounds ?? 3,
      args: WITH_TESTS,
      tasks: ["lint", "test"],
    });
    return [
      row("one edited leaf file, lint and types", leaf, 1),
      floorRow("the same, without its commands", leaf),
      row("body edit of a file that all depend on, lint and types", base, 40),
      floorRow("the same, without its commands", base),
      row("the same edit, lint and tests: every test follows content", tested),
    ];
  });
}

/** Each round makes an edit that was never seen, and lets both catch up with it. */
async function edit(cwd, { file, rounds, args = [], tasks = ["lint", "types"] }) {
  const path = join(cwd, file);
  const original = readFileSync(path, "utf8");
  let counts = {};
  /** How long the slower of the two commands took, which run at once. */
  const commands = [];
  const times = await interleave(
    {
      node: () => node(cwd).ms,
      git: () => gitStatus(cwd).ms,
      ours: () => {
        const { ms, stdout } = verification(cwd, ...args, "--json");
        const { filesVerified, results } = JSON.parse(stdout);
        counts = { units: filesVerified };
        commands.push(Math.max(...results.map(({ duration }) => duration)));
        return ms;
      },
      turbo: () => {
        const { ms, stdout } = turbo(cwd, ...tasks);
        counts = { ...counts, tasks: tasksRun(stdout) };
        return ms;
      },
    },
    {
      rounds,
      warmUps: 0,
      before: (round) =>
        writeFileSync(path, original.replace("let total = 0;", `let total = 0 * ${round + 1000};`)),
    },
  );
  writeFileSync(path, original);
  return { times, commands, ...counts };
}

/** Beside what no run can do without. */
function floorRow(what, { times, commands }) {
  const ours = times.ours.map((ms, round) => ms - commands[round]);
  return ratioRow({
    what,
    ours: describe(ours),
    against: `\`node -e 0\` ${describe(times.node)} and \`git status\` ${describe(times.git)}`,
    ratio: ratioOf(ours, addUp(times.node, times.git)),
    aim: 2.5,
  });
}

function row(what, { times, units, tasks }, aim) {
  return ratioRow({
    what,
    ours: `${describe(times.ours)}, ${units} units`,
    against: `turbo ${describe(times.turbo)}, ${tasks} tasks`,
    ratio: ratioOf(times.ours, times.turbo),
    ...(aim === undefined ? {} : { aim }),
    atLeast: true,
  });
}
