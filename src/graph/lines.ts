/** Finds the line and column of an offset; both count from 1. */
export interface Lines {
  readonly lineAt: (offset: number) => number;
  readonly columnAt: (offset: number) => number;
}

export function indexLines(text: string): Lines {
  let starts: number[] | undefined;
  const startOf = (offset: number): number => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    lineAt: (offset) => startOf(offset) + 1,
    columnAt: (offset) => offset - ((starts ?? lineStarts(text))[startOf(offset)] as number) + 1,
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
