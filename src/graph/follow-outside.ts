import { join } from "node:path";
import { encodePath } from "../paths/encode-path.ts";
import { leadsOut } from "../paths/is-within.ts";
import { hashBlob } from "../system/files/hash-blob.ts";
import { readFileSync } from "../system/observed/observed-files.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import { extensionOf, extract, unreadable } from "./extract.ts";
import { type ExtractionCache, extractionKey } from "./extraction-cache.ts";
import { type Extraction, unreadReference } from "./extraction.ts";
import type { FileNode, ResolvedReference } from "./file-graph.ts";
import { OPAQUE } from "./resolve/resolution.ts";
import type { ResolveReferences } from "./resolve/resolve.ts";

export interface OutsideOptions {
  readonly root: string;
  readonly extractions: ExtractionCache;
  readonly resolve: ResolveReferences;
}

/** What a file outside the snapshot leads to, with all that it leads to through others like it. */
interface Reached {
  readonly files: ReadonlySet<RepoPath>;
  readonly outside: ReadonlySet<RepoPath>;
  readonly opaque: boolean;
}

/**
 * Generated code that git ignores refers to files too. A reference that leads to such a file leads on to what that
 * refers to in its turn, so that a change there reaches everything that uses it. What lies beyond the repository is not
 * looked into.
 */
export async function followOutside(nodes: Map<RepoPath, FileNode>, options: OutsideOptions): Promise<void> {
  const named = [...nodes].filter(([, { references }]) => references.some(leadsOutside));
  if (named.length === 0) return;
  const outer = await readOutside(
    named.flatMap(([, { references }]) => references.flatMap(({ resolution }) => resolution.outside)),
    options,
  );
  const reach = (paths: readonly RepoPath[]): Reached => {
    const files = new Set<RepoPath>();
    const outside = new Set(paths);
    let opaque = false;
    for (const path of outside)
      for (const { resolution } of outer.get(path) ?? []) {
        for (const file of resolution.files) files.add(file);
        for (const other of resolution.outside) outside.add(other);
        opaque ||= resolution.state === "opaque";
      }
    return { files, outside, opaque };
  };
  for (const [path, node] of named) {
    let opaque = false;
    const references = node.references.map((each): ResolvedReference => {
      if (!leadsOutside(each)) return each;
      const reached = reach(each.resolution.outside);
      opaque ||= reached.opaque;
      const files = [...new Set([...each.resolution.files, ...reached.files])].filter(
        (file) => file !== path,
      );
      return { ...each, resolution: { ...each.resolution, files, outside: [...reached.outside] } };
    });
    const why = "a file that git ignores, and that it uses, loads what only running it can tell";
    const hidden = opaque ? [{ reference: unreadReference(why), resolution: OPAQUE }] : [];
    nodes.set(path, { ...node, references: [...references, ...hidden] });
  }
}

function leadsOutside({ resolution }: ResolvedReference): boolean {
  return resolution.outside.length > 0;
}

/** The references of all files outside the snapshot that the given ones lead to. */
async function readOutside(
  paths: readonly RepoPath[],
  { root, extractions, resolve }: OutsideOptions,
): Promise<ReadonlyMap<RepoPath, readonly ResolvedReference[]>> {
  const found = new Map<RepoPath, readonly ResolvedReference[]>();
  const pending = new Set(paths);
  for (const path of pending) {
    const extension = leadsOut(path) ? undefined : extensionOf(path);
    if (extension === undefined) continue;
    const references = resolve(path, await extractOutside(join(root, path), path, extractions));
    found.set(path, references);
    for (const { resolution } of references) for (const other of resolution.outside) pending.add(other);
  }
  return found;
}

async function extractOutside(
  absolute: string,
  path: RepoPath,
  extractions: ExtractionCache,
): Promise<Extraction> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(encodePath(absolute));
  } catch {
    return unreadable(path);
  }
  const key = extractionKey(hashBlob(bytes, "sha1"), extensionOf(path) ?? "");
  const known = extractions.get([key]).get(key);
  if (known !== undefined) return known;
  const extraction = await extract(path, bytes);
  extractions.set(new Map([[key, extraction]]));
  return extraction;
}
