/** Where the code or the stack begins. */
const DETAIL = /^(at |❯ |>? ?\d{1,9} ?\||- Expected$|Call log:)/;

/** What the first lines of an error say, on one line: what comes before the code and the stack. */
export function summaryOf(lines: readonly string[], most = 4): string {
  const said: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (DETAIL.test(text) || said.length === most) break;
    if (text !== "" && !text.startsWith("●")) said.push(text);
  }
  return said.join(" ");
}
