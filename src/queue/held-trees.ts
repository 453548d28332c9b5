import { isTree } from "../system/git/tree-ref.ts";
import { ALIVE, type QueueNames } from "./names.ts";
import type { Redis } from "./queue-library.ts";

/** A tree, and the run that needs it. */
interface Held {
  readonly tree: string;
  readonly run: string;
}

/** Says that a run needs a tree on the remote. Expires unless it is repeated. */
export async function holdTree(redis: Redis, names: QueueNames, { tree, run }: Held): Promise<void> {
  await redis.set(names.treeOf(tree, run), "1", "EX", ALIVE.tree);
  await redis.sadd(names.trees, `${tree} ${run}`);
}

export async function releaseTree(redis: Redis, names: QueueNames, { tree, run }: Held): Promise<void> {
  await redis.del(names.treeOf(tree, run));
}

/** Forgets the trees that nobody needs any more, and returns them: those of killed runs are among them. */
export async function takeUnheld(redis: Redis, names: QueueNames): Promise<readonly string[]> {
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

/** How many to check at once. */
const MOST = 1000;
