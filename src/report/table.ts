import type { Paint } from "./paint.ts";

type Format = Parameters<Paint>[0];

/** One cell: a text, and how it is painted. */
export type Cell = string | { readonly text: string; readonly format: Format };

export interface Column {
  readonly title: string;
  readonly align?: "right";
}

/** Rows under their titles, each column as wide as its widest cell. Padding goes by what is seen, not by colours. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): string {
  const used = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ at }) => rows.some((row) => textOf(row[at]) !== ""));
  const widths = new Map(
    used.map(({ title, at }) => [at, Math.max(width(title), ...rows.map((row) => width(textOf(row[at]))))]),
  );
  const line = (cell: (at: number) => Cell | undefined): string =>
    used
      .map(({ at, align }) => {
        const content = cell(at);
        const text = textOf(content);
        const padding = " ".repeat((widths.get(at) ?? 0) - width(text));
        const painted = typeof content === "object" ? paint(content.format, text) : text;
        return align === "right" ? padding + painted : painted + padding;
      })
      .join("  ")
      .trimEnd();
  const titles = line((at) => ({ text: columns[at]?.title ?? "", format: "dim" }));
  return [titles, ...rows.map((row) => line((at) => row[at]))].join("\n");
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === "object" ? cell.text : (cell ?? "");
}

function width(text: string): number {
  return [...text].length;
}
