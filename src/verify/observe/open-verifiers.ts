import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createVerifiers, type Verifiers } from "../../builtin/verifiers.ts";
import { findIgnored } from "../../detect/find-ignored.ts";
import { isUnreadable } from "../../graph/extract.ts";
import type { FileGraph } from "../../graph/file-graph.ts";
import { indexTree } from "../../graph/resolve/tree.ts";
import { encodePath } from "../../paths/encode-path.ts";
import { memo } from "../../values/memo.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Snapshot } from "../../vocabulary/tree/snapshot.ts";

/** The built-in verifiers over a snapshot and its graph. They read nothing before they are used. */
export function openVerifiers(snapshot: Snapshot, graph: FileGraph): Verifiers {
  const open = memo(() => createOver(snapshot, graph));
  return {
    answer: (builtin, paths) => open().answer(builtin, paths),
    verify: (builtin, path) => open().verify(builtin, path),
  };
}

function createOver(snapshot: Snapshot, graph: FileGraph): Verifiers {
  const { root, files } = snapshot;
  const nested = [...files].flatMap(([path, { kind }]) => (kind === "submodule" ? [path] : []));
  const texts = new Map<RepoPath, string>();
  return createVerifiers({
    graph,
    tree: indexTree(snapshot),
    isNested: (path) => nested.some((each) => path === each || path.startsWith(`${each}/`)),
    readText: (path) => {
      const text = texts.get(path) ?? tryRead(root, path)?.toString("utf8") ?? "";
      texts.set(path, text);
      return text;
    },
    isUnreadable: (path) => snapshot.unreadable.has(path) || isUnreadable(graph.extraction(path)),
    findIgnored: (paths) => findIgnored(root, paths),
    findSyntaxFault: async (path) => {
      const { findSyntaxFault } = await import("../../graph/syntax/find-syntax-fault.ts");
      const bytes = tryRead(root, path);
      return bytes === null ? "unreadable" : findSyntaxFault(path, bytes);
    },
  });
}

function tryRead(root: string, path: RepoPath): Buffer | null {
  try {
    return readFileSync(encodePath(join(root, path)));
  } catch {
    return null;
  }
}
