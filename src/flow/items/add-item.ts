import { join } from "node:path";
import { statPath } from "../../system/files/file-stat.ts";
import { listDirectory } from "../../system/files/list-directory.ts";
import { ensureOwnDirectory, unmakeDirectories } from "../../system/own/own-directory.ts";
import { removeOwn } from "../../system/own/own-file.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Item, Meta } from "../../vocabulary/flow/workflow.ts";
import { type FlowContext, fromRoot } from "../build/context.ts";
import { withItems } from "../build/locks.ts";
import { appendLine, formatLine, nextNumber, parseBacklog } from "./backlog.ts";
import { readBacklog, readItems } from "./items.ts";
import { META_FILE, writeMeta } from "./meta.ts";
import { isReference } from "./resolve-item.ts";
import { numberedSlug, slugify } from "./slug.ts";
import { writeBacklog } from "./update-item.ts";

export interface AddOptions {
  readonly description: string;
  /** Whether the directory's name starts with the number: `REQ-0007-export`. */
  readonly isNumbered: boolean;
}

/** Creates an item: a directory with its record, and a line in the backlog with a unique number. */
export async function addItem(context: FlowContext, options: AddOptions): Promise<Result<Item>> {
  const description = options.description.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (description === "") {
    const expected = "a few words that say what the item is about";
    return fail({
      kind: "usage",
      message: "The description is empty.",
      value: options.description,
      expected,
    });
  }
  const added = await withItems(context, () => create(context, description, options.isNumbered));
  return added.ok ? added.value : added;
}

function create(context: FlowContext, description: string, isNumbered: boolean): Result<Item> {
  const { root, itemsDir, backlogPath } = context.config;
  const backlog = readBacklog(backlogPath);
  const number = Math.max(nextNumber(parseBacklog(backlog)), nextFolderNumber(itemsDir));
  const slug = freeSlug(itemsDir, isNumbered ? numbered(number, slugify(description)) : slugify(description));
  const dir = join(itemsDir, slug);
  const reference = description.split(/[\s()[\],;:]+/).find(isReference);
  const meta: Meta = {
    slug,
    number: String(number),
    description,
    source: reference === undefined ? "manual" : reference.startsWith("#") ? "github" : "tracker",
    ...(reference === undefined ? {} : { source_id: reference }),
    created_at: context.now().toISOString(),
    analysis_status: "raw",
    phases_completed: [],
    codebase_hash: null,
  };
  const ensured = ensureOwnDirectory({ base: root, path: dir });
  if ("reason" in ensured) return cannotWrite(dir, ensured.reason);
  const recorded = writeMeta(dir, meta, root);
  const path = fromRoot(context, dir);
  const line = formatLine({ number: String(number), description, slug, path });
  const listed = recorded === "written" ? writeBacklog(context.config, appendLine(backlog, line)) : recorded;
  if (listed !== "written") {
    removeOwn({ base: root, path: join(dir, META_FILE) });
    unmakeDirectories(ensured.made);
    return recorded === "written" ? cannotList(backlogPath, listed.reason) : cannotWrite(dir, listed.reason);
  }
  const item = readItems(itemsDir, backlogPath).find((each) => each.slug === slug);
  return item === undefined ? cannotWrite(dir, "it is gone again") : succeed(item);
}

/** `REQ-0007-export`. */
export function numbered(number: number, slug: string): string {
  const prefix = `REQ-${String(number).padStart(4, "0")}-`;
  return `${prefix}${numberedSlug(slug, 1)
    .slice(0, 50 - prefix.length)
    .replace(/-+$/, "")}`;
}

function freeSlug(itemsDir: string, slug: string): string {
  for (let count = 1; ; count++) {
    const candidate = numberedSlug(slug, count);
    if (typeof statPath(join(itemsDir, candidate)) === "string") return candidate;
  }
}

function nextFolderNumber(itemsDir: string): number {
  const names = listDirectory(itemsDir);
  const numbers = (typeof names === "string" ? [] : names).map((name) =>
    Number(/^REQ-(\d{1,9})-/i.exec(name)?.[1] ?? 0),
  );
  return Math.max(0, ...numbers) + 1;
}

function cannotList(backlogPath: string, reason: string): ReturnType<typeof fail> {
  return fail({
    kind: "usage",
    message: `The backlog cannot be written (${reason}), so no item was added.`,
    value: backlogPath,
    expected: "a file that can be written",
  });
}

function cannotWrite(dir: string, reason: string): ReturnType<typeof fail> {
  return fail({
    kind: "usage",
    message: `The item cannot be written (${reason}).`,
    value: dir,
    expected: "a directory that can be written",
  });
}
