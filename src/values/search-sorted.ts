/** The position of a value in a sorted list; -1 if it is not there. */
export function searchSorted<T extends number | string>(all: ArrayLike<T>, value: T): number {
  let [low, high] = [0, all.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = all[middle] as T;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
