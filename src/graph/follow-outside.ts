import { join } from "node:path";
import { encodePath } from "../paths/encode-path.ts";
import { leadsOut } from "../paths/is-within.ts";
import { joinWords, type NameWord } from "../paths/name-words.ts";
import { hashBlob } from "../system/files/hash-blob.ts";
import { readFileSync } from "../system/observed/observed-files.ts";
import { createOutsideFiles, type OutsideFiles } from "../system/observed/outside-files.ts";
import { memo } from "../values/memo.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Snapshot } from "../vocabulary/tree/snapshot.ts";
import { extensionOf, extract, unreadable } from "./extract.ts";
import { type ExtractionCache, extractionKey } from "./extraction-cache.ts";
import { type Extraction, unreadReference } from "./extraction.ts";
import type { FileNode, ResolvedReference } from "./file-graph.ts";
import { OPAQUE } from "./resolve/resolution.ts";
import type { Resolved, ResolveReferences } from "./resolve/resolve.ts";

export interface OutsideOptions {
  readonly snapshot: Pick<Snapshot, "root" | "files">;
  readonly extractions: ExtractionCache;
  readonly resolve: ResolveReferences;
}

/** What a file outside the snapshot leads to, directly or through other such files. */
interface Reached {
  readonly files: ReadonlySet<RepoPath>;
  readonly outside: ReadonlySet<RepoPath>;
  readonly opaque: boolean;
  readonly words: readonly NameWord[];
}

/**
 * Generated code that git ignores refers to files too. A reference to such a file also leads to what that file refers
 * to, so that a change there reaches everything that uses it. A link to a file of the tree counts as that file. Files
 * beyond the repository are not read. Takes nodes with such references.
 */
export function createFollowOutside(
  options: OutsideOptions,
): (path: RepoPath, node: FileNode) => Promise<FileNode> {
  const open = memo(() => createOutsideFiles(options.snapshot));
  const outer = new Map<RepoPath, OutsideNode>();
  const reach = (paths: readonly RepoPath[]): Reached => {
    const files = new Set<RepoPath>();
    const outside = new Set(paths);
    const { linkedTo, expand } = open();
    let opaque = false;
    const words: (readonly NameWord[])[] = [];
    for (const path of outside) {
      const linked = linkedTo(path);
      if (linked !== undefined) {
        files.add(linked);
        outside.delete(path);
        continue;
      }
      const own = outer.get(path);
      if (own?.isKnown !== true)
        for (const beside of expand(path)) {
          const file = linkedTo(beside);
          if (file !== undefined) files.add(file);
        }
      if (own === undefined) continue;
      words.push(own.words);
      for (const { resolution } of own.references) {
        // An outside file may refer to itself, and it is not in the tree.
        for (const file of resolution.files) if (options.snapshot.files.has(file)) files.add(file);
        for (const other of resolution.outside) outside.add(other);
        opaque ||= resolution.state === "opaque";
      }
    }
    return { files, outside, opaque, words: joinWords(words) };
  };
  return async (path, node) => {
    const named = node.references.flatMap(({ resolution }) => resolution.outside);
    await readOutside(named, outer, { ...options, linkedTo: open().linkedTo });
    let opaque = false;
    const words = [node.words];
    const references = node.references.map((each): ResolvedReference => {
      if (each.resolution.outside.length === 0) return each;
      const reached = reach(each.resolution.outside);
      opaque ||= reached.opaque;
      words.push(reached.words);
      const files = [...new Set([...each.resolution.files, ...reached.files])].filter(
        (file) => file !== path,
      );
      return { ...each, resolution: { ...each.resolution, files, outside: [...reached.outside] } };
    });
    const why = "a file that git ignores, and that it uses, loads what only running it can tell";
    const hidden = opaque ? [{ reference: unreadReference(why), resolution: OPAQUE }] : [];
    return { ...node, references: [...references, ...hidden], words: joinWords(words) };
  };
}

export function leadsOutside({ references }: Pick<FileNode, "references">): boolean {
  return references.some(({ resolution }) => resolution.outside.length > 0);
}

interface OutsideNode extends Resolved {
  /** Whether its references are everything that it loads. Otherwise it may load anything beside it. */
  readonly isKnown: boolean;
}

function isKnown({ reachesOut = [], syntaxError }: Extraction, { references }: Resolved): boolean {
  const isResolved = references.every(({ resolution }) => resolution.state === "resolved");
  return isResolved && reachesOut.length === 0 && syntaxError === undefined;
}

/** Adds the references of all files outside the snapshot that the given paths lead to. */
async function readOutside(
  paths: readonly RepoPath[],
  outer: Map<RepoPath, OutsideNode>,
  { snapshot, extractions, resolve, linkedTo }: OutsideOptions & Pick<OutsideFiles, "linkedTo">,
): Promise<void> {
  const pending = new Set(paths);
  for (const path of pending) {
    const extension = leadsOut(path) ? undefined : extensionOf(path);
    if (outer.has(path) || extension === undefined || linkedTo(path) !== undefined) continue;
    const extraction = await extractOutside(join(snapshot.root, path), path, extractions);
    const resolved = resolve(path, extraction);
    outer.set(path, { ...resolved, isKnown: isKnown(extraction, resolved) });
    for (const { resolution } of resolved.references)
      for (const other of resolution.outside) pending.add(other);
  }
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
