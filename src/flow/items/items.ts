import { dirname, join } from "node:path";
import { statPath } from "../../system/files/file-stat.ts";
import { listDirectory } from "../../system/files/list-directory.ts";
import { readOwn } from "../../system/own/own-file.ts";
import type { Item } from "../../vocabulary/flow/workflow.ts";
import { type BacklogLine, parseBacklog } from "./backlog.ts";
import { loadMeta, textField } from "./meta.ts";
import { slugify } from "./slug.ts";

const BACKLOG_LIMIT = 16 * 1024 * 1024;

export function readBacklog(path: string): string {
  const read = readOwn({ base: dirname(path), path }, BACKLOG_LIMIT);
  return typeof read === "object" && "text" in read ? read.text : "";
}

/**
 * Every item: the directories of items, and the lines of the backlog without one. A link is not an item: it may lead
 * anywhere. Only reads.
 */
export function readItems(itemsDir: string, backlogPath: string): readonly Item[] {
  const lines = parseBacklog(readBacklog(backlogPath));
  const findLine = indexBacklog(lines);
  const names = listDirectory(itemsDir);
  const slugs = typeof names === "string" ? [] : names.filter((name) => isDirectory(join(itemsDir, name)));
  const items = slugs
    .filter((slug) => !slug.startsWith("."))
    .map((slug) => readItem({ slug, itemsDir, line: findLine(slug), exists: true }));
  const taken = new Set(items.map(({ slug }) => slug));
  const described = new Set(items.map(({ slug }) => withoutNumber(slug)));
  for (const line of lines) {
    const slug = line.slug ?? slugify(line.description);
    const isThere = taken.has(slug) || (line.slug === null && described.has(slug));
    if (isThere || !isName(slug) || statPath(join(itemsDir, slug)) !== "absent") continue;
    items.push(readItem({ slug, itemsDir, line, exists: false }));
    taken.add(slug);
    described.add(withoutNumber(slug));
  }
  return items;
}

/** Finds an item's line in the backlog: the first that links to it, or else describes it. */
export function indexBacklog(lines: readonly BacklogLine[]): (slug: string) => BacklogLine | undefined {
  const linked = new Map<string, BacklogLine>();
  const described = new Map<string, BacklogLine>();
  for (const line of lines.toReversed()) {
    if (line.slug === null) described.set(slugify(line.description), line);
    else linked.set(line.slug, line);
  }
  return (slug) => linked.get(slug) ?? earlier(described.get(slug), described.get(withoutNumber(slug)));
}

function earlier(one: BacklogLine | undefined, other: BacklogLine | undefined): BacklogLine | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.index <= other.index ? one : other;
}

/** A directory's name may have a number before the description. */
function withoutNumber(slug: string): string {
  return slug.replace(/^REQ-\d+-/i, "");
}

function readItem(options: {
  readonly slug: string;
  readonly itemsDir: string;
  readonly line: BacklogLine | undefined;
  readonly exists: boolean;
}): Item {
  const { slug, line, exists } = options;
  const dir = join(options.itemsDir, slug);
  const { meta, problem } = exists ? loadMeta(dir) : ({ meta: null, problem: "missing" } as const);
  return {
    slug,
    dir,
    meta,
    metaProblem: problem,
    exists,
    description: (textField(meta, "description") ?? line?.description ?? slug).replaceAll(/\p{Cc}+/gu, " "),
    number: line?.number ?? null,
    marker: line?.marker ?? null,
  };
}

function isDirectory(path: string): boolean {
  const stat = statPath(path);
  return typeof stat !== "string" && stat.kind === "directory";
}

/** Whether a text can be the name of a directory and does not lead out of one. */
function isName(text: string): boolean {
  return text !== "" && !/[/\\\0]/.test(text) && text !== "." && text !== "..";
}
