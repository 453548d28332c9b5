/**
 * A list of which only some members are created; the others are packed. Iterating creates them one by one, in order.
 */
export interface PackedList<T, P> extends Iterable<T> {
  readonly length: number;
  readonly made: readonly T[];
  readonly packed: P;
}

/** A list that may be partly packed. */
export type ListOf<T, P> = readonly T[] | PackedList<T, P>;

/** @param all iterates over both, in order */
export function packedList<T, P extends { readonly length: number }>(
  made: readonly T[],
  packed: P,
  all: () => Iterable<T>,
): PackedList<T, P> {
  return {
    length: made.length + packed.length,
    made,
    packed,
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  };
}

/** The created members; for a plain list, all of them. */
export function madeOf<T>(list: ListOf<T, unknown>): readonly T[] {
  return "packed" in list ? list.made : list;
}

/** The packed part; null for a plain list. */
export function packedOf<P>(list: ListOf<unknown, P>): P | null {
  return "packed" in list ? list.packed : null;
}

/**
 * Maps a list.
 *
 * @param made the results for the created members, in order
 * @param open computes the result for any other
 */
export function mapList<T, U, P extends { readonly length: number }>(
  list: ListOf<T, P>,
  made: readonly U[],
  open: (member: T) => U,
): ListOf<U, P> {
  if (!("packed" in list)) return made;
  return packedList(made, list.packed, function* () {
    const places = new Map(list.made.map((member, at) => [member, at]));
    for (const member of list) {
      const at = places.get(member);
      yield at === undefined ? open(member) : (made[at] as U);
    }
  });
}

/**
 * Filters a list.
 *
 * @param narrow filters the packed members
 */
export function filterList<T, P extends { readonly length: number }>(
  list: ListOf<T, P>,
  isMeant: (member: T) => boolean,
  narrow: (packed: P) => P,
): ListOf<T, P> {
  if (!("packed" in list)) return list.filter(isMeant);
  return packedList(list.made.filter(isMeant), narrow(list.packed), function* () {
    for (const member of list) if (isMeant(member)) yield member;
  });
}
