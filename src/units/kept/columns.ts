/** Numbers stored one after another. */
export type Column = Uint8Array | Int32Array | Uint32Array | Float64Array;

const KINDS = { u8: Uint8Array, i32: Int32Array, u32: Uint32Array, f64: Float64Array } as const;
type Kind = keyof typeof KINDS;

/** The alignment that the largest of them needs. */
const PLACE = 8;

interface Written {
  readonly head: unknown;
  readonly columns: readonly (readonly [kind: Kind, length: number])[];
}

/** Writes a head, which can be any JSON value, followed by columns. */
export function columnsToBytes(head: unknown, columns: readonly Column[]): Buffer {
  const written: Written = { head, columns: columns.map((column) => [kindOf(column), column.length]) };
  const json = Buffer.from(JSON.stringify(written));
  const start = Buffer.alloc(placed(PLACE + json.length), " ");
  start.writeUInt32LE(json.length);
  json.copy(start, PLACE);
  return Buffer.concat([start, ...columns.map(padded)]);
}

/** Reads bytes that `columnsToBytes` made. The columns are writable. */
export function columnsFromBytes(bytes: Buffer): {
  readonly head: unknown;
  readonly columns: readonly Column[];
} {
  const length = bytes.readUInt32LE();
  const { head, columns } = JSON.parse(bytes.toString("utf8", PLACE, PLACE + length)) as Written;
  const { buffer, byteOffset } = bytes.byteOffset % PLACE === 0 ? bytes : new Uint8Array(bytes);
  let at = byteOffset + placed(PLACE + length);
  const opened = columns.map(([kind, count]) => {
    const column = new KINDS[kind](buffer as ArrayBuffer, at, count);
    at += placed(column.byteLength);
    return column;
  });
  return { head, columns: opened };
}

function kindOf(column: Column): Kind {
  const kinds = Object.keys(KINDS) as readonly Kind[];
  return kinds.find((kind) => column instanceof KINDS[kind]) as Kind;
}

function placed(bytes: number): number {
  return Math.ceil(bytes / PLACE) * PLACE;
}

function padded(column: Column): Buffer {
  const bytes = Buffer.from(column.buffer as ArrayBuffer, column.byteOffset, column.byteLength);
  const missing = placed(bytes.length) - bytes.length;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** A text as a column: one byte per character if that is enough, otherwise two. */
export function packText(text: string): Uint8Array {
  const isNarrow = !/[^\u0000-\u00ff]/.test(text);
  return Buffer.concat([Buffer.from([isNarrow ? 0 : 1]), Buffer.from(text, isNarrow ? "latin1" : "utf16le")]);
}

export function unpackText(column: Column): string {
  const bytes = Buffer.from(column.buffer as ArrayBuffer, column.byteOffset, column.byteLength);
  return bytes.toString(bytes[0] === 0 ? "latin1" : "utf16le", 1);
}
