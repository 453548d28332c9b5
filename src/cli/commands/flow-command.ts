import { flow, type FlowOptions } from "../../flow/flow.ts";
import { asTyped, type Program } from "../../report/as-typed.ts";
import {
  phaseName,
  renderBehind,
  renderBoard,
  renderOutcome,
  renderPartial,
  renderShown,
  renderStale,
  renderSummary,
} from "../../report/features/flow-text.ts";
import { safe, type SafeText } from "../../report/print/safe-text.ts";
import { createEcho } from "../../report/run/echo.ts";
import { createProgress } from "../../report/run/progress.ts";
import { renderOffer } from "../../report/run/recovery-text.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { FlowEvent, FlowOutcome } from "../../vocabulary/flow/flow.ts";
import type { Item } from "../../vocabulary/flow/workflow.ts";
import { formatCommand } from "../../wording/format-command.ts";
import { answer } from "../answer.ts";
import { endInterrupted } from "../end-interrupted.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { createAsk } from "../options/ask.ts";
import type { FlowFlags, FlowVerb } from "../programs/flow-program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";

interface Call {
  readonly words: readonly string[];
  readonly flags: FlowFlags;
  readonly terminal: Terminal;
  readonly options: FlowOptions;
  /** Prints what progress has not printed yet. */
  readonly endShow: () => void;
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
    // Outside a phase nothing is running, and every write is one step.
    if (!isRunning) endInterrupted(flags, terminal);
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
  const ignoreSignals = onSignals(onSignal);
  try {
    return await run(verb, { words, flags, terminal, options, endShow: show.end });
  } finally {
    ignoreSignals();
  }
}

async function run(verb: FlowVerb, call: Call): Promise<number> {
  const { words, flags, options } = call;
  const input = words.join(" ");
  const moving = {
    input,
    supervised: flags.supervised === true,
    options: [...(flags.option ?? []), ...(flags.debate === true ? ["debate"] : [])],
  };
  const building = {
    ...moving,
    yes: flags.yes === true,
    onStale: flags.onStale ?? null,
    onPartial: flags.onPartial ?? null,
    onBehind: flags.onBehind ?? null,
    startPhase: flags.startPhase ?? null,
  };
  switch (verb) {
    case "add":
      return answer(await flow.add(input, options), renderAdded, call);
    case "list":
      return answer(await flow.list(options), renderBoard, call);
    case "show":
      return answer(await flow.show(input, options), renderShown, call);
    case "abort":
      return answer(await flow.abort(options), renderAborted, call);
    case "analyze":
      return finish(await flow.analyze(moving, options), call);
    case "done":
      return finish(await flow.done(input, options), call);
    case "fix":
      return finish(await flow.build({ ...building, workflow: "fix" }, options), call);
    case "build":
    case "feature":
    case "workflow":
      return finish(await flow.build({ ...building, workflow: flags.workflow ?? "feature" }, options), call);
  }
}

function renderAdded({ slug, number, dir }: Item, _: unknown, program: Program): SafeText {
  const next = formatCommand([...program, "flow", "analyze", slug]);
  return safe`Added ${slug}, number ${number ?? ""}.\n  ${dir}\n  analyse it: ${next}\n`;
}

function renderAborted({
  item,
  branch,
}: {
  readonly item: string;
  readonly branch: string | null;
}): SafeText {
  const alsoStays = branch === null ? "" : safe`, and so does the branch ${branch}`;
  return safe`The workflow of ${item} was ended. Its record and artifacts stay${alsoStays}.\n`;
}

function finish(result: Result<FlowOutcome>, { flags, terminal, endShow }: Call): number {
  endShow();
  if (!result.ok) return refuse(result.failures, flags, terminal);
  terminal.out(renderOutcome(result.value, terminal.paintOut, terminal.program));
  if (result.value.type === "failed") return EXIT.failed;
  return result.value.type === "interrupted" ? EXIT.interrupted : EXIT.ok;
}

/** What a person needs to decide goes to standard output; progress, warnings and command output do not. */
function createShow(terminal: Terminal): {
  readonly onEvent: (event: FlowEvent) => void;
  readonly end: () => void;
} {
  const { err, paintErr, paintOut } = terminal;
  let progress: ReturnType<typeof createProgress> | null = null;
  const echo = createEcho((text) => err.write(text));
  const end = (): void => {
    echo.end();
    progress?.close();
    progress = null;
  };
  const onEvent = (event: FlowEvent): void => {
    if (event.type === "verification") {
      echo.end();
      progress ??= createProgress({ stream: err, paint: paintErr, live: terminal.isLive });
      return progress.onEvent(event.event);
    }
    if (event.type === "phase-output") return echo.take(event.chunk);
    end();
    switch (event.type) {
      case "warning":
        return err.write(
          safe`${paintErr("yellow", "warning:")} ${asTyped(event.message, terminal.program)}\n`,
        );
      case "note":
        return err.write(safe`${paintErr("dim", event.message)}\n`);
      case "stale":
        return terminal.out(renderStale(event, paintOut));
      case "behind":
        return terminal.out(renderBehind(event, paintOut));
      case "partial":
        return terminal.out(renderPartial(event, paintOut));
      case "summary":
        return terminal.out(renderSummary(event, paintOut));
      case "phase-started":
        return err.write(
          safe`${paintErr("cyan", "▸")} ${phaseName(event.phase)} (${event.number} of ${event.of})\n`,
        );
      case "phase-finished":
        return err.write(safe`${paintErr("green", "✓")} ${phaseName(event.phase)}\n`);
      case "recovery-offer":
        return err.write(renderOffer(event.proposals, { paint: paintErr, canAsk: terminal.canAsk }));
    }
  };
  return { onEvent, end };
}
