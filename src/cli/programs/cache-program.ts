import type { Command } from "commander";
import type { Inspect, InspectFlags } from "./inspect-program.ts";

const CACHE_ACTIONS = ["stats", "prune", "clear", "invalidated", "why", "keygen", "pull", "push"] as const;
export type CacheAction = (typeof CACHE_ACTIONS)[number];

export interface CacheFlags extends InspectFlags {
  readonly name?: string;
  readonly print?: true;
  readonly branches?: true;
}

/** The subject is only for `why`. */
export type RunCache = (action: CacheAction, flags: CacheFlags, subject?: string) => Promise<number>;

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
    .description(
      "show and clean what is stored: stats, prune, clear, invalidated; and what is shared: pull, push, why",
    )
    .helpCommand("help [action]", "show the help of an action")
    .argument("[action]")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((action: string | undefined) => {
      if (action === undefined) return cache.help({ error: true });
      const choices = `Allowed choices are ${CACHE_ACTIONS.join(", ")}.`;
      const code = "commander.invalidArgument";
      return cache.error(`error: '${action}' is not a cache action. ${choices}`, { code });
    });
  for (const action of CACHE_ACTIONS) {
    if (action === "why") {
      inspect("why <file|check>", CACHE_HELP.why, cache).action(async (subject: string, flags: CacheFlags) =>
        done(await run(action, flags, subject)),
      );
      continue;
    }
    const command = inspect(action, CACHE_HELP[action], cache);
    if (action === "keygen")
      command
        .option("--name <name>", "the name shown to others; default: your user name")
        .option("--branches", "trust it for branches only, never for the base branch")
        .option("--print", "make a key for another machine, such as CI, and print it; nothing is kept");
    command.action(async (flags: CacheFlags) => done(await run(action, flags)));
  }
}

const CACHE_HELP: Readonly<Record<CacheAction, string>> = {
  stats: "show how much is stored and where, how often it was used, and with whom it is shared",
  prune: "remove entries that were not used for unused_days, and the oldest ones beyond max_size_mb",
  clear: "remove every verdict, so that the next run verifies everything; history stays",
  invalidated: "list which verdicts were invalidated, when, and why",
  why: "show where its verdict comes from: which machine, when, and which run",
  keygen: "make your signing key, and print the line that others add to trust",
  pull: "fetch what other machines have verified of this tree; a run does that automatically",
  push: "share everything verified here that holds for this tree; a run shares what it verifies",
};
