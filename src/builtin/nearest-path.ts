import { posix } from "node:path";
import type { TreeIndex } from "../graph/resolve/tree.ts";
import { nearest } from "../wording/nearest.ts";

/** The file that `from` probably means: one with a similar name beside it, or with the same name elsewhere. */
export function nearestPath(path: string, from: string, tree: TreeIndex): string | undefined {
  const directory = posix.dirname(path);
  const inside = directory === "." ? "" : `${directory}/`;
  const beside = tree
    .startingWith(inside)
    .filter((each) => each !== from && !each.slice(inside.length).includes("/"));
  const stems = new Map(beside.map((each) => [stem(each), each]));
  const close = nearest(stem(path), stems.keys());
  if (close !== undefined) return stems.get(close);
  const same = tree.paths.filter((each) => each !== from && stem(each) === stem(path));
  return same.length === 1 ? same[0] : undefined;
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, "");
}
