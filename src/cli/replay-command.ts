import { replay } from "../replay/replay.ts";
import { renderReplay, renderReplayEvent } from "../report/replay-text.ts";
import type { Replay } from "../vocabulary/replay.ts";
import { EXIT } from "./exit-status.ts";
import type { ReplayFlags } from "./replay-program.ts";
import { refuse } from "./refuse.ts";
import type { Terminal } from "./terminal.ts";

/** Replays the commits of a range, shows each as it is done, and reports. */
export async function replayCommand(range: string, flags: ReplayFlags, terminal: Terminal): Promise<number> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, onSignal);
  terminal.gone.addEventListener("abort", onSignal);
  let commits = 0;
  const replayed = await replay(range, {
    cwd: terminal.cwd,
    env: terminal.env,
    checks: flags.check,
    tags: flags.tag,
    categories: flags.category,
    profiles: flags.profile,
    signal: interrupt.signal,
    mode: flags.incremental === true ? "incremental" : "auto",
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.every === undefined ? {} : { every: flags.every }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.prepare === undefined ? {} : { prepare: flags.prepare }),
    onEvent: (event) => {
      if (event.type === "replay-started") commits = event.commits;
      if (flags.quiet !== true) terminal.err.write(renderReplayEvent(event, commits, terminal.paintErr));
    },
  }).finally(() => {
    for (const name of signals) process.off(name, onSignal);
    terminal.gone.removeEventListener("abort", onSignal);
  });
  if (!replayed.ok) return refuse(replayed.failures, flags, terminal);
  terminal.out(
    flags.json === true
      ? `${JSON.stringify(replayed.value, null, 2)}\n`
      : renderReplay(replayed.value, terminal.paintOut),
  );
  return statusOf(replayed.value);
}

function statusOf({ interrupted, totals }: Replay): number {
  if (interrupted) return EXIT.interrupted;
  if (totals.stale > 0) return EXIT.failed;
  return totals.compared > 0 ? EXIT.ok : EXIT.usage;
}
