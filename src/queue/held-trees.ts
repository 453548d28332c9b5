import { isTree } from "../system/git/tree-ref.ts";
import { ALIVE, type Names } from "./names.ts";
import type { Redis } from "./queue-library.ts";

/** A tree, and the run that needs it. */
interface Held {
  readonly tree: string;
  readonly run: string;
}

/** Says that a run needs a tree on the remote, for as long as it says so again. */
export async function holdTree(redis: Redis, names: Names, { tree, run }: Held): Promise<void> {
  await redis.set(names.treeOf(tree, run), "1", "EX", ALIVE.tree);
  await redis.sadd(names.trees, `${tree} ${run}`);
}

export async function releaseTree(redis: Redis, names: Names, { tree, run }: Held): Promise<void> {
  await redis.del(names.treeOf(tree, run));
}

/** Takes note that nobody needs these trees any more, and says which: those of runs that were killed are among them. */
export async function takeUnheld(redis: Redis, names: Names): Promise<readonly string[]> {
  const members = (await redis.smembers(names.trees)).slice(0, MOST);
  const held = new Set<string>();
  const unheld = new Set<string>();
  for (const member of members) {
    const [tree = "", run = ""] = member.split(" ");
    if ((await redis.exists(names.treeOf(tree, run))) > 0) held.add(tree);
    else {
      unheld.add(tree);
      await redis.srem(names.trees, member);
    }
  }
  return [...unheld].filter((tree) => isTree(tree) && !held.has(tree));
}

/** How many are looked at in one go. */
const MOST = 1000;
