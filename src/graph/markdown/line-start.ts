/** What precedes the text of a line in lists and quotes. */
export const PREFIX = "[ \\t]*(?:>[ \\t]*|(?:[*+-]|\\d+[.)])(?:[ \\t]+|$))*";
const START = new RegExp(`^${PREFIX}`);

/** Whether the line may start HTML, which then continues to the next blank line. */
export function beginsWithTag(line: string): boolean {
  return line.includes("<") && line[startOf(line).length] === "<";
}

export function startOf(line: string): string {
  return START.exec(line)?.[0] ?? "";
}
