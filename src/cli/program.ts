import { Argument, Command, Help, Option } from "commander";
import { DEFAULT_TOKENS, FEWEST_TOKENS, FORMATS } from "../vocabulary/report.ts";
import { describeHooks, type RunHooks } from "./hooks-program.ts";
import { describeFlow, type RunFlow } from "./flow-program.ts";
import { describeHistory, type RunHistoryCommand } from "./history-program.ts";
import { collect, collectNames, share, wholeNumber } from "./option-values.ts";
import { describeReplay, type RunReplay } from "./replay-program.ts";
import { TRACE_MODES, type TraceMode } from "../vocabulary/trace-mode.ts";
import { MODES, type RequestedMode } from "../vocabulary/verification-result.ts";

const BASELINE_ACTIONS = ["write"] as const;
export const CACHE_ACTIONS = ["stats", "prune", "clear", "invalidated"] as const;

/** The options of the default command, as commander gives them. */
export interface VerifyFlags {
  readonly mode?: RequestedMode;
  readonly auto?: true;
  readonly incremental?: true;
  readonly full?: true;
  readonly force?: true;
  readonly skipCache?: true;
  readonly baseline?: string;
  readonly reason?: string;
  readonly check: readonly string[];
  readonly tag: readonly string[];
  readonly category: readonly string[];
  readonly skill: readonly string[];
  readonly trigger: readonly string[];
  readonly profile: readonly string[];
  readonly config?: string;
  readonly dryRun?: true;
  readonly format: readonly string[];
  readonly json?: true;
  readonly reportPath?: string;
  readonly verifyCache?: number;
  readonly trace?: TraceMode;
  readonly maxTokens?: number;
  readonly newOnly?: true;
  readonly blame?: true;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly failFast?: true;
  /** `false` by `--no-recover`. */
  readonly recover?: boolean;
  readonly watch?: true;
  readonly verbose?: true;
  readonly quiet?: true;
}

export interface Commands {
  verify(paths: readonly string[], flags: VerifyFlags): Promise<number>;
  init(flags: { readonly force?: true }): Promise<number>;
  explain(subject: string, flags: ExplainFlags): Promise<number>;
  graph(file: string, flags: InspectFlags): Promise<number>;
  status(flags: StatusFlags): Promise<number>;
  cache(action: (typeof CACHE_ACTIONS)[number], flags: InspectFlags): Promise<number>;
  baseline(action: (typeof BASELINE_ACTIONS)[number], flags: InspectFlags): Promise<number>;
  checkpoint(name: string, flags: InspectFlags): Promise<number>;
  receipt(flags: ReceiptFlags): Promise<number>;
  readonly hooks: RunHooks;
  readonly history: RunHistoryCommand;
  readonly replay: RunReplay;
  audit(paths: readonly string[], flags: AuditFlags): Promise<number>;
  readonly flow: RunFlow;
}

/** The options of the commands that look and run nothing. */
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

export interface ReceiptFlags extends InspectFlags {
  readonly check?: string;
  readonly trust?: true;
  readonly output?: string;
}

export interface AuditFlags extends InspectFlags {
  readonly check: readonly string[];
  readonly fix?: true;
  readonly limit?: number;
  readonly timeout?: number;
  readonly verbose?: true;
}

