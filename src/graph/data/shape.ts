import type { DataNode } from "./tree.ts";

/**
 * The keys of a value and the types of their values, without the values themselves: what the type of an imported data
 * file can depend on. The order of keys, and how often a list repeats an item's shape, do not matter.
 */
export function shapeOfData(node: DataNode): string {
  if (node.kind === "scalar") return node.value === null ? "null" : typeof node.value;
  if (node.kind === "list") return `[${[...new Set(node.items.map(shapeOfData))].sort().join("|")}]`;
  const entries = new Map(node.entries.map((entry) => [entry.key, entry.value]));
  const fields = [...entries].map(([key, value]) => `${JSON.stringify(key)}:${shapeOfData(value)}`);
  return `{${fields.sort().join(",")}}`;
}

const MAX_KEYS = 5000;

/** The JSON pointers of everything inside, up to a limit. */
export function listKeys(root: DataNode): { keys: readonly string[]; complete: boolean } {
  const keys: string[] = [];
  const visit = (node: DataNode, pointer: string): void => {
    if (keys.length >= MAX_KEYS || node.kind === "scalar") return;
    const children: readonly (readonly [string, DataNode])[] =
      node.kind === "list"
        ? node.items.map((item, at) => [String(at), item] as const)
        : node.entries.map((entry) => [entry.key, entry.value] as const);
    for (const [key, child] of children) {
      const inner = `${pointer}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`;
      if (keys.length >= MAX_KEYS) return;
      keys.push(inner);
      visit(child, inner);
    }
  };
  visit(root, "");
  return { keys, complete: keys.length < MAX_KEYS };
}
