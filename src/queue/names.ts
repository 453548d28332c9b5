import { hash } from "node:crypto";
import { ENGINE } from "../vocabulary/engine.ts";

/** What all keys in the Redis begin with, so that others can use it too. */
export const PREFIX = "verification";

/** In seconds: how long a sign of life counts. All times are those of the Redis: no two clocks are compared. */
export const ALIVE = { worker: 10, run: 8, answer: 600, tree: 8 } as const;

/** The names of everything about one repository. Whoever has another version of this program has other names. */
export interface Names {
  /** The queue for commands that need this label; "" for all others. */
  readonly lane: (label: string) => string;
  /** A set of all workers that were there. */
  readonly workers: string;
  readonly worker: (id: string) => string;
  /** There as long as a run goes on. */
  readonly run: (id: string) => string;
  /** The channel on which a run hears from its workers. */
  readonly news: (run: string) => string;
  /** The channel on which workers hear what is not wanted any more. */
  readonly cancelled: string;
  readonly answer: (job: string) => string;
  /** There from when a command is over until its answer is. */
  readonly ending: (job: string) => string;
  /** A set of the trees that runs have put onto the remote, */
  readonly trees: string;
  /** and one of who needs a tree, as long as he does. */
  readonly treeOf: (tree: string, run: string) => string;
}

export function createNames(repository: string): Names {
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
