import { SHARED_SETTINGS, TOOLS } from "../../src/tools/table.ts";
import type { ToolFacts } from "../../src/tools/tool-facts.ts";

/** What docs/tools.md says of a tool, cell by cell. */
export type Row = readonly string[];

/** The tools that are known, and the settings that several of them read. */
export function toolRows(): { readonly tools: readonly Row[]; readonly shared: readonly Row[] } {
  const rows = (all: ReadonlyMap<string, ToolFacts>): readonly Row[] =>
    [...all]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, facts]) => [
        code(name),
        facts.configuration.map(code).join(", "),
        keysOf(facts),
        readsOf(facts),
      ]);
  return { tools: rows(TOOLS), shared: rows(SHARED_SETTINGS) };
}

function keysOf({ keys = [], keysBy = {}, keysByText = {} }: ToolFacts): string {
  const by = new Map<string, string[]>();
  for (const [start, more] of Object.entries(keysBy))
    by.set(more.map(code).join(", "), [...(by.get(more.map(code).join(", ")) ?? []), code(`${start}*`)]);
  return [
    ...keys.map(code),
    ...[...by].map(([more, packages]) => `with ${packages.join(" or ")} ${more}`),
    ...Object.entries(keysByText).map(
      ([start, { keys: more }]) =>
        `with ${code(`${start}*`)}, for files with a condition in a TODO, ${more.map(code).join(", ")}`,
    ),
  ].join(", ");
}

function readsOf({ reads = [], readsBy = {} }: ToolFacts): string {
  const by = new Map<string, string[]>();
  for (const [start, others] of Object.entries(readsBy))
    for (const other of others)
      by.set(other, [...(by.get(other) ?? []), code(`${start}${start.endsWith("/") ? "*" : ""}`)]);
  return [...reads, ...[...by].map(([other, packages]) => `${other} with ${packages.join(" or ")}`)].join(
    ", ",
  );
}

function code(text: string): string {
  return `\`${text}\``;
}