/** Describes the command line. What a command does is given; its exit status goes to `done`. */
export function createProgram(version: string, commands: Commands, done: (status: number) => void): Command {
  const program = new Command("verification")
    .description("Verifies a repository: runs the least that makes every verdict true, and can say why.")
    .version(version, "-V, --version")
    .helpOption("-h, --help")
    .helpCommand("help [command]", "show the help of a command")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false, optionDescription: describeOption })
    .exitOverride()
    .enablePositionalOptions();

  program
    .argument("[paths...]", "verify only what is at or below these paths")
    .optionsGroup("What is verified:")
    .addOption(new Option("--mode <mode>", "how much is verified; auto unless given").choices(MODES))
    .addOption(new Option("--auto", "short for --mode auto, the default"))
    .addOption(new Option("--incremental", "short for --mode incremental"))
    .addOption(new Option("--full", "short for --mode full"))
    .option("--force", "verify everything, whatever is stored")
    .option("--skip-cache", "neither read nor write stored verdicts")
    .option("--baseline <commit>", "compare with this commit, not with the last verified state")
    .option("--reason <text>", "why; kept in history and reports")
    .optionsGroup("Which checks (each can be given several times):")
    .option("--check <name>", "the check of this name, and what it depends on; a,b are two", collectNames, [])
    .option("--tag <tag>", "checks with this tag", collect, [])
    .option("--category <category>", "checks of this category", collect, [])
    .option("--skill <name>", "the checks of this skill file", collect, [])
    .option("--trigger <event>", "the checks of skill files with this trigger", collect, [])
    .option("--profile <name>", "put this profile over the configuration", collect, [])
    .option("--config <file>", "the configuration, in place of the one in the repository root")
    .optionsGroup("How they run:")
    .option(
      "--verify-cache <share>",
      "re-run this share of the cached verdicts, and compare: 1/32; 0 turns it off",
      share,
    )
    .addOption(
      new Option(
        "--trace <mode>",
        "watch what commands read: auto where that works, on always, full in every detail, off never",
      ).choices(TRACE_MODES),
    )
    .option("--dry-run", "print the plan, run nothing")
    .option("--concurrency <n>", "commands at once", wholeNumber(1))
    .option("--timeout <ms>", "time limit of every check, in milliseconds; 0 means no limit", wholeNumber(0))
    .option("--fail-fast", "stop at the first critical failure")
    .option("--recover", "mend what fails and verify again; it edits files, and says what it does")
    .option("--no-recover", "mend nothing, whatever the configuration says")
    .option("--watch", "verify again after every change; a newer change ends a run that goes on")
    .optionsGroup("What is shown:")
    .option(
      "--format <format[=file]>",
      `a report, on standard output or in a file; can be given several times: ${FORMATS.join(", ")}`,
      collect,
      [],
    )
    .option("--json", "short for --format json on standard output")
    .option("--report-path <file>", "write the report to this file")
    .option(
      "--max-tokens <n>",
      `how long --format agent may be, by an estimate; ${DEFAULT_TOKENS} unless given`,
      wholeNumber(FEWEST_TOKENS),
    )
    .option("--new-only", "fail only on findings that were not there at the baseline")
    .option("--blame", "say who last touched the line of each finding")
    .option("--verbose", "show the whole output of every check")
    .option("--quiet", "show only what failed")
    .addHelpText("after", HELP)
    .action(async (paths: string[], flags: VerifyFlags) => done(await commands.verify(paths, flags)));

  program
    .command("init")
    .description("write .verification.yml from what the repository has")
    .option("--force", "replace an existing .verification.yml")
    .action(async (flags: { force?: true }) => done(await commands.init(flags)));

  const inspect = (name: string, description: string, parent = program): Command =>
    parent
      .command(name)
      .description(description)
      .option("--json", "one JSON document on standard output")
      .option("--config <file>", "the configuration, in place of the one in the repository root")
      .option("--profile <name>", "put this profile over the configuration", collect, []);
  const compare = [
    "--baseline <commit>",
    "compare with this commit, not with the last verified state",
  ] as const;
  inspect("explain <file|check>", "why it would run, or why its verdict stands")
    .option(...compare)
    .option("--verbose", "list everything that its verdict depends on")
    .action(async (subject: string, flags: ExplainFlags) => done(await commands.explain(subject, flags)));
  inspect("graph <file>", "what it depends on and what depends on it, with edge types and chains").action(
    async (file: string, flags: InspectFlags) => done(await commands.graph(file, flags)),
  );
  inspect("status", "what has changed and what would run; runs nothing")
    .option(...compare)
    .option(
      "--to <commit>",
      "with --baseline: what changed from that commit to this one, whatever is checked out",
    )
    .action(async (flags: StatusFlags) => done(await commands.status(flags)));
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
      done(await commands.cache(action, flags)),
    );
  inspect("baseline", "write the last verified state into the repository, to be shared (write)")
    .addArgument(new Argument("<action>").choices(BASELINE_ACTIONS))
    .addHelpText("after", BASELINE_HELP)
    .action(async (action: (typeof BASELINE_ACTIONS)[number], flags: InspectFlags) =>
      done(await commands.baseline(action, flags)),
    );
  inspect("checkpoint <name>", "tag this commit as verification-<name>, if it is verified and clean")
    .addHelpText("after", CHECKPOINT_HELP)
    .action(async (name: string, flags: InspectFlags) => done(await commands.checkpoint(name, flags)));
  inspect("receipt", "state what was verified, bound to content; or say whether such a statement holds")
    .option("--check <file>", "say whether this receipt holds for the tree as it is; - is standard input")
    .option("--trust", "with --check: take its word for verdicts that are not known here")
    .option("-o, --output <file>", "write the receipt to this file")
    .addHelpText("after", RECEIPT_HELP)
    .action(async (flags: ReceiptFlags) => done(await commands.receipt(flags)));
  describeHooks(program, commands.hooks, done);
  describeHistory({ inspect, run: commands.history, done });
  describeReplay(
    inspect("replay <range>", "incremental against full, commit by commit, in checkouts of its own"),
    commands.replay,
    done,
  );
  inspect("audit [paths...]", "what checks were seen to read, against what is predicted without a tracer")
    .option("--check <name>", "the check of this name; can be given several times", collectNames, [])
    .option("--fix", "write what is missing into the configuration")
    .option(
      "--limit <n>",
      "units of each check that are traced, of those that no run has watched (20)",
      wholeNumber(1),
    )
    .option(
      "--timeout <ms>",
      "time limit of every command, in milliseconds; 0 means no limit",
      wholeNumber(0),
    )
    .option(
      "--verbose",
      "also what is predicted but never read, and what it lists, looks for, writes, and reads elsewhere",
    )
    .addHelpText("after", AUDIT_HELP)
    .action(async (paths: string[], flags: AuditFlags) => done(await commands.audit(paths, flags)));
  describeFlow(program, commands.flow, done);
  return program;
}

