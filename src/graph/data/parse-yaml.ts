import { isAlias, isMap, isScalar, isSeq, type Node, parseAllDocuments } from "yaml";
import { type DataNode, MAX_DEPTH } from "./tree.ts";

export interface ParsedYaml {
  /** The document, or a list if there are several. */
  readonly root: DataNode;
  readonly fault?: { readonly message: string; readonly offset: number };
}

/** Reads YAML and records where each value starts. Does not expand aliases, so none can explode. */
export function parseYaml(text: string): ParsedYaml {
  try {
    return parseDocuments(text);
  } catch (error) {
    // The nesting exhausted the stack.
    const message = error instanceof Error ? error.message : String(error);
    return { root: { kind: "scalar", value: null, offset: 0 }, fault: { message, offset: 0 } };
  }
}

function parseDocuments(text: string): ParsedYaml {
  const documents = parseAllDocuments(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
  const list = Array.isArray(documents) ? documents : [];
  const roots = list.map((document) => toData(document.contents as Node | null, 0));
  const [first] = roots;
  const root: DataNode =
    first !== undefined && roots.length === 1 ? first : { kind: "list", items: roots, offset: 0 };
  const error = list.flatMap((document) => document.errors)[0];
  if (error === undefined) return { root };
  return { root, fault: { message: error.message, offset: error.pos[0] } };
}

function toData(node: Node | null, depth: number): DataNode {
  const offset = node?.range?.[0] ?? 0;
  if (depth > MAX_DEPTH) throw new RangeError("Nested too deeply");
  // The alias's name is enough: the aliased value is part of the document's shape where its anchor is.
  if (isAlias(node)) {
    const value: DataNode = { kind: "scalar", value: null, offset };
    return { kind: "map", entries: [{ key: `*${node.source}`, value }], offset };
  }
  if (isMap(node)) {
    const entries = node.items.map((pair) => ({
      key: isScalar(pair.key) ? String(pair.key.value) : "",
      value: toData(pair.value as Node | null, depth + 1),
    }));
    return { kind: "map", entries, offset };
  }
  if (isSeq(node)) {
    return { kind: "list", items: node.items.map((item) => toData(item as Node, depth + 1)), offset };
  }
  const value = isScalar(node) ? node.value : null;
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return { kind: "scalar", value: plain ? value : null, offset };
}
