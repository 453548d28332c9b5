// Stand-in tools on real histories, nothing traced: only decisions are measured. Units that ran, against those that had to.
import { appendFileSync } from "node:fs";
import { withDirectory } from "../lib/commands.mjs";
import { run } from "../lib/measure.mjs";
import { bin } from "../lib/package.mjs";
import { chooseRepositories, prepare } from "../lib/precision/prepare.mjs";
import { describeCauses } from "../lib/prediction/causes.mjs";
import { listSteps } from "../lib/prediction/history.mjs";
import { REPOSITORIES } from "../lib/prediction/repositories.mjs";
import { standIn } from "../lib/prediction/stand-ins.mjs";
import { walk } from "../lib/prediction/walk.mjs";

const AIM = 1.3;
/** A run that only decides and is not done after this has failed. */
const LIMIT = 15 * 60_000;

/** `details` is a file for every unit that ran without need, with the reason that was given, and for every missed one. */
export async function prediction({ repositories, commits = 40, details }) {
  const rows = [];
  const chosen = chooseRepositories(repositories, REPOSITORIES);
  for (const repository of chosen.flatMap(withAndWithoutEdges))
    await withDirectory((directory) => {
      const root = prepare(repository, directory);
      if (root === null) return;
      rows.push(...measure(root, repository, { directory, commits, details }));
    });
  return rows;
}

/** Where a line of `edges` says what no tool can see, once without it and once with it. */
function withAndWithoutEdges({ edges, ...repository }) {
  if (edges === undefined) return [repository];
  return [repository, { ...repository, edges, title: `${repository.name} with edges` }];
}

function measure(root, repository, { directory, commits, details }) {
  const { title: name = repository.name } = repository;
  const lines = [];
  const log = (line) => {
    lines.push(line);
    if ("missed" in line) process.stderr.write(`  ${name}: ${JSON.stringify(line)}\n`);
    if (details !== undefined) appendFileSync(details, `${JSON.stringify({ repository: name, ...line })}\n`);
  };
  try {
    const env = standIn(root, { ...repository, directory });
    const verify = () => verifyOnce(root, env);
    const { first, steps } = listSteps(root, commits);
    const checks = walk(root, repository, { first, steps, verify, log });
    process.stderr.write(describeCauses(name, lines));
    return describe(name, { checks, steps });
  } catch (error) {
    process.stderr.write(`  ${name}: ${error.message}\n`);
    return [{ what: name, ours: error.message.split("\n")[0].slice(0, 200), met: "**no**" }];
  }
}

function verifyOnce(root, env) {
  const { stdout, stderr } = run(process.execPath, [bin(), "--json", "--trace", "off"], {
    cwd: root,
    env,
    fails: true,
    timeout: LIMIT,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`verification printed no JSON:\n${stderr}${stdout}`.slice(0, 2000));
  }
}

function describe(name, { checks, steps }) {
  const [{ apart, triggered }] = checks;
  const compared = steps.length - apart.commits - triggered.commits;
  const own = checks.map(({ name: check, tool, compared: { units, must, ran, needless, missed, turbo } }) => {
    const ratio = must === 0 ? (ran === 0 ? 1 : Infinity) : ran / must;
    return {
      what: `${name}, ${check} (${tool}): ${compared} commits`,
      ours: `${ran} of ${units} units ran, ${needless} without need`,
      against: `${must} had to; ${missed} missed; turbo ${turbo}`,
      ratio: ratio.toFixed(2),
      aim: `≤ ${AIM}, none missed`,
      met: missed === 0 && ratio <= AIM ? "yes" : "**no**",
    };
  });
  return [
    ...own,
    ...describeRest(`${name}: ${apart.commits} commits with packages or configuration`, checks, "apart"),
    ...describeRest(`${name}: ${triggered.commits} commits that ask for everything`, checks, "triggered"),
  ];
}

function describeRest(what, checks, tally) {
  if (checks[0][tally].commits === 0) return [];
  const each = (tell) => checks.map((check) => `${check.name} ${tell(check[tally])}`).join(", ");
  const ours = `${each(({ ran, units }) => `${ran} of ${units}`)} units ran`;
  return [{ what, ours, against: `turbo ${each(({ turbo }) => turbo)}` }];
}
