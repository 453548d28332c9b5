import type { JsonArray, JsonMember, JsonNode, JsonObjectNode } from "./json-text.ts";

/** Adds a value at the end of an object or array; every other character stays. */
export function insertLast(
  text: string,
  into: JsonObjectNode | JsonArray,
  { key, value }: { readonly key?: string; readonly value: unknown },
): string {
  const label = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const last = into.kind === "object" ? into.members.at(-1)?.value : into.elements.at(-1);
  const start = into.kind === "object" ? into.members.at(-1)?.start : into.elements.at(-1)?.start;
  // On one line, so that removing it can tell this from a list that was created for it.
  if (last === undefined || start === undefined)
    return insertAt(text, into.start + 1, `${label}${JSON.stringify(value)}`);
  const indent = indentAt(text, start);
  if (indent === null) return insertAt(text, last.end, `, ${label}${JSON.stringify(value)}`);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const pretty = JSON.stringify(value, null, indentUnit(text)).replaceAll("\n", `${end}${indent}`);
  return insertAt(text, last.end, `,${end}${indent}${label}${pretty}`);
}

/** Removes one value of an object or array, with its comma. */
export function removeItem(text: string, from: JsonObjectNode | JsonArray, index: number): string {
  const items = itemsOf(from);
  const { start, end } = items[index] as Range;
  const before = items[index - 1];
  const after = items[index + 1];
  if (before !== undefined) return cut(text, before.end, end);
  return after === undefined ? cut(text, start, end) : cut(text, start, after.start);
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** From the key, or the value in an array, to the end of the value. */
export function itemsOf(node: JsonObjectNode | JsonArray): readonly Range[] {
  return node.kind === "array"
    ? node.elements
    : node.members.map(({ start, value }) => ({ start, end: value.end }));
}

/** The member with this name; if there are several, the one that counts. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

export function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}

export function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

/** The white space before something at the start of its line; null if it is not at the start. */
function indentAt(text: string, at: number): string | null {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*$/.test(line) && text.lastIndexOf("\n", at - 1) !== -1 ? line : null;
}

function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}
