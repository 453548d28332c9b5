// What workers cost per command, and what they bring where commands wait: all on this machine, so only sleeping ones gain.
import { verification, withDirectory } from "../lib/commands.mjs";
import { createFleet } from "../lib/fleet.mjs";
import { describe, interleave, ratioOf } from "../lib/measure.mjs";
import { ratioRow } from "../lib/table.mjs";

const QUICK = 100;
const SLEEPING = 64;
const FLEETS = [1, 2, 4, 8];

export async function workers({ rounds }) {
  return [...(await overhead(rounds ?? 3)), ...(await speedUp(rounds ?? 3))];
}

/** The same number of commands at once: two here, or one here and one on a worker. */
async function overhead(rounds) {
  return withFleet({ files: QUICK, script: ":" }, async ({ here, there, grow }) => {
    await grow(1);
    const times = await interleave({ local: () => here(2), shared: () => there(1) }, { rounds });
    const per = (list) => list.map((ms) => ms / QUICK);
    return [
      ratioRow({
        what: `one of ${QUICK} commands that do nothing, 1 here and 1 on a worker`,
        ours: describe(per(times.shared)),
        against: `2 here ${describe(per(times.local))}`,
        ratio: ratioOf(times.shared, times.local),
      }),
    ];
  });
}

async function speedUp(rounds) {
  return withFleet({ files: SLEEPING, script: "sleep 0.5" }, async ({ here, there, grow }) => {
    const rows = [];
    for (const count of FLEETS) {
      await grow(count);
      const times = await interleave({ local: () => here(1), shared: () => there(1) }, { rounds });
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
        there: (slots) => time("--workers", fleet.url, "--concurrency", String(slots)),
      });
    } finally {
      fleet.stop();
    }
  });
}
