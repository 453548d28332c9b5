import { hash } from "node:crypto";
import { ENGINE } from "../vocabulary/engine.ts";

/** The prefix of all keys in Redis, so that others can use it too. */
export const PREFIX = "verification";

/** How long a sign of life counts, in seconds. All times are on the clock of Redis: no two clocks are compared. */
export const ALIVE = { worker: 10, run: 8, answer: 600, tree: 8 } as const;

/** The names of everything about one repository. Another version of this program uses other names. */
export interface QueueNames {
  /** The queue for commands that need this label; "" for all others. */
  readonly lane: (label: string) => string;
  /** A set of all workers that were seen. */
  readonly workers: string;
  readonly worker: (id: string) => string;
  /** Exists as long as a run is running. */
  readonly run: (id: string) => string;
  /** The channel on which a run hears from its workers. */
  readonly news: (run: string) => string;
  /** The channel on which workers hear what was cancelled. */
  readonly cancelled: string;
  readonly answer: (job: string) => string;
  /** Exists from the end of a command until its answer is there. */
  readonly ending: (job: string) => string;
  /** A set of the trees that runs have pushed to the remote, */
  readonly trees: string;
  /** and a key for each run that needs a tree, as long as it does. */
  readonly treeOf: (tree: string, run: string) => string;
}

export function createNames(repository: string): QueueNames {
  const id = hash("sha256", JSON.stringify([repository, ENGINE]), "hex").slice(0, 12);
  const key = (...parts: readonly string[]): string => [PREFIX, id, ...parts].join(":");
  const platform = `${process.platform}-${process.arch}`;
  return {
    lane: (label) => `${id}-${platform}${label === "" ? "" : `-${label}`}`,
    workers: key("workers"),
    worker: (each) => key("worker", each),
    run: (each) => key("run", each),
    news: (each) => key("news", each),
    cancelled: key("cancelled"),
    answer: (each) => key("answer", each),
    ending: (each) => key("ending", each),
    trees: key("trees"),
    treeOf: (tree, run) => key("tree", tree, run),
  };
}
