import { textWidth } from "./text-width.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain.ts";
import { joinParts, safe, type Part, type SafeText, type Style } from "./safe-text.ts";

/** One cell: a text, and how it is painted. */
export type Cell = string | { readonly text: string; readonly format: Style };

export interface TableColumn {
  readonly title: string;
  readonly align?: "right";
}

/** Rows under their titles, each column as wide as its widest cell. Padding ignores colours. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): readonly SafeText[] {
  const used = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ at }) => rows.some((row) => textOf(row[at]) !== ""));
  const widths = new Map(
    used.map(({ title, at }) => [
      at,
      Math.max(textWidth(title), ...rows.map((row) => textWidth(textOf(row[at])))),
    ]),
  );
  const line = (cell: (at: number) => Cell | undefined): SafeText => {
    const last = used.findLast(({ at }) => textOf(cell(at)) !== "")?.at ?? -1;
    const shown = used
      .filter(({ at }) => at <= last)
      .map(({ at, align }): Part => {
        const content = cell(at);
        const text = textOf(content);
        const padding = " ".repeat((widths.get(at) ?? 0) - textWidth(text));
        const painted = typeof content === "object" ? paint(content.format, text) : text;
        if (align === "right") return safe`${padding}${painted}`;
        return at === last ? painted : safe`${painted}${padding}`;
      });
    return joinParts(shown, "  ");
  };
  const titles = line((at) => ({ text: columns[at]?.title ?? "", format: "dim" }));
  return [titles, ...rows.map((row) => line((at) => row[at]))];
}

function textOf(cell: Cell | undefined): string {
  return plainLine(typeof cell === "object" ? cell.text : (cell ?? ""), Infinity);
}
