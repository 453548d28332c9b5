import { collectNames, wholeNumber } from "../options/option-values.ts";
import type { Inspect, InspectFlags } from "./inspect-program.ts";

export interface AuditFlags extends InspectFlags {
  readonly check: readonly string[];
  readonly fix?: true;
  readonly limit?: number;
  readonly timeout?: number;
  readonly verbose?: true;
}

export type RunAudit = (paths: readonly string[], flags: AuditFlags) => Promise<number>;

export interface AuditProgram {
  readonly inspect: Inspect;
  readonly run: RunAudit;
  readonly done: (status: number) => void;
}

/** Describes `verification audit`. */
export function describeAudit({ inspect, run, done }: AuditProgram): void {
  inspect("audit [paths...]", "compare what checks read with what is predicted without a tracer")
    .option("--check <name>", "only this check; can be repeated", collectNames, [])
    .option("--fix", "write the missing lines into the configuration")
    .option(
      "--limit <n>",
      "how many units per check to trace, of those that no run has watched; default: 20",
      wholeNumber(1),
    )
    .option(
      "--timeout <ms>",
      "time limit of every command, in milliseconds; 0 means no limit",
      wholeNumber(0),
    )
    .option(
      "--verbose",
      "also show what is predicted but never read, and what it lists, looks for, writes, and reads elsewhere",
    )
    .addHelpText("after", AUDIT_HELP)
    .action(async (paths: string[], flags: AuditFlags) => done(await run(paths, flags)));
}

const AUDIT_HELP = `
Uses what watched runs have seen. Under a trace (strace, on Linux) it runs only units that no run has watched, and
units that shared a command, if another one of them leads to what they seem to read.
Stores no verdict. Exit status: 0 every read is predicted, 1 a read is not predicted, 2 a check was never watched and
cannot be traced here, 130 interrupted.`;
