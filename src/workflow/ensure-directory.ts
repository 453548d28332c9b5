import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fail, succeed, type Result } from "../vocabulary/failure.ts";
import type { Item } from "../vocabulary/workflow.ts";
import { nextNumber, parseBacklog } from "./backlog.ts";
import { newRecord } from "./complete-phase.ts";
import type { FlowContext } from "./context.ts";
import { numbered } from "./add-item.ts";
import { readBacklog, readItems } from "./items.ts";
import { withItems } from "./locks.ts";
import { writeMeta } from "./meta.ts";

/**
 * The directory of an item that has only a line in the backlog: the one that the line links to, or one that
 * begins with its number. An item that has a directory keeps it, and gets no second number.
 */
export async function ensureDirectory(context: FlowContext, item: Item): Promise<Result<Item>> {
  if (item.exists) return succeed(item);
  const { itemsDir, backlogPath } = context.config;
  const made = await withItems(context, () => {
    const lines = parseBacklog(readBacklog(backlogPath));
    const line = lines.find(
      ({ number, description }) => number === item.number && description === item.description,
    );
    const number = /^\d+$/.test(item.number ?? "") ? Number(item.number) : nextNumber(lines);
    const slug = line?.slug === item.slug ? item.slug : numbered(number, item.slug);
    const dir = join(itemsDir, slug);
    try {
      mkdirSync(dir, { recursive: true });
    } catch (error) {
      return (error as Error).message;
    }
    const record = { ...newRecord(context, { ...item, slug }), number: String(number) };
    const written = writeMeta(dir, {
      ...record,
      analysis_status: "raw",
      phases_completed: [],
      codebase_hash: null,
    });
    return written === "written" ? { slug } : written.reason;
  });
  if (!made.ok) return made;
  const reason = typeof made.value === "string" ? made.value : null;
  const slug = typeof made.value === "string" ? item.slug : made.value.slug;
  const found = readItems(itemsDir, backlogPath).find((each) => each.slug === slug);
  if (reason === null && found?.exists === true) return succeed(found);
  const message = `The item's directory cannot be made (${reason ?? "it is gone again"}).`;
  return fail({ kind: "usage", message, value: item.dir, expected: "a directory that can be written" });
}
