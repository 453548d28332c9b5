import { posix } from "node:path";
import type { Tree } from "../graph/resolve/tree.ts";
import { nearest } from "../vocabulary/nearest.ts";

/** The file that a path was probably meant to name: one of a like name beside it, or of the same name elsewhere. */
export function nearestPath(path: string, tree: Tree): string | undefined {
  const directory = posix.dirname(path);
  const inside = directory === "." ? "" : `${directory}/`;
  const beside = tree.startingWith(inside).filter((each) => !each.slice(inside.length).includes("/"));
  const names = new Map(
    beside.flatMap((each) => [[stem(each), each] as const, [posix.basename(each), each] as const]),
  );
  const close = nearest(posix.basename(path), names.keys());
  if (close !== undefined) return names.get(close);
  const wanted = `/${posix.basename(path)}`;
  const same = tree.paths.filter((each) => each.endsWith(wanted) || `/${stem(each)}` === wanted);
  return same.length === 1 ? same[0] : undefined;
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.[^.]+$/, "");
}
