import { Argument, type Command, Option } from "commander";
import { AGENT_NAMES, type AgentName } from "../../vocabulary/flow/agent.ts";

const AGENT_VERBS = ["install", "uninstall", "status", "hook"] as const;
export type AgentVerb = (typeof AGENT_VERBS)[number];

export interface AgentFlags {
  readonly user?: true;
  readonly afterEdit?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export type RunAgent = (verb: AgentVerb, agent: AgentName, flags: AgentFlags) => Promise<number>;

/** Describes `verification agent`. */
export function describeAgent(program: Command, run: RunAgent, done: (status: number) => void): void {
  program
    .command("agent")
    .description("have a coding agent verify before it stops: install, uninstall, status")
    .addArgument(
      new Argument("<verb>", "install, uninstall or status; the agent itself calls hook").choices(
        AGENT_VERBS,
      ),
    )
    .addArgument(new Argument("<agent>").choices(AGENT_NAMES))
    .option("--user", "write to your own settings, for every repository that has a configuration")
    .option("--after-edit", "also run the checks tagged quick on a file after each edit")
    .option("--dry-run", "show what would be written, and write nothing")
    .addOption(new Option("--json", "one JSON document on standard output"))
    .addHelpText("after", HELP)
    .action(async (verb: AgentVerb, agent: AgentName, flags: AgentFlags) =>
      done(await run(verb, agent, flags)),
    );
}

const HELP = `
Exit status: 0 done; 2 wrong usage, or settings that cannot be edited (nothing is written).

Examples:
  $ verification agent install claude               verify whenever Claude Code wants to stop
  $ verification agent install gemini --dry-run     show what would be written
  $ verification agent uninstall claude             restore the settings`;
