// What a type check costs after an edit: with what tsc kept of its last run, and from nothing as by hand.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { withDirectory } from "../lib/commands.mjs";
import { describe, interleave, ratioOf, run } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { trackedPaths } from "../lib/precision/history.mjs";
import { chooseRepositories, prepare } from "../lib/precision/prepare.mjs";
import { REPOSITORIES } from "../lib/precision/repositories.mjs";
import { local } from "../lib/precision/reads.mjs";
import { ratioRow } from "../lib/table.mjs";

const AIM = 0.5;

export async function typeCheck({ repositories, rounds = 5 }) {
  const chosen = chooseRepositories(repositories, REPOSITORIES).filter(({ checks }) => findCheck(checks));
  const rows = [];
  for (const repository of chosen)
    await withDirectory(async (directory) => {
      const root = prepare(repository, directory);
      if (root !== null) rows.push(await measure(root, repository, rounds));
    });
  return rows;
}

function findCheck(checks) {
  return checks.find(({ check }) => check.uses === "tsc");
}

async function measure(root, { name, checks }, rounds) {
  const { check, alone } = findCheck(checks);
  const [plain, ...plainArgs] = local(root, alone);
  const edited = trackedPaths(root).find((path) => /^(?:packages\/[^/]+\/)?src\/.*\.ts$/.test(path));
  const ours = () => run(process.execPath, [bin(), "--check", check.name, "--quiet"], { cwd: root }).ms;
  const edit = () => appendFileSync(join(root, edited), "// edited\n");
  ours();
  const times = await interleave(
    {
      ours: () => {
        edit();
        return ours();
      },
      plain: () => {
        edit();
        return run(plain, plainArgs, { cwd: root }).ms;
      },
    },
    { rounds },
  );
  const ratio = ratioOf(times.ours, times.plain);
  process.stderr.write(`  ${name}: ${ratio}\n`);
  return ratioRow({
    what: `tsc over ${name} after an edit, all of it`,
    ours: describe(times.ours),
    against: `tsc --noEmit ${describe(times.plain)}`,
    ratio,
    aim: AIM,
  });
}
