import type { AgentName } from "../../vocabulary/flow/agent.ts";
import { cut, insertAt, insertLast, itemsOf, memberOf, removeItem } from "../install/edit-json.ts";
import {
  isMalformed,
  type JsonArray,
  type JsonNode,
  type JsonObjectNode,
  type JsonString,
  type Malformed,
  parseJsonText,
} from "../install/json-text.ts";

/** One of our hooks in a settings file of an agent. */
export interface HookEntry {
  readonly agent: AgentName;
  /** The name under `hooks`. */
  readonly event: string;
  readonly command: string;
  /** The entry in the list of that event. */
  readonly value: object;
  /** The other fields of a new file. */
  readonly base: Readonly<Record<string, unknown>>;
}

/** The text after the edit; null if the file should be removed, or does not exist. */
export type Edited = { readonly text: string | null; readonly state: "new" | "same" | "other" } | Malformed;

/** Adds a hook to the text of a settings file; null is a missing file. Never adds it twice. */
export function putEntry(text: string | null, entry: HookEntry): Edited {
  if (text === null || text.trim() === "") {
    const hooks = { [entry.event]: [entry.value] };
    const created = `${JSON.stringify({ ...entry.base, hooks }, null, 2)}\n`;
    return { text: created, state: "new" };
  }
  const found = findEntry(text, entry);
  if (isMalformed(found)) return found;
  const { root, hooks, list, ours } = found;
  if (ours !== null) {
    const { start, end, value } = ours.command;
    if (value === entry.command) return { text, state: "same" };
    return { text: insertAt(cut(text, start, end), start, JSON.stringify(entry.command)), state: "other" };
  }
  if (list !== undefined) return { text: insertLast(text, list, { value: entry.value }), state: "new" };
  if (hooks !== undefined)
    return { text: insertLast(text, hooks, { key: entry.event, value: [entry.value] }), state: "new" };
  const value = { [entry.event]: [entry.value] };
  return { text: insertLast(text, root, { key: "hooks", value }), state: "new" };
}

/** Whether the hook is there: exactly as it would be added now, with another command, or not at all. */
export function lookForEntry(
  text: string | null,
  entry: HookEntry,
): "present" | "other" | "absent" | Malformed {
  if (text === null || text.trim() === "") return "absent";
  const found = findEntry(text, entry);
  if (isMalformed(found)) return found;
  if (found.ours === null) return "absent";
  return found.ours.command.value === entry.command ? "present" : "other";
}

/**
 * Removes a hook. The text becomes what it was before `putEntry`, byte for byte: any text that `putEntry` would turn
 * into exactly this one. If somebody has changed it since, it removes only the hook, and the lists that become empty.
 */
export function takeEntry(text: string, entry: HookEntry): Edited {
  const found = findEntry(text, entry);
  if (isMalformed(found)) return found;
  const { ours } = found;
  if (ours === null) return { text, state: "same" };
  const present = { ...entry, command: ours.command.value, value: withCommand(entry, ours.command.value) };
  const before = earlierTexts(text, found, ours).find((earlier) => {
    const again = putEntry(earlier, present);
    return "text" in again && again.text === text;
  });
  if (before !== undefined) return { text: before, state: "new" };
  return { text: removeEmpty(removeItem(text, ours.list, ours.index), entry), state: "new" };
}

interface Ours {
  /** The list to remove it from: that of the event, or of a group with other entries. */
  readonly list: JsonArray;
  readonly index: number;
  readonly command: JsonString;
}

interface Found {
  readonly root: JsonObjectNode;
  readonly hooks: JsonObjectNode | undefined;
  readonly list: JsonArray | undefined;
  readonly ours: Ours | null;
}

function findEntry(text: string, { agent, event }: HookEntry): Found | Malformed {
  const root = parseJsonText(text);
  if (isMalformed(root)) return root;
  if (root.kind !== "object") return { at: root.start, expected: "an object" };
  const hooks = memberOf(root, "hooks")?.value;
  if (hooks !== undefined && hooks.kind !== "object") return { at: hooks.start, expected: "an object" };
  const list = memberOf(hooks, event)?.value;
  if (list !== undefined && list.kind !== "array") return { at: list.start, expected: "an array" };
  return { root, hooks, list, ours: list === undefined ? null : findOurs(list, agent) };
}

function findOurs(list: JsonArray, agent: AgentName): Ours | null {
  for (const [index, element] of list.elements.entries()) {
    const command = commandOf(element, agent);
    if (command !== null) return { list, index, command };
    const group = memberOf(element, "hooks")?.value;
    const inner = group?.kind === "array" ? findOurs(group, agent) : null;
    // A group that contains only our hook is removed as a whole.
    if (inner !== null) return inner.list.elements.length === 1 ? { ...inner, list, index } : inner;
  }
  return null;
}

function commandOf(node: JsonNode, agent: AgentName): JsonString | null {
  const ours = new RegExp(`verification(?:\\.cmd)?["']? agent hook ${agent}(?:\\s|$)`);
  for (const key of ["command", "bash"]) {
    const value = memberOf(node, key)?.value;
    if (value?.kind === "string" && ours.test(value.value)) return value;
  }
  return null;
}

/** The same value with the command from the file. */
function withCommand({ value, command }: HookEntry, other: string): object {
  const text = JSON.stringify(value).replaceAll(JSON.stringify(command), () => JSON.stringify(other));
  return JSON.parse(text) as object;
}

/** What the text may have been before: without the value, without its list, without all hooks, or nothing. */
function earlierTexts(text: string, { root, hooks, list }: Found, ours: Ours): readonly (string | null)[] {
  const last = (node: JsonObjectNode | JsonArray | undefined, key?: number): readonly string[] => {
    if (node === undefined) return [];
    const items = itemsOf(node);
    const index = key ?? items.length - 1;
    const { end } = items[index] ?? { end: node.start + 1 };
    return [cut(text, items[index - 1]?.end ?? node.start + 1, end)];
  };
  return [null, ...last(root), ...last(hooks), ...last(list, list === ours.list ? ours.index : undefined)];
}

/** Removes the event's list, and `hooks` itself, if they are empty. */
function removeEmpty(text: string, entry: HookEntry): string {
  const found = findEntry(text, entry);
  if (isMalformed(found) || found.hooks === undefined || found.list?.elements.length !== 0) return text;
  const { root, hooks } = found;
  const withoutEvent = removeItem(
    text,
    hooks,
    hooks.members.findLastIndex(({ key }) => key === entry.event),
  );
  return hooks.members.length > 1
    ? withoutEvent
    : removeItem(
        text,
        root,
        root.members.findLastIndex(({ key }) => key === "hooks"),
      );
}
