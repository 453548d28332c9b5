// What workers cost per command, and what they bring where commands wait: all on this machine, so only sleeping ones gain.
import { verification, withDirectory } from "../lib/commands.mjs";
import { createFleet } from "../lib/fleet.mjs";
import { childrenCpu, describe, interleave, ratioOf } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

const QUICK = 500;
const SLEEPING = 24;
const FLEETS = [1, 2, 4, 8];

export async function workers({ rounds }) {
  return [...(await overhead(rounds ?? 5)), ...(await speedUp(rounds ?? 3))];
}

/** The same number of commands at once: two here, or one here and one on a worker. */
async function overhead(rounds) {
  return withFleet({ files: QUICK, script: ":" }, async ({ here, there, grow, cpu, mustUse }) => {
    await grow(1);
    there(1);
    mustUse(1);
    const spent = { local: [], shared: [] };
    const counted = (name, run) => (round) => {
      const [own, others] = [childrenCpu(), cpu()];
      const ms = run();
      if (round >= 0) spent[name].push(childrenCpu() - own + cpu() - others);
      return ms;
    };
    const subjects = { local: counted("local", () => here(2)), shared: counted("shared", () => there(1)) };
    const times = await interleave(subjects, { rounds });
    const per = (list) => list.map((ms) => ms / QUICK);
    const row = (what, { local, shared }) =>
      ratioRow({
        what: `one of ${QUICK} commands that do nothing, 1 here and 1 on a worker: ${what}`,
        ours: describe(per(shared)),
        against: `2 here ${describe(per(local))}`,
        ratio: ratioOf(shared, local),
      });
    return [row("time", times), row("time of the processors, of all machines", spent)];
  });
}

async function speedUp(rounds) {
  return withFleet({ files: SLEEPING, script: "sleep 0.5" }, async ({ here, there, grow, mustUse }) => {
    const rows = [];
    for (const count of FLEETS) {
      await grow(count);
      // Those who are new need a checkout first.
      there(1);
      mustUse(count);
      const times = await interleave(
        { local: () => here(1), shared: () => there(1) },
        { rounds, warmUps: 0 },
      );
      rows.push(
        ratioRow({
          what: `${SLEEPING} commands that sleep 0.5 s, 1 here and ${count} on workers`,
          ours: describe(times.shared),
          against: `1 here ${describe(times.local)}`,
          ratio: ratioOf(times.shared, times.local),
          atLeast: true,
        }),
      );
    }
    return rows;
  });
}

async function withFleet(kind, use) {
  return withDirectory(async (directory) => {
    const fleet = await createFleet(directory, kind);
    const time = (...args) => verification(fleet.root, "--quiet", "--force", ...args).ms;
    try {
      return await use({
        ...fleet,
        here: (slots) => time("--concurrency", String(slots)),
        /** What no worker took part in says nothing about workers. */
        mustUse: (count) => {
          const shown = verification(fleet.root, "history", "show", "latest", "--json").stdout;
          const used = JSON.parse(shown).run.checks.flatMap(({ ranOn }) => ranOn ?? []);
          if (used.length < count) throw new Error(`${used.length} of ${count} workers took part`);
        },
        there: (slots) => time("--workers", fleet.url, "--concurrency", String(slots)),
      });
    } finally {
      fleet.stop();
    }
  });
}
