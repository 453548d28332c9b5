import type { AssessOptions } from "../assess.ts";
import { clearCache, pruneCache, withCache } from "../cache.ts";
import { explain, graphOf, status } from "../explain.ts";
import { renderCacheStats, renderInvalidations, renderPruned } from "../report/cache-text.ts";
import { renderExplanation, renderGraph, renderStatus } from "../report/explain-text.ts";
import type { Paint } from "../report/paint.ts";
import type { Result } from "../vocabulary/failure.ts";
import { EXIT } from "./exit-status.ts";
import type { CACHE_ACTIONS, InspectFlags } from "./program.ts";
import { refuse } from "./refuse.ts";
import { tellWarnings } from "./tell-warnings.ts";
import type { Terminal } from "./terminal.ts";

/** Commands that look and answer, and run no check. Each answers as text, or with --json as one document. */
export const inspectCommands = {
  explain: async (subject: string, flags: InspectFlags, terminal: Terminal): Promise<number> =>
    answer(await explain(subject, readOptions(flags, terminal)), renderExplanation, { flags, terminal }),

  graph: async (file: string, flags: InspectFlags, terminal: Terminal): Promise<number> =>
    answer(await graphOf(file, readOptions(flags, terminal)), renderGraph, { flags, terminal }),

  status: async (flags: InspectFlags, terminal: Terminal): Promise<number> =>
    answer(await status(readOptions(flags, terminal)), renderStatus, { flags, terminal }),

  cache: async (action: CacheAction, flags: InspectFlags, terminal: Terminal): Promise<number> => {
    const context = { flags, terminal };
    const options = readOptions(flags, terminal);
    switch (action) {
      case "stats":
        return answer(await withCache(options, (store) => store.stats()), renderCacheStats, context);
      case "prune":
        return answer(await pruneCache(options), renderPruned, context);
      case "clear":
        return answer(
          await clearCache(options),
          ({ removed }) =>
            `Removed ${removed === 1 ? "1 verdict" : `${removed} verdicts`}; the next run verifies everything.\n`,
          context,
        );
      case "invalidated":
        return answer(
          await withCache(options, (store) => ({ invalidated: store.invalidations.list(1000) })),
          ({ invalidated }) => renderInvalidations(invalidated),
          context,
        );
    }
  },
};

type CacheAction = (typeof CACHE_ACTIONS)[number];

function readOptions(flags: InspectFlags, terminal: Terminal): AssessOptions {
  return {
    cwd: terminal.cwd,
    env: terminal.env,
    onEvent: tellWarnings(terminal),
    profiles: flags.profile,
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    ...(flags.baseline === undefined ? {} : { baseline: flags.baseline }),
  };
}

function answer<T extends object>(
  result: Result<T>,
  render: (value: T, paint: Paint) => string,
  { flags, terminal }: { flags: InspectFlags; terminal: Terminal },
): number {
  if (!result.ok) return refuse(result.failures, flags, terminal);
  const asJson = (): string => `${JSON.stringify({ schemaVersion: 1, ...result.value }, null, 2)}\n`;
  terminal.out(flags.json === true ? asJson() : render(result.value, terminal.paintOut));
  return EXIT.ok;
}
