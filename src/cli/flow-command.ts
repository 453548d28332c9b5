import { flow, type FlowOptions } from "../flow.ts";
import {
  phaseName,
  renderBoard,
  renderOutcome,
  renderPartial,
  renderShown,
  renderStale,
  renderSummary,
} from "../report/flow-text.ts";
import { createProgress } from "../report/progress.ts";
import { renderOffer } from "../report/recovery-text.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { FlowEvent, FlowOutcome } from "../vocabulary/flow.ts";
import { createAsk } from "./ask.ts";
import { EXIT } from "./exit-status.ts";
import type { FlowFlags, FlowVerb } from "./flow-program.ts";
import { refuse } from "./refuse.ts";
import type { Terminal } from "./terminal.ts";

interface Call {
  readonly words: readonly string[];
  readonly flags: FlowFlags;
  readonly terminal: Terminal;
  readonly options: FlowOptions;
}

/** `verification flow`: one call for each verb, with events turned into text and outcomes into exit statuses. */
export async function flowCommand(
  verb: FlowVerb,
  words: readonly string[],
  { flags, terminal }: { readonly flags: FlowFlags; readonly terminal: Terminal },
): Promise<number> {
  const interrupt = new AbortController();
  let isRunning = false;
  const onSignal = (): void => {
    // Outside a phase there is nothing to end, and what is written is written in single steps.
    if (!isRunning) process.exit(EXIT.interrupted);
    interrupt.abort();
  };
  const ask = createAsk(terminal, () => process.exit(EXIT.interrupted));
  const show = createShow(terminal);
  const options: FlowOptions = {
    cwd: terminal.cwd,
    env: terminal.env,
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.recover === undefined ? {} : { recover: flags.recover }),
    onEvent: (event) => {
      if (event.type === "phase-started" || event.type === "verification") isRunning = true;
      if (event.type === "phase-finished") isRunning = false;
      show.onEvent(event);
    },
    signal: interrupt.signal,
    ...(ask === undefined ? {} : { ask }),
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  try {
    return await run(verb, { words, flags, terminal, options });
  } finally {
    for (const name of signals) process.off(name, onSignal);
  }
}

async function run(verb: FlowVerb, call: Call): Promise<number> {
  const { words, flags, terminal, options } = call;
  const input = words.join(" ");
  const moving = { input, supervised: flags.supervised === true, options: flags.option ?? [] };
  const building = {
    ...moving,
    yes: flags.yes === true,
    onStale: flags.onStale ?? null,
    onPartial: flags.onPartial ?? null,
    startPhase: flags.startPhase ?? null,
  };
  switch (verb) {
    case "add":
      return answer(await flow.add(input, options), call, ({ slug, number, dir }) =>
        [
          `Added ${slug}, number ${number ?? ""}.`,
          `  ${dir}`,
          `  analyse it: verification flow analyze ${slug}`,
          "",
        ].join("\n"),
      );
    case "list":
      return answer(await flow.list(options), call, (board) => renderBoard(board, terminal.paintOut));
    case "show":
      return answer(await flow.show(input, options), call, (item) => renderShown(item, terminal.paintOut));
    case "abort":
      return answer(
        await flow.abort(options),
        call,
        ({ item, branch }) =>
          `The workflow of ${item} is ended. Its record and artifacts stay${branch === null ? "" : `, and so does the branch ${branch}`}.\n`,
      );
    case "analyze":
      return finish(await flow.analyze(moving, options), call);
    case "done":
      return finish(await flow.done(input, options), call);
    case "fix":
      return finish(await flow.build({ ...building, workflow: "fix" }, options), call);
    case "build":
    case "feature":
      return finish(await flow.build({ ...building, workflow: "feature" }, options), call);
  }
}

function answer<T extends object>(
  result: Result<T>,
  { flags, terminal }: Call,
  render: (value: T) => string,
): number {
  if (!result.ok) return refuse(result.failures, flags, terminal);
  const asJson = (): string => `${JSON.stringify({ schemaVersion: 1, ...result.value }, null, 2)}\n`;
  terminal.out(flags.json === true ? asJson() : render(result.value));
  return EXIT.ok;
}

function finish(result: Result<FlowOutcome>, { flags, terminal }: Call): number {
  if (!result.ok) return refuse(result.failures, flags, terminal);
  terminal.out(renderOutcome(result.value, terminal.paintOut));
  if (result.value.type === "failed") return EXIT.failed;
  return result.value.type === "interrupted" ? EXIT.interrupted : EXIT.ok;
}

/** What a person decides by goes to standard output; progress, warnings and the output of commands do not. */
function createShow(terminal: Terminal): { readonly onEvent: (event: FlowEvent) => void } {
  const { err, paintErr, paintOut } = terminal;
  let progress: ReturnType<typeof createProgress> | null = null;
  const closeProgress = (): void => {
    progress?.close();
    progress = null;
  };
  const onEvent = (event: FlowEvent): void => {
    if (event.type === "verification") {
      progress ??= createProgress({ stream: err, paint: paintErr, live: terminal.isLive });
      return progress.onEvent(event.event);
    }
    closeProgress();
    switch (event.type) {
      case "warning":
        return void err.write(`${paintErr("yellow", "warning:")} ${event.message}\n`);
      case "note":
        return void err.write(`${paintErr("dim", event.message)}\n`);
      case "stale":
        return terminal.out(`${renderStale(event, paintOut)}`);
      case "partial":
        return terminal.out(`${renderPartial(event, paintOut)}`);
      case "summary":
        return terminal.out(`${renderSummary(event, paintOut)}`);
      case "phase-started":
        return void err.write(
          `${paintErr("cyan", "▸")} ${phaseName(event.phase)} (${event.number} of ${event.of})\n`,
        );
      case "phase-finished":
        return void err.write(`${paintErr("green", "✓")} ${phaseName(event.phase)}\n`);
      case "recovery-offer":
        return void err.write(renderOffer(event.proposals, { paint: paintErr, canAsk: terminal.canAsk }));
      case "phase-output":
        return void err.write(event.chunk);
    }
  };
  return { onEvent };
}
