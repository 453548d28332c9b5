import { cacheStats } from "../../inspect/cache-stats.ts";
import { clearCache, pruneCache } from "../../inspect/cache.ts";
import { explain } from "../../inspect/explain.ts";
import { graphOf } from "../../inspect/graph-of.ts";
import { rangeStatus } from "../../inspect/range-status.ts";
import { status } from "../../inspect/status.ts";
import { plural } from "../../report/format.ts";
import { renderCacheStats, renderInvalidations, renderPruned } from "../../report/inspect/cache-text.ts";
import { renderExplanation } from "../../report/inspect/explain-text.ts";
import { renderGraph } from "../../report/inspect/graph-text.ts";
import { renderRange, renderStatus } from "../../report/inspect/status-text.ts";
import { safe } from "../../report/print/safe-text.ts";
import { withCache } from "../../verify/repository-store.ts";
import { answer } from "../answer.ts";
import { readOptions } from "../options/read-options.ts";
import type { CacheAction, CacheFlags } from "../programs/cache-program.ts";
import type { ExplainFlags, InspectFlags, StatusFlags } from "../programs/inspect-program.ts";
import type { Terminal } from "../terminal.ts";

const shared = async () => (await import("./shared-commands.ts")).sharedCommands;

/** Read-only commands: they run no check, and answer as text or, with --json, as one document. */
export const inspectCommands = {
  explain: async (subject: string, flags: ExplainFlags, terminal: Terminal): Promise<number> =>
    answer(
      await explain(subject, readOptions(flags, terminal)),
      (explanation, paint) => renderExplanation(explanation, paint, { isVerbose: flags.verbose === true }),
      { flags, terminal },
    ),

  graph: async (file: string, flags: InspectFlags, terminal: Terminal): Promise<number> =>
    answer(await graphOf(file, readOptions(flags, terminal)), renderGraph, { flags, terminal }),

  status: async (flags: StatusFlags, terminal: Terminal): Promise<number> =>
    flags.to === undefined
      ? answer(await status(readOptions(flags, terminal)), renderStatus, { flags, terminal })
      : answer(
          await rangeStatus({ from: flags.baseline, to: flags.to }, { cwd: terminal.cwd }),
          renderRange,
          { flags, terminal },
        ),

  cache: async (
    action: CacheAction,
    flags: CacheFlags,
    { terminal, subject = "" }: { readonly terminal: Terminal; readonly subject?: string | undefined },
  ): Promise<number> => {
    const context = { flags, terminal };
    const options = readOptions(flags, terminal);
    switch (action) {
      case "stats":
        return answer(await cacheStats(options), renderCacheStats, context);
      case "prune":
        return answer(await pruneCache(options), renderPruned, context);
      case "clear":
        return answer(
          await clearCache(options),
          ({ removed }) => safe`Removed ${plural(removed, "verdict")}; the next run verifies everything.\n`,
          context,
        );
      case "invalidated":
        return answer(
          await withCache(options, (store) => ({ invalidated: store.invalidations.list(1000) })),
          ({ invalidated }) => renderInvalidations(invalidated),
          context,
        );
      case "why":
        return (await shared()).why(subject, flags, terminal);
      default:
        return (await shared())[action](flags, terminal);
    }
  },
};
