import { isDeepStrictEqual } from "node:util";
import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Follow } from "../../vocabulary/check/check.ts";
import type { KeyPath } from "../document.ts";

/** The fields to change. */
export interface CheckChange {
  /** Globs to add; `known` are those that it already has, wherever they come from. */
  readonly inputs?: { readonly known: readonly string[]; readonly added: readonly string[] };
  readonly follow?: Follow;
}

export interface EditOptions {
  readonly text: string;
  /** JSON has no comments and is rewritten; in YAML, every byte that need not change stays. */
  readonly format: "yaml" | "json";
  /** The configuration is the value of this key. */
  readonly key?: string;
  readonly check: string;
  /** Active profiles: a field is changed where its value comes from. */
  readonly profiles: readonly string[];
  readonly change: CheckChange;
}

export interface EditedConfig {
  readonly text: string;
  /** The line of the first changed field, from 1. */
  readonly line: number;
}

/** Changes fields of a check in the text of a configuration; null if this cannot edit the way it is written. */
export function editCheck(options: EditOptions): EditedConfig | null {
  let { text } = options;
  let line: number | null = null;
  const { inputs, follow } = options.change;
  const fields = [...(inputs === undefined ? [] : ["inputs"]), ...(follow === undefined ? [] : ["follow"])];
  for (const field of fields) {
    const document = parseText(text);
    const path = placeOf(document, options, field);
    if (path === null) return null;
    const value = field === "follow" ? follow : listOf(document, path, inputs ?? { known: [], added: [] });
    const edited = options.format === "json" ? editJson(text, path, value) : editYaml(text, path, value);
    if (edited === null || !isDeepStrictEqual(valueIn(edited), withValue(valueIn(text), path, value)))
      return null;
    text = edited;
    line ??= lineOf(text, path);
  }
  return line === null ? null : { text, line };
}

/** A written value counts as written. */
function listOf(
  document: Parsed,
  path: KeyPath,
  { known, added }: NonNullable<CheckChange["inputs"]>,
): readonly unknown[] {
  const current = document.getIn(path);
  const written = isSeq(current) ? (current.toJS(document) as readonly unknown[]) : known;
  return [...written, ...added.filter((glob) => !written.includes(glob))];
}

/** Where the field is, or should be: in a profile that changes it, else in the check itself. */
function placeOf(document: Parsed, { key, check, profiles }: EditOptions, field: string): KeyPath | null {
  const top = key === undefined ? [] : [key];
  for (const profile of profiles.toReversed()) {
    const path = checkIn(document, [...top, "profiles", profile, "checks"], check);
    if (path !== null && document.hasIn([...path, field])) return [...path, field];
  }
  const path = checkIn(document, [...top, "checks"], check);
  return path === null ? null : [...path, field];
}

function checkIn(document: Parsed, path: KeyPath, check: string): KeyPath | null {
  const checks = document.getIn(path);
  if (isMap(checks)) return checks.has(check) ? [...path, check] : null;
  if (!isSeq(checks)) return null;
  const index = checks.items.findIndex((item) => isMap(item) && item.get("name") === check);
  return index === -1 ? null : [...path, index];
}

type Parsed = ReturnType<typeof parseText>;

function parseText(text: string): ReturnType<typeof parseDocument> {
  return parseDocument(text, { merge: true, prettyErrors: false });
}

function valueIn(text: string): unknown {
  try {
    const document = parseText(text);
    return document.errors.length > 0 ? undefined : (document.toJS({ maxAliasCount: 100 }) as unknown);
  } catch {
    return undefined;
  }
}

function withValue(root: unknown, path: KeyPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) return root.map((each, at) => (at === key ? withValue(each, rest, value) : each));
  const record = root as Readonly<Record<PropertyKey, unknown>>;
  return { ...record, [key]: withValue(record[key], rest, value) };
}

function lineOf(text: string, path: KeyPath): number {
  const node = parseText(text).getIn(path, true) as Node | undefined;
  return text.slice(0, node?.range?.[0] ?? 0).split("\n").length;
}

function editJson(text: string, path: KeyPath, value: unknown): string | null {
  try {
    const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? 2;
    const changed = withValue(JSON.parse(text) as unknown, path, value);
    return JSON.stringify(changed, null, indent) + (/\s*$/.exec(text)?.[0] ?? "");
  } catch {
    return null;
  }
}

/** Inserts the value into the text and changes nothing else. */
function editYaml(text: string, path: KeyPath, value: unknown): string | null {
  const document = parseText(text);
  const map = document.getIn(path.slice(0, -1), true);
  const field = String(path.at(-1));
  if (!isMap(map)) return null;
  const current = map.get(field, true) as Node | undefined;
  if (current === undefined) return addField(text, map, `${field}: ${inline(value)}`);
  if (isSeq(current) && Array.isArray(value)) return addItems(text, current, value as readonly string[]);
  const [start, end] = current.range ?? [];
  if (!isScalar(current) || start === undefined || end === undefined) return null;
  return text.slice(0, start) + inline(value) + text.slice(end);
}

/** A new field goes after the first of these that exists. */
const BEFORE = ["files", "args", "command", "uses", "type", "name"];

function addField(text: string, map: YAMLMap, written: string): string | null {
  const pairs = map.items.filter((item) => isPair(item));
  if (map.flow === true) {
    const end = (pairs.at(-1)?.value as Node | null)?.range?.[1];
    return end === undefined ? null : `${text.slice(0, end)}, ${written}${text.slice(end)}`;
  }
  const first = (pairs[0]?.key as Node | undefined)?.range?.[0];
  const before = BEFORE.map((name) => pairs.find(({ key }) => String(key) === name)).find(
    (pair) => pair !== undefined,
  );
  const end = ((before ?? pairs.at(-1))?.value as Node | null)?.range?.[2];
  return first === undefined || end === undefined
    ? null
    : addLines(text, end, [indentAt(text, first) + written]);
}

/** Existing items stay as written. */
function addItems(text: string, list: YAMLSeq, values: readonly string[]): string | null {
  const known = new Set(list.items.map((item) => (isScalar(item) ? item.value : undefined)));
  const added = values.filter((value) => !known.has(value));
  const last = list.items.at(-1) as Node | undefined;
  const start = list.range?.[0];
  if (start === undefined || added.length === 0) return null;
  if (list.flow !== true) {
    const end = last?.range?.[2];
    const lines = added.map((value) => `${indentAt(text, start)}- ${JSON.stringify(value)}`);
    return end === undefined ? null : addLines(text, end, lines);
  }
  const end = last?.range?.[1] ?? start + 1;
  const items = added.map((value) => JSON.stringify(value)).join(", ");
  return text.slice(0, end) + (last === undefined ? "" : ", ") + items + text.slice(end);
}

/** Adds whole lines after the line that contains `offset`. */
function addLines(text: string, offset: number, lines: readonly string[]): string {
  const isAtStart = offset > 0 && text[offset - 1] === "\n";
  const next = isAtStart ? offset - 1 : text.indexOf("\n", offset);
  const at = next === -1 ? text.length : next + 1;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const added = lines.join(end) + end;
  return text.slice(0, at) + (next === -1 ? end : "") + added + text.slice(at);
}

/** Spaces up to the column of `offset`. */
function indentAt(text: string, offset: number): string {
  return " ".repeat(offset - text.lastIndexOf("\n", offset - 1) - 1);
}

/** JSON is YAML on one line; a plain word needs no quotes. */
function inline(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : String(value);
}
