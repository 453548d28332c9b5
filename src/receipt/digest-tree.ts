import { hash } from "node:crypto";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";

/** A digest of all files of a tree, in the order of their paths. */
export function digestTree({ files }: Pick<Snapshot, "files">): string {
  const lines = [...files].map(([path, { kind, id }]) => JSON.stringify([path, kind, id]));
  return hash("sha256", lines.sort().join("\n"));
}
