import { createCheckGraph } from "../checks/check-graph.ts";
import { isProducer } from "../checks/check-traits.ts";
import { isArgument } from "../paths/encode-path.ts";
import { planCommands } from "../plan/plan-commands.ts";
import { createRunFiles } from "../trace/run-files.ts";
import type { WholeAssessment } from "../verify/assess.ts";
import type { Check } from "../vocabulary/check/check.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { TraceCommand, TracedCommand } from "./trace-command.ts";

/** What checks make for those that depend on them, as seen when they run. */
export interface Makers {
  /** Runs what the check depends on, once, and returns its products. */
  before(check: Check): Promise<{
    readonly isProduct: (path: RepoPath) => boolean;
    /** What failed, in words. */
    readonly failed: readonly string[];
  }>;
  /** All commands of a check have run. */
  note(check: Check, commands: readonly TracedCommand[]): void;
}

export function createMakers({ config, units, tree }: WholeAssessment, trace: TraceCommand): Makers {
  const graph = createCheckGraph(config.checks);
  const files = createRunFiles(config.checks);
  /** The checks that have run, each with its failures. */
  const ran = new Map<string, readonly string[]>();
  const note: Makers["note"] = (check, commands) => {
    ran.set(
      check.name,
      commands.flatMap(({ ending }) => ending ?? []),
    );
    for (const { seen, after } of commands)
      if (seen === null) files.noteUnseen(check);
      else files.note(check, seen, { before: tree, after: { ...tree, snapshot: after } });
  };
  return {
    note,
    before: async (check) => {
      const wanted = new Set(graph.withDependencies(check.dependsOn));
      const failed: string[] = [];
      // In the order in which they need each other.
      for (const name of units.keys()) {
        const maker = graph.find(name);
        if (maker === undefined || !wanted.has(name) || !isProducer(maker) || maker.builtin !== null)
          continue;
        if (!ran.has(name)) {
          const targets = (units.get(name) ?? []).map(({ target }) => target).filter(isArgument);
          const commands: TracedCommand[] = [];
          for (const command of planCommands(maker, targets))
            commands.push(await trace(maker, command, files.productsFor(maker, tree.snapshot)));
          note(maker, commands);
        }
        const [ending] = ran.get(name) ?? [];
        if (ending !== undefined) failed.push(`${name}, which it depends on: ${ending}`);
      }
      return { isProduct: files.productsFor(check, tree.snapshot), failed };
    },
  };
}
