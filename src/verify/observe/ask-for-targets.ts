import { createTargetLists } from "../../store/database/adapters.ts";
import type { Store } from "../../store/store.ts";
import { listTargets } from "../../targets/list-targets.ts";
import type { ListTargets, TargetList } from "../../vocabulary/check/target-list.ts";
import type { Emit } from "../../vocabulary/run/event.ts";

/** The files that the tools of checks listed as theirs. */
export interface Targets {
  readonly ask: ListTargets;
  /** By the names of the checks whose tools were asked. */
  readonly lists: ReadonlyMap<string, TargetList>;
}

/** Asks each tool once: its targets stay the same during a run. */
export function createTargets(options: {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  readonly store: Pick<Store, "extractions">;
  readonly emit: Emit;
}): Targets {
  const asked = new Map<string, TargetList>();
  const lists = new Map<string, TargetList>();
  const kept = createTargetLists(options.store);
  return {
    lists,
    ask: async (question) => {
      const { name, lister, listsWithin } = question.check;
      const list = asked.get(name) ?? (await listTargets(question, { ...options, kept }));
      asked.set(name, list);
      if (lister !== null && !listsWithin) lists.set(name, list);
      return list;
    },
  };
}

/** One sentence for each tool that did not list its files. Of a missing tool, the check itself says that it is missing. */
export function describeGuesses({ lists }: Targets): readonly string[] {
  return [...lists].flatMap(([check, list]) =>
    list.type === "failed" && list.isMissing !== true
      ? [
          `${check}: ${list.tool} did not say which files it takes (${list.why}), so the files of the preset are used. To choose them yourself, add files: to the check.`,
        ]
      : [],
  );
}
