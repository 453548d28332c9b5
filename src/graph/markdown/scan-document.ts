import { splitBlocks, type Block } from "./blocks.ts";
import type { MarkdownDocument } from "./document.ts";
import { scanBlock } from "./scan-block.ts";

/** A document whose simple parts have been read. */
export interface ScannedDocument {
  /** What a parser must read, as a separate document; empty if there is nothing to parse. */
  readonly hard: string;
  /** The whole document, given what a parser found in the hard part. */
  readonly complete: (parsed: MarkdownDocument) => MarkdownDocument;
}

export const EMPTY: MarkdownDocument = { headings: [], links: [], anchors: [] };

/**
 * Reads a document block by block, and leaves to the parser only the blocks that need it. Parsing takes milliseconds
 * per kilobyte, and in most documents nearly everything can be scanned. If only links within the repository are needed,
 * the parser can skip blocks that contain none.
 */
export function scanDocument(
  text: string,
  { linksOnly = false }: { readonly linksOnly?: boolean } = {},
): ScannedDocument {
  const { lines, blocks } = splitBlocks(text);
  const headings: MarkdownDocument["headings"][number][] = [];
  const links: MarkdownDocument["links"][number][] = [];
  const hard: Block[] = [];
  for (const block of blocks) {
    const scanned = block.isHard ? undefined : scanBlock(lines.slice(block.start, block.end), block.start);
    if (scanned === undefined) {
      if (!linksOnly || mayLink(lines, block)) hard.push(block);
    } else {
      headings.push(...scanned.headings);
      links.push(...scanned.links);
    }
  }
  return {
    hard: hard.map(({ start, end }) => lines.slice(start, end).join("\n")).join("\n\n"),
    complete: (parsed) => {
      const lineOf = createLineOf(hard);
      const moved = <T extends { readonly line: number }>(one: T): T => ({ ...one, line: lineOf(one.line) });
      return {
        headings: inOrder([...headings, ...parsed.headings.map(moved)], blocks),
        links: inOrder([...links, ...parsed.links.map(moved)], blocks),
        anchors: parsed.anchors,
      };
    },
  };
}

/** Addresses without a bracket or a tag always lead to other hosts. */
function mayLink(lines: readonly string[], { start, end }: Block): boolean {
  for (let at = start; at < end; at += 1) if (/[[<]/.test(lines[at] ?? "")) return true;
  return false;
}

/** Maps a line of the hard part to a line of the document. Both count from 1. */
function createLineOf(hard: readonly Block[]): (line: number) => number {
  const starts: number[] = [];
  let next = 1;
  for (const { start, end } of hard) {
    starts.push(next);
    next += end - start + 1;
  }
  return (line) => {
    const at = lastUpTo(starts, line);
    return (hard[at]?.start ?? 0) + 1 + line - (starts[at] ?? 1);
  };
}

/** The index of the last number that is not greater; 0 if all are. */
function lastUpTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, Math.max(sorted.length - 1, 0)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sorted by block; within a block, in the order found. */
function inOrder<T extends { readonly line: number }>(
  found: readonly T[],
  blocks: readonly Block[],
): readonly T[] {
  const starts = blocks.map(({ start }) => start);
  const sorted = found.map((one) => ({ one, block: lastUpTo(starts, one.line - 1) }));
  return sorted.sort((a, b) => a.block - b.block).map(({ one }) => one);
}
