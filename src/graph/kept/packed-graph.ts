import type { NameWord } from "../../paths/name-words.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Extraction, Reference } from "../extraction.ts";
import type { ResolvedReference } from "../file-graph.ts";
import type { Resolution } from "../resolve/resolution.ts";
import type { Trait } from "../references/traits.ts";

/**
 * Where the references of every file lead, stored by one run for the next: a head in JSON, and columns with one entry
 * per file, in the order of the paths. For most files, the next run reads only the numbers of the files that they
 * depend on.
 */
export interface PackedGraph {
  readonly head: PackedHead;
  /** Where the row of each file starts in `rows`, and where the last one ends. */
  readonly rowStarts: Uint32Array;
  /** The same for `targets`. */
  readonly targetStarts: Uint32Array;
  /** The numbers of the files that each file depends on. */
  readonly targets: Uint32Array;
  /** The same the other way round: the numbers of the files that depend on each file. */
  readonly dependents: TurnedEdges;
  /** Where the words of each file start in `words`, and where the last ones end. */
  readonly wordStarts: Uint32Array;
  /** The path words through which the references of each file could find other files. */
  readonly words: Uint32Array;
  /** The references of each file as JSON. */
  readonly rows: Buffer;
}

/** Where the sources of each file start, and where the last ones end; and the sources. */
export interface TurnedEdges {
  readonly starts: Uint32Array;
  readonly sources: Uint32Array;
}

/** Turns the edges of all files around. */
export function turnAround(size: number, targetsOf: (source: number) => Iterable<number>): TurnedEdges {
  const starts = new Uint32Array(size + 1);
  for (let source = 0; source < size; source += 1)
    for (const target of targetsOf(source)) starts[target + 1] = (starts[target + 1] as number) + 1;
  for (let index = 0; index < size; index += 1)
    starts[index + 1] = (starts[index + 1] as number) + (starts[index] as number);
  const next = starts.slice();
  const sources = new Uint32Array(starts[size] as number);
  for (let source = 0; source < size; source += 1)
    for (const target of targetsOf(source)) {
      sources[next[target] as number] = source;
      next[target] = (next[target] as number) + 1;
    }
  return { starts, sources };
}

export interface PackedHead {
  /** The number of files. */
  readonly size: number;
  /** A digest of their paths. */
  readonly paths: string;
  /** The words of places that package.json files and compiler settings lead to. */
  readonly entries: readonly NameWord[];
  /** The numbers of the files that have a trait. */
  readonly traits: Readonly<Record<Trait, readonly number[]>>;
}

/**
 * One reference: its index in the file's references, or the reference itself if the file does not contain it; and where
 * it leads.
 */
type Row = readonly [
  reference: number | Reference,
  state: Resolution["state"],
  files: readonly number[],
  outside: readonly RepoPath[],
  external: readonly string[],
];

export function writeRow(
  references: readonly ResolvedReference[],
  extraction: Extraction,
  numberOf: (path: RepoPath) => number,
): string {
  const places = new Map(extraction.references.map((reference, index) => [reference, index]));
  return JSON.stringify(
    references.map(({ reference, resolution: { state, files, outside, external } }): Row => [
      places.get(reference) ?? reference,
      state,
      files.map(numberOf),
      outside,
      external,
    ]),
  );
}

export function readRow(
  row: string,
  extraction: Extraction,
  paths: readonly RepoPath[],
): readonly ResolvedReference[] {
  return (JSON.parse(row) as readonly Row[]).map(([reference, state, files, outside, external]) => ({
    reference: typeof reference === "number" ? (extraction.references[reference] as Reference) : reference,
    resolution: { state, files: files.map((file) => paths[file] as RepoPath), outside, external },
  }));
}

/** The same row with the new numbers of files; without files that have none. */
export function renumberRow(row: string, numberOf: (file: number) => number): string {
  const rows = JSON.parse(row) as readonly Row[];
  return JSON.stringify(
    rows.map(([reference, state, files, outside, external]): Row => [
      reference,
      state,
      files.map(numberOf).filter((file) => file !== -1),
      outside,
      external,
    ]),
  );
}

const WORD = 4;

export function graphToBytes(packed: PackedGraph): Buffer {
  const { head, rowStarts, targetStarts, targets, dependents, wordStarts, words, rows } = packed;
  const { starts, sources } = dependents;
  const json = Buffer.from(
    JSON.stringify({ ...head, counts: { targets: targets.length, words: words.length } }),
  );
  const padded = Buffer.alloc(WORD + Math.ceil(json.length / WORD) * WORD, " ");
  padded.writeUInt32LE(padded.length - WORD);
  json.copy(padded, WORD);
  const columns = [rowStarts, targetStarts, targets, starts, sources, wordStarts, words].map((column) =>
    Buffer.from(column.buffer, column.byteOffset, column.byteLength),
  );
  return Buffer.concat([padded, ...columns, rows]);
}

/** Takes bytes that `graphToBytes` made. */
export function graphFromBytes(bytes: Buffer): PackedGraph {
  const length = bytes.readUInt32LE();
  const { counts, ...head } = JSON.parse(bytes.toString("utf8", WORD, WORD + length)) as PackedHead & {
    readonly counts: { readonly targets: number; readonly words: number };
  };
  let at = WORD + length;
  const column = (count: number): Uint32Array => {
    const part = bytes.subarray(at, at + count * WORD);
    at += part.length;
    // The numbers must be aligned in memory.
    const placed = part.byteOffset % WORD === 0 ? part : new Uint8Array(part);
    return new Uint32Array(placed.buffer, placed.byteOffset, count);
  };
  const rowStarts = column(head.size + 1);
  const targetStarts = column(head.size + 1);
  const targets = column(counts.targets);
  const starts = column(head.size + 1);
  const sources = column(counts.targets);
  const wordStarts = column(head.size + 1);
  const words = column(counts.words);
  const dependents = { starts, sources };
  return {
    head,
    rowStarts,
    targetStarts,
    targets,
    dependents,
    wordStarts,
    words,
    rows: bytes.subarray(at),
  };
}
