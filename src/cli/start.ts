import type { main } from "./main.ts";
import { recallCommand } from "./recall-command.ts";
import { createTerminal } from "./terminal.ts";

/** Beside this file once it is built. Named by a variable, so that it stays out of this bundle. */
const COMMAND_LINE = "./cli.js";

interface CommandLine {
  readonly main: typeof main;
}

/**
 * Where the command starts. Answers from memory what can be answered from it, and loads the rest only if that
 * is not so. Built as CommonJS in one file: Node starts that soonest.
 */
export async function start(argv: readonly string[]): Promise<void> {
  const terminal = createTerminal();
  // A short cut that fails is not taken; what is wrong shows on the way around it.
  const recalled = await recallCommand(argv, terminal).catch(() => null);
  if (recalled !== null) {
    process.exitCode = recalled;
    return;
  }
  const { main } = (await import(COMMAND_LINE)) as CommandLine;
  process.exitCode = await main(argv, terminal);
}
