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
  inspect("audit [paths...]", "what checks were seen to read, against what is predicted without a tracer")
    .option("--check <name>", "only this check; can be given several times", collectNames, [])
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
    .action(async (paths: string[], flags: AuditFlags) => done(await run(paths, flags)));
}

const AUDIT_HELP = `
Goes by what watched runs have seen; runs only units that none has seen, under a trace (strace, on Linux), and stores
no verdict. Exit status: 0 everything that was read is predicted, 1 something is not, 2 nothing is known of a check and
it cannot be traced here, 130 interrupted.`;
