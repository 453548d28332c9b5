export { canTrace } from "../verify/choose-tracer.ts";
export { renderReport } from "../report/formats.ts";
import type { Command } from "commander";
import { examplesAsTyped } from "../report/as-typed.ts";
import { safeLines } from "../report/print/safe-text.ts";
import { VERSION } from "../vocabulary/engine.ts";
import { asksForHook } from "./options/command-names.ts";
import { EXIT } from "./exit-status.ts";
import { placeOptions } from "./options/place-options.ts";
import { readRefusalFlags } from "./options/read-refusal-flags.ts";
import { refuse } from "./refuse.ts";
import { refuseArguments } from "./options/refuse-arguments.ts";
import type { AskedGit } from "../shortcut/answer-from-last-run.ts";
import type { Terminal } from "./terminal.ts";

/** Runs the command line and returns its exit status. */
export async function main(argv: readonly string[], terminal: Terminal, asked?: AskedGit): Promise<number> {
  const status = await runProgram(argv, terminal, asked);
  return typeof status === "number" ? status : asksForHook(argv) ? EXIT.ok : status.refused;
}

/** The exit status, also for unreadable arguments, which commander has already reported. */
async function runProgram(
  argv: readonly string[],
  terminal: Terminal,
  asked: AskedGit | undefined,
): Promise<number | { readonly refused: number }> {
  const { createProgram } = await import("./program.ts");
  const inspect = async () => (await import("./commands/inspect-commands.ts")).inspectCommands;
  let status: number = EXIT.ok;
  const program = createProgram(
    VERSION,
    {
      verify: async (paths, flags) =>
        flags.watch === true
          ? (await import("./commands/watch-command.ts")).watchCommand(paths, flags, terminal)
          : (await import("./commands/verify-command.ts")).verifyCommand(paths, flags, {
              terminal,
              argv,
              asked,
            }),
      init: async (flags) => (await import("./commands/init-command.ts")).initCommand(flags, terminal),
      explain: async (subject, flags) => (await inspect()).explain(subject, flags, terminal),
      graph: async (file, flags) => (await inspect()).graph(file, flags, terminal),
      status: async (flags) => (await inspect()).status(flags, terminal),
      cache: async (action, flags, subject) => (await inspect()).cache(action, flags, { terminal, subject }),
      baseline: async (_, flags) =>
        (await import("./commands/baseline-command.ts")).baselineCommand(flags, terminal),
      checkpoint: async (name, flags) =>
        (await import("./commands/checkpoint-command.ts")).checkpointCommand(name, flags, terminal),
      receipt: async (flags) =>
        (await import("./commands/receipt-command.ts")).receiptCommand(flags, terminal),
      hooks: async (action, options, flags) =>
        (await import("./agent/hooks-command.ts")).hooksCommand(action, options, { flags, terminal }),
      history: async (question, words, flags) =>
        (await import("./commands/history-commands.ts")).historyCommand(question, words, { flags, terminal }),
      replay: async (range, flags) =>
        (await import("./commands/replay-command.ts")).replayCommand(range, flags, terminal),
      audit: async (paths, flags) =>
        (await import("./commands/audit-command.ts")).auditCommand(paths, flags, terminal),
      agent: async (verb, agent, flags) =>
        verb === "hook"
          ? (await import("./agent/hook-command.ts")).hookCommand(agent, flags, terminal)
          : (await import("./agent/agent-command.ts")).agentCommand(verb, agent, { flags, terminal }),
      ui: async (flags) => (await import("./ui/ui-command.ts")).uiCommand(flags, terminal),
      mcp: async () => (await import("./agent/mcp-command.ts")).mcpCommand(terminal),
      shard: {
        plan: async (paths, flags) =>
          (await import("./commands/shard-command.ts")).shardPlan(paths, flags, terminal),
        run: async (index, flags) =>
          (await import("./commands/shard-command.ts")).shardRun(index, flags, terminal),
        merge: async (directories, flags) =>
          (await import("./commands/shard-command.ts")).shardMerge(directories, flags, terminal),
      },
      worker: {
        work: async (flags) => (await import("./worker/worker-command.ts")).workerCommand(flags, terminal),
        status: async (flags) =>
          (await import("./worker/worker-command.ts")).workerStatusCommand(flags, terminal),
      },
      flow: async (verb, words, flags) =>
        (await import("./commands/flow-command.ts")).flowCommand(verb, words, { flags, terminal }),
    },
    (result) => {
      status = result;
    },
  );
  printSafely(program, terminal);
  const placed = placeOptions(program, argv);
  if (!placed.ok) return { refused: refuse(placed.failures, readRefusalFlags(argv), terminal) };
  try {
    await program.parseAsync(placed.value, { from: "user" });
    return status;
  } catch (error) {
    // Commander has reported the error, or printed the help or the version.
    const { code, exitCode, message } = error as { code?: string; exitCode?: number; message: string };
    if (!code?.startsWith("commander.")) throw error;
    return exitCode === 0 ? EXIT.ok : { refused: refuseArguments({ code, message }, argv, terminal) };
  }
}

/** Commander's messages quote the command line. */
function printSafely(command: Command, terminal: Terminal): void {
  command.configureOutput({
    writeOut: (text) => terminal.out(safeLines(examplesAsTyped(text, terminal.program))),
    writeErr: (text) => terminal.err.write(safeLines(text)),
  });
  for (const each of command.commands) printSafely(each, terminal);
}
