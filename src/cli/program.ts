import { Command, Help, Option } from "commander";
import { TRACE_MODES, type TraceMode } from "../vocabulary/check/trace-mode.ts";
import { DEFAULT_TOKENS, FEWEST_TOKENS, FORMATS } from "../vocabulary/run/report.ts";
import { MODES, type RequestedMode } from "../vocabulary/run/verification-result.ts";
import { type ChoiceFlags, withChoice } from "./options/choice-options.ts";
import { collect, share, wholeNumber } from "./options/option-values.ts";
import { describeAgent, type RunAgent } from "./programs/agent-program.ts";
import { describeAudit, type RunAudit } from "./programs/audit-program.ts";
import { describeCache, type RunCache } from "./programs/cache-program.ts";
import { describeFlow, type RunFlow } from "./programs/flow-program.ts";
import { describeHistory, type RunHistoryCommand } from "./programs/history-program.ts";
import { describeHooks, type RunHooks } from "./programs/hooks-program.ts";
import { createInspect, describeInspect, type InspectCommands } from "./programs/inspect-program.ts";
import { describeReplay, type RunReplay } from "./programs/replay-program.ts";
import { describeShard, type ShardCommands } from "./programs/shard-program.ts";
import { describeStatements, type StatementCommands } from "./programs/statement-program.ts";
import { describeUi, type RunUi } from "./programs/ui-program.ts";
import { describeWorker, type WorkerCommands } from "./programs/worker-program.ts";

/** The options of the default command, as commander gives them. */
export interface VerifyFlags extends ChoiceFlags {
  readonly mode?: RequestedMode;
  readonly auto?: true;
  readonly incremental?: true;
  readonly full?: true;
  readonly force?: true;
  readonly skipCache?: true;
  readonly baseline?: string;
  readonly reason?: string;
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
  readonly workers?: string;
  readonly timeout?: number;
  readonly failFast?: true;
  /** `false` by `--no-recover`. */
  readonly recover?: boolean;
  readonly watch?: true;
  readonly verbose?: true;
  readonly quiet?: true;
}

export interface CommandActions extends InspectCommands, StatementCommands {
  verify(paths: readonly string[], flags: VerifyFlags): Promise<number>;
  init(flags: { readonly force?: true }): Promise<number>;
  readonly cache: RunCache;
  readonly hooks: RunHooks;
  readonly history: RunHistoryCommand;
  readonly replay: RunReplay;
  readonly audit: RunAudit;
  readonly shard: ShardCommands;
  readonly worker: WorkerCommands;
  readonly flow: RunFlow;
  readonly agent: RunAgent;
  mcp(): Promise<number>;
  readonly ui: RunUi;
}

/** Describes the command line. The caller provides what each command does; exit statuses go to `done`. */
export function createProgram(
  version: string,
  commands: CommandActions,
  done: (status: number) => void,
): Command {
  const program = new Command("verification")
    .description("Runs only the checks that a change can affect, caches every result, and says why.")
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
    .addOption(new Option("--mode <mode>", "how much to verify; default: auto").choices(MODES))
    .addOption(new Option("--auto", "short for --mode auto, the default"))
    .addOption(new Option("--incremental", "short for --mode incremental"))
    .addOption(new Option("--full", "short for --mode full"))
    .option("--force", "verify everything, ignoring cached results")
    .option("--skip-cache", "neither read nor write the cache")
    .option("--baseline <commit>", "compare with this commit, not with the last verified state")
    .option("--reason <text>", "why you run it; kept in history and reports")
    .optionsGroup("Which checks (each can be repeated):");
  withChoice(program)
    .optionsGroup("How they run:")
    .option(
      "--verify-cache <share>",
      "re-run this share of the cached verdicts and compare, for example 1/32; 0 turns it off",
      share,
    )
    .addOption(
      new Option(
        "--trace <mode>",
        "watch what commands read: auto if possible, on always, full in every detail, off never",
      ).choices(TRACE_MODES),
    )
    .option("--dry-run", "print the plan, run nothing")
    .option("--concurrency <n>", "commands at once", wholeNumber(1))
    .option("--workers <url>", "also run commands on the workers of this queue: redis://host:port")
    .option("--timeout <ms>", "time limit of every check, in milliseconds; 0 means no limit", wholeNumber(0))
    .option("--fail-fast", "stop at the first critical failure")
    .option("--recover", "fix failures, then verify again; edits files, and says what it does")
    .option("--no-recover", "fix nothing, even if the configuration says so")
    .option("--watch", "verify again after every change; a newer change stops the current run")
    .optionsGroup("What is shown:")
    .option(
      "--format <format[=file]>",
      `write a report to standard output or to a file; can be repeated: ${FORMATS.join(", ")}`,
      collect,
      [],
    )
    .option("--json", "short for --format json on standard output")
    .option("--report-path <file>", "write the report to this file")
    .option(
      "--max-tokens <n>",
      `how long --format agent may be, by an estimate; default: ${DEFAULT_TOKENS}`,
      wholeNumber(FEWEST_TOKENS),
    )
    .option("--new-only", "fail only on findings that are new since the baseline")
    .option("--blame", "say who last touched the line of each finding")
    .option("--verbose", "show the whole output of every check")
    .option("--quiet", "show only what failed")
    .addHelpText("after", HELP)
    .action(async (paths: string[], flags: VerifyFlags) => done(await commands.verify(paths, flags)));

  program
    .command("init")
    .description("write .verification.yml from the scripts and files of the repository")
    .option("--force", "replace an existing .verification.yml")
    .action(async (flags: { force?: true }) => done(await commands.init(flags)));

  const inspect = createInspect(program);
  describeInspect({ inspect, commands, done });
  describeCache({ program, inspect, run: commands.cache, done });
  describeStatements({ inspect, commands, done });
  describeHooks(program, commands.hooks, done);
  describeHistory({ inspect, run: commands.history, done });
  describeReplay(
    inspect("replay <range>", "compare incremental and full runs, commit by commit, in separate checkouts"),
    commands.replay,
    done,
  );
  describeAudit({ inspect, run: commands.audit, done });
  describeShard(program, commands.shard, done);
  describeWorker(program, commands.worker, done);
  describeFlow(program, commands.flow, done);
  describeAgent(program, commands.agent, done);
  program
    .command("mcp")
    .description("start an MCP server on standard input and output, for coding agents")
    .action(async () => done(await commands.mcp()));
  describeUi(program, commands.ui, done);
  return program;
}

/** A repeatable option starts empty, which is not worth showing as its default. */
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
