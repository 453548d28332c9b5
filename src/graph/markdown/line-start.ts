/** What stands before the text of a line in lists and quotes. */
export const PREFIX = "[ \\t]*(?:>[ \\t]*|(?:[*+-]|\\d+[.)])(?:[ \\t]+|$))*";
const START = new RegExp(`^${PREFIX}`);

/** Whether HTML may begin in a line, which then goes on to the next blank one. */
export function beginsWithTag(line: string): boolean {
  return line.includes("<") && line[startOf(line).length] === "<";
}

export function startOf(line: string): string {
  return START.exec(line)?.[0] ?? "";
}
