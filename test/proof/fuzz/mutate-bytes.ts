type Random = () => number;

/** Null removes the file. */
type Mutation = (bytes: Buffer, at: number, random: Random) => Buffer | null;

const INSERTIONS = [
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
  Buffer.from("\0"),
  Buffer.from("\u001B]0;x\u0007\r"),
  Buffer.from("\uFEFF"),
  Buffer.from("{".repeat(20_000)),
  Buffer.from("- ".repeat(5000)),
  Buffer.from("\n\n\n---\n...\n"),
  Buffer.from("&a [*a, *a]"),
  Buffer.alloc(70_000, 0x20),
];

const MUTATIONS: readonly Mutation[] = [
  (bytes, at, random) => xor(bytes, at, 1, () => 1 << Math.floor(random() * 8)),
  (bytes, at, random) => xor(bytes, at, 40, () => 1 + Math.floor(random() * 255)),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) => bytes.subarray(at),
  (bytes, at) => Buffer.from(bytes).fill(0, at, Math.min(at + 512, bytes.length)),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes]),
  (bytes, at, random) => {
    const end = Math.min(bytes.length, at + Math.floor(random() * 5000));
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  },
  (bytes, at, random) =>
    Buffer.concat([
      bytes.subarray(0, at),
      INSERTIONS[Math.floor(random() * INSERTIONS.length)] as Buffer,
      bytes.subarray(at),
    ]),
  () => Buffer.alloc(0),
  () => null,
];

/** Changes bytes without knowing what they mean. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer | null {
  const mutation = MUTATIONS[Math.floor(random() * MUTATIONS.length)] as Mutation;
  return mutation(bytes, Math.floor(random() * bytes.length), random);
}

function xor(bytes: Buffer, at: number, length: number, mask: () => number): Buffer {
  const changed = Buffer.from(bytes);
  for (let next = at; next < Math.min(at + length, changed.length); next += 1)
    changed[next] = (changed[next] as number) ^ mask();
  return changed;
}
