import { flaky } from "../past/flaky.ts";
import { history, showRun } from "../past/history.ts";
import { metrics } from "../past/metrics.ts";
import { renderFlaky } from "../report/flaky-text.ts";
import { renderHistory, type HistoryTextOptions } from "../report/history-text.ts";
import { renderMetrics } from "../report/metrics-text.ts";
import { renderRun } from "../report/run-text.ts";
import type { Result } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import type { HistoryFlags, HistoryQuestion } from "./history-program.ts";
import { refuse } from "./refuse.ts";
import { tellWarnings } from "./tell-warnings.ts";
import type { Terminal } from "./terminal.ts";

/** Answers what is asked about the past. Runs no check; whatever the answer is, asking was no failure. */
export async function historyCommand(
  question: HistoryQuestion,
  words: readonly string[],
  { flags, terminal }: { readonly flags: HistoryFlags; readonly terminal: Terminal },
): Promise<number> {
  const { check: checks = [], profile: profiles = [] } = flags;
  const options = {
    cwd: terminal.cwd,
    env: terminal.env,
    onEvent: tellWarnings(terminal),
    profiles,
    checks,
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
  };
  const text: HistoryTextOptions = { paint: terminal.paintOut, now: Date.now(), checks };
  const answer = <T extends object>(
    result: Result<T>,
    render: (value: T, options: HistoryTextOptions) => string,
  ): number => {
    if (!result.ok) return refuse(result.failures, flags, terminal);
    const asJson = (): string => `${JSON.stringify({ schemaVersion: 1, ...result.value }, null, 2)}\n`;
    terminal.out(flags.json === true ? asJson() : render(result.value, text));
    return EXIT.ok;
  };
  switch (question) {
    case "history":
      return answer(await history(options), renderHistory);
    case "show":
      return answer(await showRun(words[0] ?? "latest", options), renderRun);
    case "metrics":
      return answer(await metrics(options), renderMetrics);
    case "flaky":
      return answer(await flaky(options), renderFlaky);
  }
}
