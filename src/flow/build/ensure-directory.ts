import { join } from "node:path";
import { ensureOwnDirectory } from "../../system/own/own-directory.ts";
import { fail, succeed } from "../../values/succeed.ts";
import type { Result } from "../../vocabulary/failure.ts";
import type { Item } from "../../vocabulary/flow/workflow.ts";
import { numbered } from "../items/add-item.ts";
import { nextNumber, parseBacklog } from "../items/backlog.ts";
import { readBacklog, readItems } from "../items/items.ts";
import { loadMeta, writeMeta } from "../items/meta.ts";
import { newRecord, RAW_META } from "../phases/complete-phase.ts";
import type { FlowContext } from "./context.ts";
import { withItems } from "./locks.ts";

/**
 * The directory of an item that has only a line in the backlog: the one that the line links to, or one that starts with
 * its number. An item with a directory keeps it, and gets no second number.
 */
export async function ensureDirectory(context: FlowContext, item: Item): Promise<Result<Item>> {
  const { root, itemsDir, backlogPath } = context.config;
  if (item.exists) {
    const loaded = loadMeta(item.dir, root);
    if (loaded.problem !== "refused") return succeed(item);
    const message = `The item cannot be worked on: ${loaded.why}.`;
    return fail({ kind: "usage", message, value: item.dir });
  }
  const made = await withItems(context, () => {
    const lines = parseBacklog(readBacklog(backlogPath));
    const line = lines.find(
      ({ number, description }) => number === item.number && description === item.description,
    );
    const number = /^\d+$/.test(item.number ?? "") ? Number(item.number) : nextNumber(lines);
    const slug = line?.slug === item.slug ? item.slug : numbered(number, item.slug);
    const dir = join(itemsDir, slug);
    const ensured = ensureOwnDirectory({ base: root, path: dir });
    if ("reason" in ensured) return ensured.reason;
    const record = { ...newRecord(context, { ...item, slug }), number: String(number) };
    const written = writeMeta(dir, { ...record, ...RAW_META }, root);
    return written === "written" ? { slug } : written.reason;
  });
  if (!made.ok) return made;
  const reason = typeof made.value === "string" ? made.value : null;
  const slug = typeof made.value === "string" ? item.slug : made.value.slug;
  const found = readItems(itemsDir, backlogPath).find((each) => each.slug === slug);
  if (reason === null && found?.exists === true) return succeed(found);
  const message = `The item's directory cannot be created (${reason ?? "it is gone again"}).`;
  return fail({ kind: "usage", message, value: item.dir, expected: "a directory that can be written" });
}