/** An option that can be given several times begins with none, which is no news. */
function describeOption(option: Option): string {
  const plain = new Help().optionDescription(option);
  return Array.isArray(option.defaultValue) ? plain.replace(/ ?\(default: \[\]\)/, "") : plain;
}

const HELP = `
Exit status: 0 everything passed, 1 a check failed, 2 wrong usage or configuration or nothing to verify,
3 an internal error, 130 interrupted.

Examples:
  $ verification                      verify this repository
  $ verification --check lint src/    one check, on one directory
  $ verification --watch              verify after every change
  $ verification init                 write down the checks that would be run`;

const CACHE_HELP: Readonly<Record<(typeof CACHE_ACTIONS)[number], string>> = {
  stats: "how much is stored and where, and how often it was of use",
  prune: "remove what was not used for too long (unused_days), and what there is no room for (max_size_mb)",
  clear: "remove every verdict, so that the next run verifies everything; history stays",
  invalidated: "which verdicts are of no use any more, since when, and why",
};

const BASELINE_HELP = `
Runs nothing. Writes .verification-baseline.json, or the file that baseline: { path } names. Exit status: 0 written,
2 nothing is verified yet, or it cannot be written.`;

const CHECKPOINT_HELP = `
Runs nothing. Exit status: 0 the tag names this commit, 1 something is uncommitted or not verified,
2 wrong usage, no repository or no commit.`;

const RECEIPT_HELP = `
Runs nothing. Exit status: 0 the receipt was printed, or holds; 1 the tree is not verified, or the receipt does not
hold; 2 wrong usage or configuration, or no receipt to check.`;

const AUDIT_HELP = `
Goes by what watched runs have seen; runs only units that none has seen, under a trace (strace, on Linux), and stores
no verdict. Exit status: 0 everything that was read is predicted, 1 something is not, 2 nothing is known of a check and
it cannot be traced here, 130 interrupted.`;
