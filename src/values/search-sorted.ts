/** The position of the first value of a sorted list that is not below `value`; the length if there is none. */
export function firstNotBelow<T extends number | string>(all: ArrayLike<T>, value: T): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] as T) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of a value in a sorted list; -1 if it is not there. */
export function searchSorted<T extends number | string>(all: ArrayLike<T>, value: T): number {
  const at = firstNotBelow(all, value);
  return all[at] === value ? at : -1;
}
