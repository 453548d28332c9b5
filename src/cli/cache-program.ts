import type { Command } from "commander";
import type { Inspect, InspectFlags } from "./inspect-program.ts";

const CACHE_ACTIONS = ["stats", "prune", "clear", "invalidated"] as const;
export type CacheAction = (typeof CACHE_ACTIONS)[number];
export type RunCache = (action: CacheAction, flags: InspectFlags) => Promise<number>;

export interface CacheProgram {
  readonly program: Command;
  readonly inspect: Inspect;
  readonly run: RunCache;
  readonly done: (status: number) => void;
}

/** Describes `verification cache`. */
export function describeCache({ program, inspect, run, done }: CacheProgram): void {
  const cache = program
    .command("cache")
    .description("what is stored: stats, prune, clear, or what was invalidated")
    .helpCommand("help [action]", "show the help of an action")
    .argument("[action]")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((action: string | undefined) => {
      if (action === undefined) return cache.help({ error: true });
      const choices = `Allowed choices are ${CACHE_ACTIONS.join(", ")}.`;
      const code = "commander.invalidArgument";
      return cache.error(`error: '${action}' is no action of the cache. ${choices}`, { code });
    });
  for (const action of CACHE_ACTIONS)
    inspect(action, CACHE_HELP[action], cache).action(async (flags: InspectFlags) =>
      done(await run(action, flags)),
    );
}

const CACHE_HELP: Readonly<Record<CacheAction, string>> = {
  stats: "how much is stored and where, and how often it was of use",
  prune: "remove what was not used for too long (unused_days), and what there is no room for (max_size_mb)",
  clear: "remove every verdict, so that the next run verifies everything; history stays",
  invalidated: "which verdicts are of no use any more, since when, and why",
};
