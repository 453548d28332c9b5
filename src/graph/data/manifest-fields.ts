import { hash } from "node:crypto";
import type { DataNode } from "./tree.ts";

/** Every package.json that says anything has one of these. */
const TELLING: ReadonlySet<string> = new Set(
  "name version private type scripts dependencies devDependencies".split(" "),
);
const MOST_FIELDS = 100;

/**
 * A hash for each top-level field, so that each field counts separately; undefined if the data is not a package.json.
 */
export function manifestFields(root: DataNode): Readonly<Record<string, string>> | undefined {
  if (root.kind !== "map" || root.entries.length > MOST_FIELDS) return undefined;
  if (!root.entries.some(({ key }) => TELLING.has(key))) return undefined;
  return Object.fromEntries(root.entries.map(({ key, value }) => [key, hashOf(key, value)]));
}

/** Dependencies count by name only; what is installed for them is a separate question. */
function hashOf(key: string, value: DataNode): string {
  const told = key.endsWith("ependencies") && value.kind === "map" ? namesIn(value) : valueOf(value);
  return hash("sha256", JSON.stringify(told)).slice(0, 16);
}

function namesIn({ entries }: DataNode & { readonly kind: "map" }): readonly string[] {
  return entries.map(({ key }) => key).sort();
}

/** The order of entries counts, because it decides between conditions. */
function valueOf(node: DataNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(valueOf);
  return { entries: node.entries.map(({ key, value }) => [key, valueOf(value)]) };
}
