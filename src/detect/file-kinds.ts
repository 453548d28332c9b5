import type { FileKind } from "../vocabulary/tree/snapshot.ts";

/** What git's modes mean. */
export const KINDS: Readonly<Record<string, FileKind>> = {
  "100644": "file",
  "100664": "file",
  "100755": "executable",
  "120000": "symlink",
  "160000": "submodule",
};
