/** A value of a file in a manifest that covers what the file depends on. */
export interface CoveringValue {
  /** What it says of the file itself; empty where the hash covers that too. */
  readonly own: string;
  /** The hash of what it covers. */
  readonly node: string;
}

const COVERING = /^(?:(declares \S*) by )?([0-9a-f]{64})$/;

/** Null where a value is about the file alone. */
export function readCovering(value: string | null): CoveringValue | null {
  const [, own = "", node] = COVERING.exec(value ?? "") ?? [];
  return node === undefined ? null : { own, node };
}

/** Both values, where they differ at most in what they cover: the file itself may be as it was. */
export function coveringBoth(
  before: string | null,
  after: string | null,
): { readonly before: string; readonly after: string } | null {
  const [one, other] = [readCovering(before), readCovering(after)];
  return one === null || other === null || one.own !== other.own
    ? null
    : { before: one.node, after: other.node };
}
