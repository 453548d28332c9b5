/** Lines before and after the line of a finding. */
const AROUND = 2;
const WIDTH = 200;

/** A few numbered lines of source around a place, with a mark at the line and the column. */
export function sourceContext(
  lines: readonly string[],
  line: number,
  column: number | undefined,
): string | undefined {
  if (line > lines.length) return undefined;
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const digits = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = (lines[number - 1] as string).slice(0, WIDTH).trimEnd();
    shown.push(`${number === line ? ">" : " "} ${String(number).padStart(digits)} | ${text}`.trimEnd());
    if (number === line && column !== undefined && column <= text.length + 1) {
      // Tabs stay tabs, so that the mark is under its column at any tab width.
      const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, " ");
      shown.push(`  ${" ".repeat(digits)} | ${indent}^`);
    }
  }
  return shown.join("\n");
}
