import { Option, type Command } from "commander";
import { ON_PARTIAL, ON_STALE, type OnPartial, type OnStale } from "../vocabulary/flow.ts";
import { collect } from "./option-values.ts";

export interface FlowFlags {
  readonly config?: string;
  readonly json?: true;
  readonly yes?: true;
  readonly onStale?: OnStale;
  readonly onPartial?: OnPartial;
  readonly startPhase?: string;
  /** `false` by `--no-recover`. */
  readonly recover?: boolean;
  readonly supervised?: true;
  readonly option?: readonly string[];
}

export const FLOW_VERBS = [
  "add",
  "analyze",
  "build",
  "feature",
  "fix",
  "list",
  "show",
  "done",
  "abort",
] as const;
export type FlowVerb = (typeof FLOW_VERBS)[number];
export type RunFlow = (verb: FlowVerb, words: readonly string[], flags: FlowFlags) => Promise<number>;

/** Describes `verification flow` and its verbs. */
export function describeFlow(program: Command, run: RunFlow, done: (status: number) => void): void {
  const flow = program
    .command("flow")
    .description("items and their phases: work that resumes")
    .helpCommand("help [verb]", "show the help of a verb")
    .addHelpText("after", HELP);
  const verb = (name: FlowVerb, argument: string, description: string): Command => {
    const command = flow
      .command(`${name}${argument === "" ? "" : ` ${argument}`}`)
      .description(description)
      .option("--config <file>", "the configuration, in place of the one in the repository root");
    command.action(async (...given: unknown[]) => {
      const words = given.slice(0, argument === "" ? 0 : 1).flat() as string[];
      done(await run(name, words, command.opts<FlowFlags>()));
    });
    return command;
  };
  const recovering = (command: Command): Command =>
    command
      .option("--recover", "mend what fails in a gate and verify again; it edits files")
      .option("--no-recover", "mend nothing, and do not ask");
  const moving = (name: FlowVerb, description: string): Command =>
    recovering(verb(name, "<item...>", description))
      .option("--supervised", "pause between phases")
      .option(
        "--option <name[=value]>",
        "set an option of the workflow; can be given several times",
        collect,
        [],
      );
  const building = (name: FlowVerb, description: string): Command =>
    moving(name, description)
      .option("--yes", "answer the confirmation: go on")
      .addOption(new Option("--on-stale <choice>", "where the repository has moved on").choices(ON_STALE))
      .addOption(
        new Option("--on-partial <choice>", "where the analysis is not complete").choices(ON_PARTIAL),
      )
      .option("--start-phase <key>", "begin here, where the workflow's rules allow it");
  const json = ["--json", "one JSON document on standard output"] as const;

  verb(
    "add",
    "<description...>",
    "make an item: a directory with its record, and a line in the backlog",
  ).option(...json);
  moving("analyze", "run the analysis phases from the first that is not done");
  building("build", "build an item from where it stands; goes on with a build that was stopped");
  building("feature", "the same as build");
  building("fix", "as build, with the workflow `fix`");
  verb("list", "", "a board of all items: status, phase, staleness").option(...json);
  verb("show", "<item...>", "where one item stands; writes nothing").option(...json);
  recovering(verb("done", "<phase>", "check the gate of the phase that was handed over, and go on"));
  verb("abort", "", "end the active workflow; what it has done stays");
}

const HELP = `
An item is named by its slug, the end of it, its number in the backlog, a reference (#23, PROJ-7), or words of
its description.

Exit status: 0 done, or waiting for you; 1 a phase or its gate failed; 2 wrong usage or nothing confirmed;
130 interrupted.

Examples:
  $ verification flow add Export orders as CSV
  $ verification flow analyze export-orders-as-csv
  $ verification flow build 1 --yes`;
