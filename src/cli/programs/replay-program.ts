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

/** Describes `verification replay` on a command that has the options of those that look. */
export function describeReplay(command: Command, run: RunReplay, done: (status: number) => void): void {
  command
    .option("--check <name>", "this check, and what it depends on", collectNames, [])
    .option("--tag <tag>", "checks with this tag", collect, [])
    .option("--category <category>", "checks of this category", collect, [])
    .option("--incremental", "verify incrementally also where a run would verify everything")
    .option("--every <n>", "only every n-th commit, counted from the newest", wholeNumber(1))
    .option("--limit <n>", "at most so many commits, the newest", wholeNumber(1))
    .option(
      "--prepare <command>",
      "install packages with this whenever lockfiles change; otherwise yours are linked",
    )
    .option("--quiet", "show no progress")
    .addHelpText("after", HELP)
    .action(async (range: string, flags: ReplayFlags) => done(await run(range, flags)));
}

const HELP = `
A range is a..b, a number of commits, or one commit. Works in temporary checkouts; yours is only read.
Exit status: 0 all that could be compared agrees, 1 a reused verdict was not what a fresh run gives, 2 wrong usage or
nothing could be compared, 130 interrupted. What is not deterministic is reported, and fails nothing.

Examples:
  $ verification replay 50                       the last 50 commits
  $ verification replay main~200..main --every 4
  $ verification replay HEAD --config checks.yml --prepare "npm ci"`;
