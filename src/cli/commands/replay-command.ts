import { replay } from "../../replay/replay.ts";
import { renderReplay, renderReplayEvent } from "../../report/features/replay-text.ts";
import type { Replay } from "../../vocabulary/run/replay.ts";
import { answer } from "../answer.ts";
import { EXIT } from "../exit-status.ts";
import { onSignals } from "../on-signals.ts";
import { readOptions } from "../options/read-options.ts";
import type { ReplayFlags } from "../programs/replay-program.ts";
import type { Terminal } from "../terminal.ts";

/** Replays the commits of a range, shows each as it is done, and reports. */
export async function replayCommand(range: string, flags: ReplayFlags, terminal: Terminal): Promise<number> {
  const interrupt = new AbortController();
  const ignoreSignals = onSignals(() => interrupt.abort(), terminal.gone);
  let commits = 0;
  const replayed = await replay(range, {
    ...readOptions(flags, terminal),
    checks: flags.check,
    tags: flags.tag,
    categories: flags.category,
    signal: interrupt.signal,
    mode: flags.incremental === true ? "incremental" : "auto",
    ...(flags.every === undefined ? {} : { every: flags.every }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.prepare === undefined ? {} : { prepare: flags.prepare }),
    onEvent: (event) => {
      if (event.type === "replay-started") commits = event.commits;
      if (flags.quiet !== true) terminal.err.write(renderReplayEvent(event, commits, terminal.paintErr));
    },
  }).finally(ignoreSignals);
  return answer(replayed, renderReplay, { flags, terminal, statusOf });
}

function statusOf({ interrupted, totals }: Replay): number {
  if (interrupted) return EXIT.interrupted;
  if (totals.stale > 0) return EXIT.failed;
  return totals.compared > 0 ? EXIT.ok : EXIT.usage;
}
