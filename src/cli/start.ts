import { renderAgent } from "../report/agent/agent.ts";
import type { RenderReport } from "../report/formats.ts";
import { renderJson } from "../report/machine/json.ts";
import { renderText } from "../report/run/text.ts";
import type { AskedGit } from "../shortcut/answer-from-last-run.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { endInterrupted } from "./end-interrupted.ts";
import { EXIT } from "./exit-status.ts";
import { onUnheardSignals } from "./on-signals.ts";
import { asksForHook, asksForRun } from "./options/command-names.ts";
import { readRefusalFlags } from "./options/read-refusal-flags.ts";
import { refuse } from "./refuse.ts";
import { reportCrash } from "./report-crash.ts";
import { answerCommand } from "./shortcut/answer-command.ts";
import { answerHook } from "./shortcut/answer-hook.ts";
import { loadCommandLine } from "./shortcut/load-command-line.ts";
import { createTerminal } from "./terminal.ts";

/** The most common reports are built in; the others are loaded. */
const render: RenderReport = async (format, result, options) => {
  if (format === "text") return renderText(result, options);
  if (format === "json") return renderJson(result, options);
  if (format === "agent") return renderAgent(result, options);
  const { renderReport } = await loadCommandLine(process.cwd());
  return renderReport(format, result, options);
};

/**
 * Where the command starts. Answers from the last run if possible, and loads the rest only otherwise. Built as
 * one CommonJS file, because Node starts that fastest.
 */
export async function start(argv: readonly string[]): Promise<void> {
  const isSomewhere = leaveGoneDirectory();
  const terminal = createTerminal();
  // An agent says which directory it works in.
  if (!isSomewhere && !asksForHook(argv)) {
    process.exitCode = refuse([NOWHERE], readRefusalFlags(argv), terminal);
    return;
  }
  onUnheardSignals(() => endInterrupted(readRefusalFlags(argv), terminal));
  // If the shortcut fails, the normal way runs and reports what is wrong.
  let asked: AskedGit | undefined;
  const isRun = asksForRun(argv);
  const edges = {
    render,
    isRun,
    onAsked: (git: AskedGit) => void (asked = git),
    canTrace: async () => (await loadCommandLine(terminal.cwd)).canTrace(terminal.env),
  };
  const answer = argv[0] === "agent" ? answerHook : answerCommand;
  const answered = await answer(argv, terminal, edges).catch(() => null);
  if (answered !== null) {
    process.exitCode = answered;
    return;
  }
  try {
    const { main, keepCompiled } = await loadCommandLine(terminal.cwd);
    const status = await main(argv, terminal, asked);
    process.exitCode = status;
    if (isRun && (status === EXIT.ok || status === EXIT.failed)) keepCompiled();
  } catch (error) {
    process.exitCode = reportCrash(error, terminal);
  }
}

const NOWHERE: Failure = {
  kind: "usage",
  message: "The current directory no longer exists.",
  hint: "Change to another directory and try again.",
};

/** Nothing works in a deleted directory, not even asking for its name. False if the caller has left it. */
function leaveGoneDirectory(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    process.chdir("/");
    return false;
  }
}
