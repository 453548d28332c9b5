import { type Command, Option } from "commander";
import {
  ON_BEHIND,
  ON_PARTIAL,
  ON_STALE,
  type OnBehind,
  type OnPartial,
  type OnStale,
} from "../../vocabulary/flow/flow.ts";
import { collect } from "../options/option-values.ts";

export interface FlowFlags {
  readonly config?: string;
  readonly json?: true;
  readonly yes?: true;
  readonly onStale?: OnStale;
  readonly onPartial?: OnPartial;
  readonly onBehind?: OnBehind;
  readonly startPhase?: string;
  /** `false` by `--no-recover`. */
  readonly recover?: boolean;
  readonly supervised?: true;
  readonly option?: readonly string[];
  /** Short for the option of this name. */
  readonly debate?: true;
  readonly workflow?: string;
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
export type FlowVerb = (typeof FLOW_VERBS)[number] | "workflow";
export type RunFlow = (verb: FlowVerb, words: readonly string[], flags: FlowFlags) => Promise<number>;

/** Describes `verification flow` and its verbs. */
export function describeFlow(program: Command, run: RunFlow, done: (status: number) => void): void {
  const flow = program
    .command("flow")
    .description("take work through phases, and resume where you stopped")
    .helpCommand("help [verb]", "show the help of a verb")
    .addHelpText("after", HELP);
  const verb = (name: FlowVerb, argument: string, description: string): Command => {
    const command = flow
      .command(`${name}${argument === "" ? "" : ` ${argument}`}`)
      .description(description)
      .option("--config <file>", "use this configuration file");
    command.action(async (...given: unknown[]) => {
      const words = given.slice(0, argument === "" ? 0 : 1).flat() as string[];
      done(await run(name, words, command.opts<FlowFlags>()));
    });
    return command;
  };
  const recovering = (command: Command): Command =>
    command
      .option("--recover", "fix what fails in a gate, then verify again; edits files")
      .option("--no-recover", "fix nothing, and do not ask");
  const moving = (name: FlowVerb, description: string): Command =>
    moved(verb(name, "<item...>", description));
  const moved = (command: Command): Command =>
    recovering(command)
      .option("--supervised", "pause between phases")
      .option("--option <name[=value]>", "set an option of the workflow; can be repeated", collect, [])
      .option("--debate", "short for --option debate");
  const built = (command: Command): Command =>
    command
      .option("--yes", "confirm without asking")
      .addOption(
        new Option(
          "--on-stale <choice>",
          "what to do if the repository has changed since the analysis",
        ).choices(ON_STALE),
      )
      .addOption(
        new Option("--on-partial <choice>", "what to do if the analysis is not complete").choices(ON_PARTIAL),
      )
      .addOption(
        new Option(
          "--on-behind <choice>",
          "what to do if the item's branch is behind the checked-out branch",
        ).choices(ON_BEHIND),
      )
      .option("--start-phase <key>", "start with this phase, if the workflow allows it");
  const building = (name: FlowVerb, description: string): Command => built(moving(name, description));
  const json = ["--json", "one JSON document on standard output"] as const;

  verb(
    "add",
    "<description...>",
    "add an item: a directory with its record, and a line in the backlog",
  ).option(...json);
  moving("analyze", "run the analysis phases, from the first one that is not done");
  building("build", "build an item, or resume a build that was stopped").option(
    "--workflow <name>",
    "use this workflow instead of feature",
  );
  building("feature", "the same as build");
  building("fix", "the same as build, with the workflow `fix`");
  verb("list", "", "show all items: status, phase, staleness").option(...json);
  verb("show", "<item...>", "show the status of one item; writes nothing").option(...json);
  recovering(
    verb("done", "<phase>", "check the gate of the phase that was handed over to you, and continue"),
  );
  verb("abort", "", "end the active workflow; its results stay");
  // Any other word is the name of a workflow.
  built(moved(flow))
    .usage("<verb|workflow> <item...> [options]")
    .argument("[workflow]", "the name of a workflow, used as a verb")
    .argument("[item...]")
    .option("--config <file>", "use this configuration file")
    .action(async (workflow: string | undefined, words: readonly string[]) => {
      if (workflow === undefined) return flow.help({ error: true });
      if (words.length === 0) return flow.error("error: missing required argument 'item'");
      const flags = { ...flow.opts<FlowFlags>(), workflow };
      done(await run("workflow", words, flags));
    });
}

const HELP = `
Name an item by its slug, the end of its slug, its number in the backlog, a reference (#23, PROJ-7), or words of
its description.

Exit status: 0 done, or waiting for you; 1 a phase or its gate failed; 2 wrong usage, or not confirmed;
130 interrupted.

Examples:
  $ verification flow add Export orders as CSV
  $ verification flow analyze export-orders-as-csv
  $ verification flow build 1 --yes`;
