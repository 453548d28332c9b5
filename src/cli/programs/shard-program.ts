import { type Command, Option } from "commander";
import { type ChoiceFlags, withChoice } from "../options/choice-options.ts";
import { collect, wholeNumber } from "../options/option-values.ts";

export interface ShardPlanFlags extends ChoiceFlags {
  readonly shards: string;
  readonly target: number;
  readonly output?: string;
  readonly format?: "github" | "gitlab";
  readonly full?: true;
}

export interface ShardRunFlags {
  readonly plan?: string;
  readonly output?: string;
  readonly concurrency?: number;
  readonly format: readonly string[];
  readonly json?: true;
  readonly reportPath?: string;
  readonly verbose?: true;
  readonly quiet?: true;
}

export interface ShardCommands {
  plan(paths: readonly string[], flags: ShardPlanFlags): Promise<number>;
  run(index: number, flags: ShardRunFlags): Promise<number>;
  merge(directories: readonly string[], flags: ShardRunFlags): Promise<number>;
}

/** How long a shard takes with `--shards auto`, in seconds. */
const TARGET = 60;

/** Describes `verification shard`. */
export function describeShard(
  program: Command,
  commands: ShardCommands,
  done: (status: number) => void,
): void {
  const shard = program
    .command("shard")
    .description("split one run over the jobs of a CI matrix: plan, run, merge")
    .helpCommand("help [verb]", "show the help of a verb");
  const plan = shard
    .command("plan")
    .description("decide what must run, and split it by the time it took before; runs nothing")
    .argument("[paths...]", "verify only what is at or below these paths")
    .requiredOption("--shards <n|auto>", "how many parts; auto: as many as --target needs")
    .option("--target <seconds>", "how long a part may take, with --shards auto", wholeNumber(1), TARGET)
    .option("-o, --output <file>", "write the plan to this file; without it, to standard output")
    .addOption(
      new Option("--format <ci>", "print the matrix of a CI system; the plan then needs -o").choices([
        "github",
        "gitlab",
      ]),
    )
    .option("--full", "verify everything, ignoring cached results");
  withChoice(plan).action(async (paths: string[], flags: ShardPlanFlags) =>
    done(await commands.plan(paths, flags)),
  );
  withReports(
    shard
      .command("run")
      .description(
        "run one part and write its verdicts; exits with 0 even if a check failed, which merge reports",
      )
      .argument("<i>", "which part, from 1", wholeNumber(1))
      .requiredOption("--plan <file>", "what `shard plan` wrote")
      .requiredOption("-o, --output <directory>", "write its verdicts to this directory"),
  ).action(async (index: number, flags: ShardRunFlags) => done(await commands.run(index, flags)));
  withReports(
    shard
      .command("merge")
      .description("collect the verdicts of all parts, run what is missing, and report on everything")
      .argument("[directories...]", "what `shard run` wrote")
      .option("--plan <file>", "what `shard plan` wrote; needed if no part has written anything"),
  ).action(async (directories: string[], flags: ShardRunFlags) =>
    done(await commands.merge(directories, flags)),
  );
}

function withReports(command: Command): Command {
  return command
    .option("--concurrency <n>", "commands at once", wholeNumber(1))
    .option("--format <format[=file]>", "write a report, as with the default command", collect, [])
    .option("--json", "short for --format json on standard output")
    .option("--report-path <file>", "write the report to this file")
    .option("--verbose", "show the whole output of every check")
    .option("--quiet", "show only what failed");
}
