import { Option, type Command } from "commander";
import { collectNames, wholeNumber } from "../options/option-values.ts";
import type { Inspect } from "./inspect-program.ts";

/** The options of the commands about the past. */
export interface HistoryFlags {
  readonly json?: true;
  readonly config?: string;
  readonly profile?: readonly string[];
  readonly limit?: number;
  readonly since?: string;
  readonly check?: readonly string[];
  readonly format?: "text" | "json" | "html";
  readonly reportPath?: string;
}

/** The questions about past runs. */
export type HistoryQuestion = "history" | "show" | "metrics" | "reset" | "flaky";
export type RunHistoryCommand = (
  question: HistoryQuestion,
  words: readonly string[],
  flags: HistoryFlags,
) => Promise<number>;

export interface HistoryProgram {
  readonly inspect: Inspect;
  readonly run: RunHistoryCommand;
  readonly done: (status: number) => void;
}

/** Describes `history`, `metrics` and `flaky`. */
export function describeHistory({ inspect, run, done }: HistoryProgram): void {
  const ask = (question: HistoryQuestion, command: Command): Command =>
    command.action(async (...given: unknown[]) => {
      const words = given.filter((each) => typeof each === "string");
      done(await run(question, words, command.opts<HistoryFlags>()));
    });
  const history = ask("history", inspect("history", "list past runs"))
    .option("--limit <n>", "how many at most; default: 20", wholeNumber(1))
    .option(
      "--check <name>",
      "only runs in which this check ran or was cached; can be repeated",
      collectNames,
      [],
    )
    .addOption(asPage())
    .option(...REPORT_PATH)
    .addHelpText("after", HELP);
  ask(
    "show",
    inspect(
      "show [run]",
      "show one run and where its time went, by its id or the beginning of it; default: the latest",
      history,
    ),
  );
  const metrics = ask("metrics", inspect("metrics", "show figures over past runs and for each check"))
    .option("--since <time>", "only runs since then: 30m, 12h, 7d, 2w, or a date such as 2026-11-15")
    .option("--check <name>", "only this check; can be repeated", collectNames, [])
    .addOption(asPage())
    .option(...REPORT_PATH);
  ask("reset", inspect("reset", "start the figures from zero; history stays", metrics));
  ask("flaky", inspect("flaky", "list checks that passed and failed with the same inputs")).option(
    "--check <name>",
    "only this check; can be repeated",
    collectNames,
    [],
  );
}

/** The dashboard's history views in one file, for people without the dashboard. */
function asPage(): Option {
  return new Option("--format <format>", "text, json, or html: a page with charts, in one file").choices([
    "text",
    "json",
    "html",
  ]);
}

const REPORT_PATH = ["--report-path <file>", "write it to this file"] as const;

const HELP = `
Examples:
  $ verification history --check test    the runs with this check, and how long it took in each
  $ verification history show            the latest run, and its critical path`;
