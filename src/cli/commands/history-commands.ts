import { flaky } from "../../history/flaky.ts";
import { history, showRun } from "../../history/history.ts";
import { metrics, resetMetrics } from "../../history/metrics.ts";
import { renderFlaky } from "../../report/inspect/flaky-text.ts";
import { type HistoryTextOptions, renderHistory } from "../../report/inspect/history-text.ts";
import { renderMetrics } from "../../report/inspect/metrics-text.ts";
import { safe, type SafeText } from "../../report/print/safe-text.ts";
import { renderRun } from "../../report/run/run-text.ts";
import type { Result } from "../../vocabulary/failure.ts";
import { answer } from "../answer.ts";
import { readOptions } from "../options/read-options.ts";
import type { HistoryFlags, HistoryQuestion } from "../programs/history-program.ts";
import type { Terminal } from "../terminal.ts";

/** Answers questions about past runs. Runs no check, and succeeds whatever the answer is. */
export async function historyCommand(
  question: HistoryQuestion,
  words: readonly string[],
  { flags, terminal }: { readonly flags: HistoryFlags; readonly terminal: Terminal },
): Promise<number> {
  const { check: checks = [] } = flags;
  const options = {
    ...readOptions(flags, terminal),
    checks,
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
  };
  if (flags.format === "html" && (question === "history" || question === "metrics"))
    return (await import("../ui/page-command.ts")).pageCommand(question, flags, terminal);
  const show = <T extends object>(
    result: Result<T>,
    render: (value: T, options: HistoryTextOptions) => SafeText,
  ): number =>
    answer(result, (value, paint, program) => render(value, { paint, program, now: Date.now(), checks }), {
      flags: flags.format === "json" ? { ...flags, json: true } : flags,
      terminal,
    });
  switch (question) {
    case "history":
      return show(await history(options), renderHistory);
    case "show":
      return show(await showRun(words[0] ?? "latest", options), renderRun);
    case "metrics":
      return show(await metrics(options), renderMetrics);
    case "reset":
      return show(
        await resetMetrics(options),
        ({ since }) => safe`Metrics now count runs since ${since}; the history still has all of them.\n`,
      );
    case "flaky":
      return show(await flaky(options), renderFlaky);
  }
}
