// One row for each figure: what was measured, against what, and whether the aim is met.
import { readFileSync, writeFileSync } from "node:fs";

const HEAD = ["benchmark", "what", "ours", "against", "ratio", "aim", "met", "commit, clock"];
const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

/** `aim` is the largest value that is still good, or the smallest where `atLeast` says so. */
export function judge({ value, aim, atLeast = false }) {
  if (aim === undefined) return "";
  return (atLeast ? value >= aim : value <= aim) ? "yes" : "**no**";
}

/** A row about a ratio of ours to theirs; with `atLeast`, of theirs to ours. */
export function ratioRow({ what, ours, against, ratio, aim, atLeast = false }) {
  const value = atLeast ? 1 / ratio : ratio;
  const shown = atLeast ? `${number(value)} × faster` : number(value);
  const wanted = aim === undefined ? "" : atLeast ? `≥ ${aim} × faster` : `≤ ${aim}`;
  return { what, ours, against, ratio: shown, aim: wanted, met: judge({ value, aim, atLeast }) };
}

function number(value) {
  return value.toFixed(value < 20 ? 2 : 0);
}

export function renderTable(sections) {
  const rows = sections.flatMap(({ name, commit, rows }) =>
    rows.map((row) => [name, row.what, row.ours, row.against, row.ratio, row.aim, row.met, commit]),
  );
  return [line(HEAD), line(HEAD.map(() => "---")), ...rows.map(line)].join("\n");
}

function line(cells) {
  return `| ${cells.map((cell) => String(cell ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Puts rows between the markers of a page; rows of benchmarks that were not run stay as they are. */
export function writeRows(file, sections, { heading, order }) {
  const text = readFileSync(file, "utf8");
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start === -1 || end === -1) throw new Error(`${file} lacks ${START} or ${END}`);
  const byName = new Map(order.map((name) => [name, []]));
  for (const row of text.slice(start, end).split("\n")) {
    const name = /^\| ([\w-]+) +\|/.exec(row)?.[1];
    if (name !== undefined) byName.get(name)?.push(row);
  }
  for (const section of sections) byName.set(section.name, renderTable([section]).split("\n").slice(2));
  const table = [line(HEAD), line(HEAD.map(() => "---")), ...[...byName.values()].flat()].join("\n");
  writeFileSync(file, `${text.slice(0, start)}${START}\n\n${heading}\n\n${table}\n\n${text.slice(end)}`);
}
