import type { Command } from "commander";
import { collect } from "../options/option-values.ts";

/** The options of the read-only commands. */
export interface InspectFlags {
  readonly json?: true;
  readonly config?: string;
  readonly profile: readonly string[];
  readonly baseline?: string;
}

export interface StatusFlags extends InspectFlags {
  readonly to?: string;
}

export interface ExplainFlags extends InspectFlags {
  readonly verbose?: true;
}

/** Describes a read-only command, with the options that all of these have. */
export type Inspect = (name: string, description: string, parent?: Command) => Command;

export interface InspectCommands {
  explain(subject: string, flags: ExplainFlags): Promise<number>;
  graph(file: string, flags: InspectFlags): Promise<number>;
  status(flags: StatusFlags): Promise<number>;
}

export interface InspectProgram<Given> {
  readonly inspect: Inspect;
  readonly commands: Given;
  readonly done: (status: number) => void;
}

export function createInspect(program: Command): Inspect {
  return (name, description, parent = program) =>
    parent
      .command(name)
      .description(description)
      .option("--json", "one JSON document on standard output")
      .option("--config <file>", "use this configuration file")
      .option("--profile <name>", "apply this profile to the configuration", collect, []);
}

/** Describes `explain`, `graph` and `status`. */
export function describeInspect({ inspect, commands, done }: InspectProgram<InspectCommands>): void {
  const compare = [
    "--baseline <commit>",
    "compare with this commit, not with the last verified state",
  ] as const;
  inspect("explain <file|check>", "say why it would run, or why it is cached")
    .option(...compare)
    .option("--verbose", "list everything that its verdict depends on")
    .action(async (subject: string, flags: ExplainFlags) => done(await commands.explain(subject, flags)));
  inspect(
    "graph <file>",
    "show what it depends on and what depends on it, with edge types and chains",
  ).action(async (file: string, flags: InspectFlags) => done(await commands.graph(file, flags)));
  inspect("status", "show what has changed and what would run; runs nothing")
    .option(...compare)
    .option("--to <commit>", "with --baseline: show what changed from that commit to this one")
    .action(async (flags: StatusFlags) => done(await commands.status(flags)));
}
