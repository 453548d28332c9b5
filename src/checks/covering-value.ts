/** A value in a manifest that covers a file and what it depends on. */
export interface CoveringValue {
  /** The part about the file itself; empty if the hash covers that too. */
  readonly own: string;
  /** The hash of what it covers. */
  readonly node: string;
}

const COVERING = /^(?:(declares \S*) by )?([0-9a-f]{64})$/;

/** Null if a value is about the file alone. */
export function readCovering(value: string | null): CoveringValue | null {
  const [, own = "", node] = COVERING.exec(value ?? "") ?? [];
  return node === undefined ? null : { own, node };
}

/** Both values, if they differ at most in what they cover: the file itself may be unchanged. */
export function coveringBoth(
  before: string | null,
  after: string | null,
): { readonly before: string; readonly after: string } | null {
  const [one, other] = [readCovering(before), readCovering(after)];
  return one === null || other === null || one.own !== other.own
    ? null
    : { before: one.node, after: other.node };
}
