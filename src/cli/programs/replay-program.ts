import type { Command } from "commander";
import { collect, collectNames, wholeNumber } from "../options/option-values.ts";

/** The options of `verification replay`, as commander gives them. */
export interface ReplayFlags {
  readonly json?: true;
  readonly config?: string;
  readonly profile: readonly string[];
  readonly check: readonly string[];
  readonly tag: readonly string[];
  readonly category: readonly string[];
  readonly incremental?: true;
  readonly every?: number;
  readonly limit?: number;
  readonly prepare?: string;
  readonly quiet?: true;
}

export type RunReplay = (range: string, flags: ReplayFlags) => Promise<number>;

/** Describes `verification replay` on a command that has the options of the read-only commands. */
export function describeReplay(command: Command, run: RunReplay, done: (status: number) => void): void {
  command
    .option("--check <name>", "this check and the checks it depends on", collectNames, [])
    .option("--tag <tag>", "checks with this tag", collect, [])
    .option("--category <category>", "checks of this category", collect, [])
    .option("--incremental", "verify incrementally even where a run would verify everything")
    .option("--every <n>", "only every n-th commit, counted from the newest", wholeNumber(1))
    .option("--limit <n>", "at most this many commits, the newest", wholeNumber(1))
    .option(
      "--prepare <command>",
      "install packages with this command when a lockfile changes; default: link yours",
    )
    .option("--quiet", "show no progress")
    .addHelpText("after", HELP)
    .action(async (range: string, flags: ReplayFlags) => done(await run(range, flags)));
}

const HELP = `
A range is a..b, a number of commits, or one commit. Works in temporary checkouts; yours is only read.
Exit status: 0 all compared commits agree, 1 a reused verdict differs from a fresh run, 2 wrong usage or nothing could
be compared, 130 interrupted. Checks that are not deterministic are reported, and fail nothing.

Examples:
  $ verification replay 50                       the last 50 commits
  $ verification replay main~200..main --every 4
  $ verification replay HEAD --config checks.yml --prepare "npm ci"`;
