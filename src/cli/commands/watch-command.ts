import { renderReport } from "../../report/formats.ts";
import { safe, safeJson, type SafeText } from "../../report/print/safe-text.ts";
import { renderFailures } from "../../report/run/failures.ts";
import { createProgress, type Progress } from "../../report/run/progress.ts";
import { renderKeys, renderWatchEvent, renderWhy } from "../../report/run/watch-text.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import type { VerificationEvent } from "../../vocabulary/run/event.ts";
import type { Report } from "../../vocabulary/run/report.ts";
import type { VerificationResult } from "../../vocabulary/run/verification-result.ts";
import type { WatchEvent } from "../../vocabulary/run/watch.ts";
import type { WatchLoop } from "../../watch/watch-loop.ts";
import { watch } from "../../watch/watch.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { chooseReports } from "../options/choose-reports.ts";
import type { VerifyFlags } from "../program.ts";
import { refuse } from "../refuse.ts";
import type { Terminal } from "../terminal.ts";
import { type ReadFlags, readFlags } from "./verify-command.ts";
import { type Key, listenForKeys } from "./watch-keys.ts";
import { exitStatus, writeReports } from "./write-report.ts";

const CLEAR = safe`\u001B[2J\u001B[H`;

/** `--watch`: verifies after every change until it is stopped. */
export async function watchCommand(
  paths: readonly string[],
  flags: VerifyFlags,
  terminal: Terminal,
): Promise<number> {
  const options = readFlags(paths, flags, terminal);
  if (!options.ok) return refuse(options.failures, flags, terminal);
  const message =
    flags.dryRun === true
      ? "--watch and --dry-run do not go together: a dry run runs nothing."
      : flags.recover === true
        ? "--watch and --recover do not go together: recovery does not edit files while you may be editing them."
        : null;
  if (message !== null) return refuse([{ kind: "usage", message, expected: "one of them" }], flags, terminal);
  const screen = createScreen(options.value, flags, terminal);
  let isInterrupted = false;
  // Writing a report takes time; events meanwhile are shown after it.
  let shown: Promise<void> = Promise.resolve();
  const inTurn = (show: () => void | Promise<void>): void => {
    shown = shown.then(show);
  };
  let running: WatchLoop | null = null;
  const onKey = (key: Key): void => {
    if (key === "all" || key === "failed") return running?.ask(key);
    if (key === "explain") return screen.explain();
    isInterrupted ||= key === "interrupt";
    // Nothing was started yet, so there is nothing to end.
    if (running === null) process.exit(EXIT.interrupted);
    running.stop();
  };
  const onGone = (): void => onKey("quit");
  const ignoreSignals = onSignals(() => onKey("interrupt"));
  terminal.gone.addEventListener("abort", onGone);
  running = await watch({
    ...options.value.verify,
    ownFiles: (options.value.reports ?? []).flatMap(({ path }) => path ?? []),
    isPolling: terminal.env["VERIFICATION_WATCH"] === "poll",
    onEvent: (event) => inTurn(() => screen.onRunEvent(event)),
    onWatchEvent: (event) =>
      inTurn(async () => {
        await screen.onWatchEvent(event);
        // Waiting cannot fix a wrong command line, but it can fix a configuration.
        if (screen.isHopeless()) setImmediate(() => running?.stop());
      }),
  });
  const unlisten = terminal.isInteractive ? listenForKeys(terminal.input, onKey) : () => {};
  try {
    await running.ended;
    await shown;
  } finally {
    unlisten();
    terminal.gone.removeEventListener("abort", onGone);
    ignoreSignals();
  }
  return isInterrupted ? EXIT.interrupted : (screen.status() ?? EXIT.interrupted);
}

interface Screen {
  onRunEvent(event: VerificationEvent): void;
  onWatchEvent(event: WatchEvent): Promise<void>;
  explain(): void;
  /** The status of the last finished run; null before the first one. */
  status(): number | null;
  /** Whether the first run found the command line wrong. */
  isHopeless(): boolean;
}

type RunEnded = Extract<WatchEvent, { type: "run-ended" }>;

/** Shows a watch: in a terminal one run at a time, elsewhere one after another. */
function createScreen(options: ReadFlags, flags: VerifyFlags, terminal: Terminal): Screen {
  let progress: Progress | null = null;
  let declared: readonly Report[] = [];
  let last: VerificationResult | null = null;
  let status: number | null = null;
  let runs = 0;
  let isSuperseded = false;
  let isHopeless = false;

  const say = (text: SafeText): void => {
    if (String(text) !== "" && flags.quiet !== true) terminal.err.write(safe`${text}\n`);
  };
  const showFailures = (failures: readonly Failure[]): number => {
    terminal.err.write(renderFailures(failures, terminal.paintErr, terminal.program));
    if (flags.json === true) terminal.out(safeJson({ schemaVersion: 1, success: false, failures }));
    return EXIT.usage;
  };
  const showResult = async (result: VerificationResult): Promise<number> => {
    last = result;
    const wanted = chooseReports(options.reports, declared, { ...flags, standard: options.standard });
    const written = await writeReports(result, wanted, { flags, terminal, render: renderReport });
    return written.ok ? exitStatus(result) : showFailures(written.failures);
  };
  const endRun = async ({ result, supersededBy }: RunEnded): Promise<void> => {
    progress?.close();
    progress = null;
    isSuperseded = false;
    runs += 1;
    if (!result.ok) {
      status = showFailures(result.failures);
      isHopeless = runs === 1 && result.failures.every(({ kind }) => HOPELESS.has(kind));
    } else if (result.value.stoppedBy === "interrupted" || supersededBy !== null) {
      if (flags.json === true) terminal.out(safeJson(result.value));
    } else status = await showResult(result.value);
  };
  return {
    onRunEvent: (event) => {
      if (event.type === "run-started") declared = event.reports;
      // The one line at the end is enough.
      isSuperseded ||= event.type === "run-stopping" && event.reason.type === "superseded";
      if (isSuperseded) return;
      if (flags.quiet !== true || event.type === "warning") progress?.onEvent(event);
    },
    onWatchEvent: async (event) => {
      if (event.type === "run-starting") {
        if (terminal.isInteractive && flags.json !== true) terminal.out(CLEAR);
        const { err, paintErr, isLive } = terminal;
        progress = createProgress({ stream: err, paint: paintErr, live: isLive });
      }
      if (event.type === "run-ended") await endRun(event);
      if (!isHopeless) say(renderWatchEvent(event, terminal.paintErr));
      if (event.type === "waiting" && terminal.isInteractive) say(renderKeys(terminal.paintErr));
    },
    explain: () => say(last === null ? safe`No run has finished yet.` : renderWhy(last, terminal.paintErr)),
    status: () => status,
    isHopeless: () => isHopeless,
  };
}

const HOPELESS: ReadonlySet<Failure["kind"]> = new Set(["usage", "path-missing"]);
