// Nothing to do and one edit in a real repository, with cheap checks over all of its sources.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitStatus, node, verification, withDirectory } from "../lib/commands.mjs";
import { cloneCheckout } from "../lib/checkout.mjs";
import { addUp, describe, interleave, ratioOf } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

/** Reads what it is given; as cheap as a check can be that does anything. */
const TOOL = `for (const file of process.argv.slice(2)) require("node:fs").readFileSync(file);\n`;
const SHARED = "packages/shared/src/general.ts";
const LEAF = "packages/vue/__tests__/index.spec.ts";

export async function real({ rounds, checkout }) {
  return withDirectory(async (directory) => {
    const cloned = cloneCheckout(checkout, directory);
    if (cloned === null) return [];
    const { root: cwd, commit, tracked } = cloned;
    configure(cwd);
    verification(cwd, "--quiet");
    const times = await interleave(
      {
        node: () => node(cwd).ms,
        git: () => gitStatus(cwd).ms,
        ours: () => verification(cwd, "--quiet").ms,
      },
      { rounds: rounds ?? 11 },
    );
    const floor = addUp(times.node, times.git);
    const floorText = `\`node -e 0\` ${describe(times.node)} and \`git status\` ${describe(times.git)}`;
    const row = (what, ours, aim) =>
      ratioRow({ what, ours, against: floorText, ratio: ratioOf(times.ours, floor), aim });
    const rows = [
      row(`nothing to do in vuejs/core at ${commit}, ${tracked.length} files`, describe(times.ours), 1.3),
    ];
    for (const [what, file, edit] of [
      ["one edited test", LEAF, (text, round) => `${text}// ${round}\n`],
      ["body edit of a file that most depend on", SHARED, editBody],
    ])
      rows.push(...(await measureEdit(cwd, { what, path: join(cwd, file), edit, rounds: rounds ?? 7 })));
    return rows;
  });
}

function editBody(text, round) {
  const edited = text.replace("arr.splice(i, 1)", `arr.splice(i, 1 + 0 * ${round + 1000})`);
  if (edited === text) throw new Error(`${SHARED} is not as this benchmark knows it`);
  return edited;
}

async function measureEdit(cwd, { what, path, edit, rounds }) {
  const original = readFileSync(path, "utf8");
  let units = "";
  const commands = [];
  const times = await interleave(
    {
      node: () => node(cwd).ms,
      git: () => gitStatus(cwd).ms,
      ours: (round) => {
        const { ms, stdout } = verification(cwd, "--json");
        const result = JSON.parse(stdout);
        units = unitsByCheck(result);
        // The slowest: all checks run at once.
        if (round >= 0) commands.push(Math.max(...result.results.map(({ duration }) => duration)));
        return ms;
      },
    },
    { rounds, before: (round) => writeFileSync(path, edit(original, round)) },
  );
  writeFileSync(path, original);
  const floor = addUp(times.node, times.git);
  const against = `\`node -e 0\` ${describe(times.node)} and \`git status\` ${describe(times.git)}`;
  const without = times.ours.map((ms, round) => ms - commands[round]);
  return [
    ratioRow({
      what,
      ours: `${describe(times.ours)}, units run: ${units}`,
      against,
      ratio: ratioOf(times.ours, floor),
    }),
    ratioRow({
      what: "the same, without its commands",
      ours: describe(without),
      against,
      ratio: ratioOf(without, floor),
      aim: 2.5,
    }),
  ];
}

function unitsByCheck({ results }) {
  return results.map(({ check, filesVerified }) => `${check} ${filesVerified}`).join(", ");
}

function configure(cwd) {
  writeFileSync(join(cwd, "read-files.cjs"), TOOL);
  const check = (name, type, ...files) => ({
    name,
    type,
    command: "node",
    args: ["read-files.cjs", "{files}"],
    files,
  });
  const checks = [
    check("lint", "lint", "packages/**/*.ts"),
    check("types", "type-check", "packages/**/*.ts"),
    check("test", "test", "packages/**/__tests__/**/*.spec.ts"),
  ];
  writeFileSync(
    join(cwd, ".verification.json"),
    JSON.stringify({ checks, execution: { maxParallel: checks.length } }),
  );
}
