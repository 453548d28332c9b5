import { join } from "node:path";
import { replaceOwn, type Unwritten } from "../../system/own/own-file.ts";
import type { Item, Marker, Meta } from "../../vocabulary/flow/workflow.ts";
import { type FlowContext, warn } from "../build/context.ts";
import { withItems } from "../build/locks.ts";
import { removeLitter, setAside } from "../build/state.ts";
import { parseBacklog, setMarker } from "./backlog.ts";
import { indexBacklog, readBacklog } from "./items.ts";
import { loadMeta, META_FILE, writeMeta } from "./meta.ts";

/**
 * Updates an item's current record and its marker in the backlog. An unreadable record is kept under another
 * name. A failed write is a warning: the workflow continues.
 */
export async function updateItem(
  context: FlowContext,
  { slug, dir }: Pick<Item, "slug" | "dir">,
  change: { readonly meta: (meta: Meta) => Meta; readonly marker: (meta: Meta) => Marker },
): Promise<void> {
  const done = await withItems(context, () => {
    const { root } = context.config;
    const place = { base: root, path: join(dir, META_FILE) };
    removeLitter(place);
    const { meta, problem } = loadMeta(dir, root);
    if (problem === "corrupt") setAside(place);
    const changed = change.meta(meta ?? {});
    const written = writeMeta(dir, changed, root);
    if (written !== "written") warn(context, `${slug}: meta.json was not written (${written.reason}).`);
    setInBacklog(context, slug, change.marker(changed));
  });
  if (!done.ok) for (const { message } of done.failures) warn(context, message);
}

function setInBacklog(context: FlowContext, slug: string, marker: Marker): void {
  const { backlogPath } = context.config;
  const text = readBacklog(backlogPath);
  const line = indexBacklog(parseBacklog(text))(slug);
  if (line === undefined || line.marker === marker) return;
  const written = writeBacklog(context.config, setMarker(text, line.index, marker));
  if (written !== "written") warn(context, `The backlog was not written (${written.reason}).`);
}

export function writeBacklog(
  { root, backlogPath }: Pick<FlowContext["config"], "root" | "backlogPath">,
  text: string,
): "written" | Unwritten {
  return replaceOwn({ base: root, path: backlogPath }, text);
}
