import { Argument, type Command, Option } from "commander";
import { HOOK_NAMES, type HookName } from "../../vocabulary/flow/hook.ts";

const HOOK_ACTIONS = ["install", "uninstall", "status"] as const;
export type HookAction = (typeof HOOK_ACTIONS)[number];

export interface HookFlags {
  readonly hook?: HookName;
  readonly dryRun?: true;
  readonly json?: true;
}

export type RunHooks = (action: HookAction, options: readonly string[], flags: HookFlags) => Promise<number>;

/** Describes `verification hooks`. */
export function describeHooks(program: Command, run: RunHooks, done: (status: number) => void): void {
  program
    .command("hooks")
    .description("manage a git hook that verifies before a push or a commit: install, uninstall, status")
    .addArgument(new Argument("<action>").choices(HOOK_ACTIONS))
    .argument("[options...]", "after --: options that the hook passes to verification")
    .addOption(new Option("--hook <name>", "which hook; default: pre-push").choices(HOOK_NAMES))
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", HELP)
    .action(async (action: HookAction, options: readonly string[], flags: HookFlags) =>
      done(await run(action, options, flags)),
    );
}

const HELP = `
Exit status: 0 done; 1 something is left to do by hand (it says what); 2 wrong usage, or no repository.

Examples:
  $ verification hooks install                                       verify before every push
  $ verification hooks install --hook pre-commit -- --tag quick      run the quick checks before every commit`;
