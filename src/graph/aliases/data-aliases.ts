import type { DataNode } from "../data/tree.ts";
import type { AliasRule } from "../extraction.ts";
import { distinct } from "./code-aliases.ts";
import { ALIAS_FIELDS, rulesOf } from "./rules.ts";
import { textOf, UNKNOWN, type Value } from "../evaluate/value.ts";

/** In data, these words mean such a field only inside a tool's section. */
const TOOLS: ReadonlySet<string> = new Set(["jest", "babel", "alias", "plugins", "presets", "env"]);

/** The import rules in a JSON configuration: a file of Jest or Babel, or their section of package.json. */
export function findDataAliases(root: DataNode): readonly AliasRule[] {
  const rules: AliasRule[] = [];
  const visit = (node: DataNode, isTop: boolean): void => {
    if (node.kind === "list") for (const item of node.items) visit(item, false);
    if (node.kind !== "map") return;
    for (const { key, value } of node.entries) {
      if (ALIAS_FIELDS.has(key) && !(isTop && /^(?:modules|lib|root|entries)$/.test(key)))
        rules.push(...rulesOf(key, valueOf(value)));
      if (!isTop || TOOLS.has(key)) visit(value, false);
    }
  };
  visit(root, true);
  return distinct(rules);
}

function valueOf(node: DataNode): Value {
  if (node.kind === "list") return { kind: "list", items: node.items.map(valueOf), isComplete: true };
  if (node.kind === "map")
    return {
      kind: "map",
      entries: node.entries.map(({ key, value }) => [key, valueOf(value)] as const),
      isComplete: true,
    };
  return typeof node.value === "string" ? textOf(node.value) : UNKNOWN;
}
