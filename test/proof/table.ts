import { readFileSync, writeFileSync } from "node:fs";
import { type Figure, isMet, type PartResult } from "./part.ts";

export interface Section extends PartResult {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  readonly commit: string;
}

const HEAD = ["part", "what", "number", "must be", "met", "seed", "time", "commit"];
const START = "<!-- prove:start -->";
const END = "<!-- prove:end -->";

export function renderTable(sections: readonly Section[]): string {
  return [line(HEAD), line(HEAD.map(() => "---")), ...sections.flatMap(renderRows)].join("\n");
}

function renderRows({ name, seed, seconds, commit, figures }: Section): readonly string[] {
  return figures.map((figure) =>
    line([
      name,
      figure.what,
      figure.value.toLocaleString("en"),
      wanted(figure),
      figure.must === undefined ? "" : isMet(figure) ? "yes" : "**no**",
      `${seed}`,
      `${seconds} s`,
      commit,
    ]),
  );
}

function wanted({ must }: Figure): string {
  if (must === undefined) return "";
  return "equal" in must ? `${must.equal}` : `≥ ${must.atLeast.toLocaleString("en")}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Puts rows between the markers of a page; rows of parts that were not run stay as they are. */
export function writeTable(page: string, sections: readonly Section[], order: readonly string[]): void {
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start === -1 || end === -1) throw new Error(`${page} lacks ${START} or ${END}`);
  const rows = new Map<string, readonly string[]>(order.map((name) => [name, []]));
  for (const row of text.slice(start, end).split("\n")) {
    const name = /^\| ([\w-]+) +\|/.exec(row)?.[1];
    const known = name === undefined ? undefined : rows.get(name);
    if (name !== undefined && known !== undefined) rows.set(name, [...known, row]);
  }
  for (const section of sections) rows.set(section.name, renderRows(section));
  const table = [line(HEAD), line(HEAD.map(() => "---")), ...[...rows.values()].flat()].join("\n");
  writeFileSync(page, `${text.slice(0, start)}${START}\n\n${table}\n\n${text.slice(end)}`);
}
