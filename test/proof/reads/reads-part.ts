import { basename } from "node:path";
import type { Part, PartResult } from "../part.ts";
import { tryCheckout } from "./try-checkout.ts";

/** Real tools in real repositories: what their commands open, edited file by file; `steps` is how many units of a check. */
export const readsPart: Part = {
  name: "reads",
  run: async ({ seed, steps, checkouts = [], progress }): Promise<PartResult> => {
    if (checkouts.length === 0) progress("left out: --checkout <path> names a repository with its packages");
    const all: PartResult[] = [];
    for (const root of checkouts) {
      const tried = await tryCheckout(root, { perCheck: steps ?? 3, seed, progress });
      const what = (text: string): string => `${basename(root)}: ${text}`;
      all.push({
        figures: [
          { what: what("units whose command was watched"), value: tried.units },
          { what: what("files that a command opened, each edited alone"), value: tried.edited },
          { what: what("stale units"), value: tried.missed.length, must: { equal: 0 } },
          { what: what("units not cached again"), value: tried.notCachedAgain.length, must: { equal: 0 } },
          { what: what("opened files that count by what they say"), value: tried.byMeaning.length },
          { what: what("opened files without effect"), value: tried.withoutEffect.length },
          { what: what("edits of other files, for each unit"), value: tried.others },
          { what: what("units that ran without need"), value: tried.needless.length },
        ],
        failures: [
          ...tried.missed.map((line) => what(`STALE ${line}`)),
          ...tried.notCachedAgain.map((line) => what(`NOT CACHED AGAIN ${line}`)),
        ],
      });
    }
    return {
      figures: all.flatMap(({ figures }) => figures),
      failures: all.flatMap(({ failures }) => failures),
    };
  },
};
