import type { Marker } from "../../vocabulary/flow/workflow.ts";

/** One item's line in the backlog. */
export interface BacklogLine {
  /** Counts from 0. */
  readonly index: number;
  readonly number: string | null;
  readonly marker: Marker;
  /** Without number, marker and the link to the item's directory. */
  readonly description: string;
  /** The last part of the path of its last link. */
  readonly slug: string | null;
}

/** Bullet, number, marker, text: `- 3 [A] Export as CSV -> [export-csv](docs/requirements/export-csv/)`. */
const LINE =
  /^(?<lead>\s*(?:[-*+]|(?<ordinal>\d+)[.)])\s+(?:#?(?<before>\d+(?:\.\d+)*)[.:)]?\s+)?\[)(?<marker>[ ~AaxX])\](?:\s+(?<after>\d+(?:\.\d+)*)[.:)]?(?=\s))?\s+(?<body>[^\n]*)$/;

export function parseBacklog(text: string): readonly BacklogLine[] {
  const lines: BacklogLine[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const found = /^\s*(```+|~~~+)/.exec(line)?.[1]?.slice(0, 3) ?? null;
    if (found !== null && (fence === null || fence === found)) fence = fence === null ? found : null;
    const parts = fence === null ? LINE.exec(line)?.groups : undefined;
    if (parts !== undefined) lines.push(readLine(index, parts));
  }
  return lines;
}

function readLine(index: number, parts: Readonly<Record<string, string | undefined>>): BacklogLine {
  const body = parts["body"] ?? "";
  const { description, target } = splitLink(body);
  const path = target === null ? [] : target.split("/").filter((part) => part !== "" && part !== ".");
  if (/\.\w+$/.test(path.at(-1) ?? "") && path.length > 1) path.pop();
  return {
    index,
    number: parts["before"] ?? parts["after"] ?? parts["ordinal"] ?? null,
    marker: readMarker(parts["marker"] ?? " "),
    description,
    slug: path.at(-1) ?? null,
  };
}

/** Removes the link at the end of a line, with the arrow before it. */
function splitLink(body: string): { description: string; target: string | null } {
  const text = body.trimEnd();
  const start = text.endsWith(")") ? text.lastIndexOf("](") : -1;
  const open = start === -1 ? -1 : text.lastIndexOf("[", start);
  if (open === -1) return { description: text, target: null };
  const target = text.slice(start + 2, -1).replace(/^<|>$/g, "");
  const description = text
    .slice(0, open)
    .trimEnd()
    .replace(/(?:->|→|—|:)$/, "")
    .trimEnd();
  return { description: description === "" ? text.slice(open + 1, start) : description, target };
}

function readMarker(letter: string): Marker {
  if (letter === "X" || letter === "x") return "x";
  return letter === "a" || letter === "A" ? "A" : letter === "~" ? "~" : " ";
}

/** Changes the marker of one line; every other byte stays. */
export function setMarker(text: string, index: number, marker: Marker): string {
  const lines = text.split("\n");
  const line = lines[index];
  if (line === undefined) return text;
  lines[index] = line.replace(
    LINE,
    (whole: string, lead: string) => `${lead}${marker}${whole.slice(lead.length + 1)}`,
  );
  return lines.join("\n");
}

/** Adds a line below the last item that is not done, or at the end; every other byte stays. */
export function appendLine(text: string, line: string): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (text === "") return `# Backlog${newline}${newline}${line}${newline}`;
  const last = parseBacklog(text).findLast(({ marker }) => marker !== "x");
  if (last === undefined) {
    const gap = text.endsWith("\n") ? "" : newline;
    return `${text}${gap}${parseBacklog(text).length > 0 ? "" : newline}${line}${newline}`;
  }
  const lines = text.split("\n");
  let at = last.index + 1;
  while (at < lines.length && /^[ \t]+\S/.test(lines[at] ?? "")) at++;
  const isAtEnd = at === lines.length;
  lines.splice(at, 0, isAtEnd || newline === "\n" ? line : `${line}\r`);
  if (isAtEnd && newline === "\r\n") lines[at - 1] += "\r";
  return lines.join("\n");
}

export function formatLine(options: {
  readonly number: string;
  readonly description: string;
  readonly slug: string;
  readonly path: string;
}): string {
  const { number, description, slug, path } = options;
  return `- ${number} [ ] ${description} -> [${slug}](${path}/)`;
}

/** The next number that no line has. */
export function nextNumber(lines: readonly BacklogLine[]): number {
  return Math.max(0, ...lines.map(({ number }) => Math.trunc(Number.parseFloat(number ?? "0")))) + 1;
}
