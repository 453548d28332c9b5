/** The marker for what was left out of the middle of an output. */
export function cutMarker(missing: number): string {
  return `\n[... ${missing.toLocaleString("en-US")} bytes left out ...]\n`;
}

/** Every such marker in a text: its position, and how many bytes it stands for. */
export function findCuts(
  text: string,
): readonly { readonly from: number; readonly to: number; readonly missing: number }[] {
  return [...text.matchAll(/\n\[\.\.\. ([\d,]{1,30}) bytes left out \.\.\.\]\n/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    missing: Number((match[1] as string).replaceAll(",", "")),
  }));
}

/** Whether something was left out of the middle. If a command prints the marker itself, it counts. */
export function isCut(text: string): boolean {
  return /^\[\.\.\. [\d,]{1,30} bytes left out \.\.\.\]$/m.test(text);
}
