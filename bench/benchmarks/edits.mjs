// One edit, in a file that nothing depends on and in the body of a function that everything depends on.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tasksRun, turbo, verification, withDirectory } from "../lib/commands.mjs";
import { BASE_FILE, generateRepository, leafFile } from "../lib/generate.mjs";
import { describe, interleave, ratioOf } from "../lib/measure.mjs";
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
      row("one edited leaf file, lint and types", leaf),
      row("body edit of a file that all depend on, lint and types", base, 20),
      row("the same edit, lint and tests: every test follows content", tested),
    ];
  });
}

/** Each round makes an edit that was never seen, and lets both catch up with it. */
async function edit(cwd, { file, rounds, args = [], tasks = ["lint", "types"] }) {
  const path = join(cwd, file);
  const original = readFileSync(path, "utf8");
  let counts = {};
  const times = await interleave(
    {
      ours: () => {
        const { ms, stdout } = verification(cwd, ...args, "--json");
        counts = { units: JSON.parse(stdout).filesVerified };
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
  return { times, ...counts };
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
