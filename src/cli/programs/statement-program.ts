import { Argument } from "commander";
import type { InspectFlags, InspectProgram } from "./inspect-program.ts";

const BASELINE_ACTIONS = ["write"] as const;
type BaselineAction = (typeof BASELINE_ACTIONS)[number];

export interface ReceiptFlags extends InspectFlags {
  readonly check?: string;
  readonly trust?: true;
  readonly output?: string;
}

export interface StatementCommands {
  baseline(action: BaselineAction, flags: InspectFlags): Promise<number>;
  checkpoint(name: string, flags: InspectFlags): Promise<number>;
  receipt(flags: ReceiptFlags): Promise<number>;
}

/** Describes the commands that state what is verified: `baseline`, `checkpoint` and `receipt`. */
export function describeStatements({ inspect, commands, done }: InspectProgram<StatementCommands>): void {
  inspect("baseline", "write the last verified state to a file, to share it (write)")
    .addArgument(new Argument("<action>").choices(BASELINE_ACTIONS))
    .addHelpText("after", BASELINE_HELP)
    .action(async (action: BaselineAction, flags: InspectFlags) =>
      done(await commands.baseline(action, flags)),
    );
  inspect("checkpoint <name>", "tag this commit as verification-<name>, if it is verified and clean")
    .addHelpText("after", CHECKPOINT_HELP)
    .action(async (name: string, flags: InspectFlags) => done(await commands.checkpoint(name, flags)));
  inspect("receipt", "write down what was verified, or check whether a receipt still holds")
    .option("--check <file>", "check whether this receipt holds for the current tree; - means standard input")
    .option("--trust", "with --check: accept its claims about verdicts that are not known here")
    .option("-o, --output <file>", "write the receipt to this file")
    .addHelpText("after", RECEIPT_HELP)
    .action(async (flags: ReceiptFlags) => done(await commands.receipt(flags)));
}

const BASELINE_HELP = `
Runs nothing. Writes .verification-baseline.json, or the file that baseline: { path } names. Exit status: 0 written,
2 nothing is verified yet, or it cannot be written.`;

const CHECKPOINT_HELP = `
Runs nothing. Exit status: 0 the tag names this commit, 1 something is uncommitted or not verified,
2 wrong usage, no repository or no commit.`;

const RECEIPT_HELP = `
Runs nothing. Exit status: 0 the receipt was printed, or holds; 1 the tree is not verified, or the receipt does not
hold; 2 wrong usage or configuration, or no receipt to check.`;
