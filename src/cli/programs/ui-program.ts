import type { Command } from "commander";
import { collect, wholeNumber } from "../options/option-values.ts";

export interface UiFlags {
  readonly port?: number;
  /** `false` by `--no-open`. */
  readonly open: boolean;
  readonly allowRun?: true;
  readonly config?: string;
  readonly profile: readonly string[];
}

export type RunUi = (flags: UiFlags) => Promise<number>;

/** Describes `verification ui`. */
export function describeUi(program: Command, run: RunUi, done: (status: number) => void): void {
  program
    .command("ui")
    .description("open the dashboard in a browser: live runs, findings, why, history, flaky checks, flow")
    .option("--port <n>", "listen on this port; default: a free one", wholeNumber(0))
    .option("--no-open", "print the address and open no browser")
    .option(
      "--allow-run",
      "let the page start and stop runs, recovery and workflows; otherwise it is read-only",
    )
    .option("--config <file>", "use this configuration file")
    .option("--profile <name>", "apply this profile to the configuration", collect, [])
    .addHelpText("after", HELP)
    .action(async (flags: UiFlags) => done(await run(flags)));
}

const HELP = `
It listens on 127.0.0.1 only. The address contains a secret token; do not share it. Ctrl-C ends it.

Examples:
  $ verification ui                      view only
  $ verification ui --allow-run          also start runs from the page
  $ verification ui --no-open --port 8123`;
