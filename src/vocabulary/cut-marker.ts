/** Stands for what was left out of the middle of an output. */
export function cutMarker(missing: number): string {
  return `\n[... ${missing.toLocaleString("en-US")} bytes left out ...]\n`;
}

/** Whether something was left out of the middle. A command that prints the marker itself is taken at its word. */
export function isCut(text: string): boolean {
  return /^\[\.\.\. [\d,]{1,30} bytes left out \.\.\.\]$/m.test(text);
}
