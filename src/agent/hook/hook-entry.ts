import type { AgentName } from "../../vocabulary/flow/agent.ts";
import { cut, insertAt, insertLast, itemsOf, memberOf, removeItem } from "../install/edit-json.ts";
import {
  isMalformed,
  type JsonArray,
  type JsonNode,
  type JsonObject,
  type JsonString,
  type Malformed,
  parseJsonText,
} from "../install/json-text.ts";

/** One hook of ours in a file of an agent's. */
export interface HookEntry {
  readonly agent: AgentName;
  /** The name under `hooks`. */
  readonly event: string;
  readonly command: string;
  /** What stands in the list of that event. */
  readonly value: object;
  /** What a new file has beside `hooks`. */
  readonly base: Readonly<Record<string, unknown>>;
}

/** The text after it; null where the file is to go, or is not there. */
export type Edited = { readonly text: string | null; readonly state: "new" | "same" | "other" } | Malformed;

/** Puts a hook into the text of a settings file, or null for none. What is there already is not put there twice. */
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

/** Whether the hook is there: as it would be put there now, with another command, or not at all. */
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
 * Takes a hook out. The text is what it was before `putEntry`, byte for byte: whatever `putEntry` would turn into exactly
 * this text. Where somebody has changed it since, only the hook goes, and the lists that it leaves empty.
 */
export function takeEntry(text: string, entry: HookEntry): Edited {
  const found = findEntry(text, entry);
  if (isMalformed(found)) return found;
  const { ours } = found;
  if (ours === null) return { text, state: "same" };
  const own = { ...entry, command: ours.command.value, value: withCommand(entry, ours.command.value) };
  const before = earlierTexts(text, found, ours).find((earlier) => {
    const again = putEntry(earlier, own);
    return "text" in again && again.text === text;
  });
  if (before !== undefined) return { text: before, state: "new" };
  return { text: removeEmpty(removeItem(text, ours.list, ours.index), entry), state: "new" };
}

interface Ours {
  /** The list that it is taken out of: that of the event, or of a group that has others in it. */
  readonly list: JsonArray;
  readonly index: number;
  readonly command: JsonString;
}

interface Found {
  readonly root: JsonObject;
  readonly hooks: JsonObject | undefined;
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
    // A group of ours alone goes as a whole.
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

/** The same value with the command that stands there. */
function withCommand({ value, command }: HookEntry, other: string): object {
  const text = JSON.stringify(value).replaceAll(JSON.stringify(command), () => JSON.stringify(other));
  return JSON.parse(text) as object;
}

/** What the text may have been before: without the value, without its list, without all hooks, or nothing. */
function earlierTexts(text: string, { root, hooks, list }: Found, ours: Ours): readonly (string | null)[] {
  const last = (node: JsonObject | JsonArray | undefined, key?: number): readonly string[] => {
    if (node === undefined) return [];
    const items = itemsOf(node);
    const index = key ?? items.length - 1;
    const { end } = items[index] ?? { end: node.start + 1 };
    return [cut(text, items[index - 1]?.end ?? node.start + 1, end)];
  };
  return [null, ...last(root), ...last(hooks), ...last(list, list === ours.list ? ours.index : undefined)];
}

/** Takes out what `hooks` has of this event, and `hooks` itself, where nothing is left in them. */
function removeEmpty(text: string, entry: HookEntry): string {
  const found = findEntry(text, entry);
  if (isMalformed(found) || found.hooks === undefined || found.list?.elements.length !== 0) return text;
  const { root, hooks } = found;
  const left = removeItem(
    text,
    hooks,
    hooks.members.findLastIndex(({ key }) => key === entry.event),
  );
  return hooks.members.length > 1
    ? left
    : removeItem(
        text,
        root,
        root.members.findLastIndex(({ key }) => key === "hooks"),
      );
}
