import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../system/state-file.ts";
import type { Item, Marker, Meta } from "../vocabulary/workflow.ts";
import { parseBacklog, setMarker } from "./backlog.ts";
import { warn, type FlowContext } from "./context.ts";
import { lineOf, readBacklog } from "./items.ts";
import { withItems } from "./locks.ts";
import { loadMeta, META_FILE, writeMeta } from "./meta.ts";
import { removeLitter, setAside } from "./state.ts";

/**
 * Changes an item's record as it is now, and its marker in the backlog. A record that cannot be read is kept
 * under another name. What cannot be written is a warning: the workflow goes on.
 */
export async function updateItem(
  context: FlowContext,
  { slug, dir }: Pick<Item, "slug" | "dir">,
  change: { readonly meta: (meta: Meta) => Meta; readonly marker: (meta: Meta) => Marker },
): Promise<void> {
  const done = await withItems(context, () => {
    removeLitter(dir, META_FILE);
    const { meta, problem } = loadMeta(dir);
    if (problem === "corrupt") setAside(join(dir, META_FILE));
    const changed = change.meta(meta ?? {});
    const written = writeMeta(dir, changed);
    if (written !== "written") warn(context, `${slug}: meta.json was not written (${written.reason}).`);
    mark(context, slug, change.marker(changed));
  });
  if (!done.ok) for (const { message } of done.failures) warn(context, message);
}

function mark(context: FlowContext, slug: string, marker: Marker): void {
  const { backlogPath } = context.config;
  const text = readBacklog(backlogPath);
  const line = lineOf(slug, parseBacklog(text));
  if (line === undefined || line.marker === marker) return;
  const written = writeBacklog(backlogPath, setMarker(text, line.index, marker));
  if (written !== "written") warn(context, `The backlog was not written (${written.reason}).`);
}

/** A backlog that is a link stays one. */
export function writeBacklog(path: string, text: string): "written" | { readonly reason: string } {
  return replaceFile(existsSync(path) ? realpathSync(path) : path, text);
}
