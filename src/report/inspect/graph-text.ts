import type { FileInGraph } from "../../inspect/graph-of.ts";
import { clipList } from "../format.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, joinParts, type Part, safe, type SafeText } from "../print/safe-text.ts";

/** How many lines of each list are shown; the rest is counted. */
const SHOWN = 45;

export function renderGraph(file: FileInGraph, paint: Paint): SafeText {
  const list = (title: string, items: readonly Part[]): readonly Part[] =>
    items.length === 0
      ? []
      : [
          "",
          safe`${paint("bold", title)} ${paint("dim", safe`(${items.length})`)}`,
          ...clipList(items, { most: SHOWN, hint: "--json shows all" }).map((item) => safe`  ${item}`),
        ];
  const kind = (type: string, strength: string): SafeText =>
    paint("dim", strength === "weak" ? safe`${type}, weak` : type);
  const lines: Part[] = [
    paint("bold", file.file),
    ...list(
      "depends on",
      file.dependencies.map(
        ({ to, type, strength, line }) =>
          safe`${to} ${kind(type, strength)} ${paint("dim", safe`line ${line}`)}`,
      ),
    ),
    ...list("packages", file.packages),
    ...list("not tracked", file.outside),
    ...list(
      "leads nowhere",
      file.unresolved.map(({ specifier, line }) => safe`${specifier} ${paint("dim", safe`line ${line}`)}`),
    ),
    ...list(
      "known only when run",
      file.opaque.map(({ specifier, line }) => safe`${specifier} ${paint("dim", safe`line ${line}`)}`),
    ),
    ...list(
      "is used by",
      file.dependents.map(
        ({ from, type, strength, line }) =>
          safe`${from} ${kind(type, strength)} ${paint("dim", safe`line ${line}`)}`,
      ),
    ),
    ...list(
      "a change reaches",
      file.transitiveDependents.map(({ path, chain }) =>
        chain.length > 2
          ? safe`${path} ${paint("dim", safe`through ${joinParts(chain.slice(1, -1), " -> ")}`)}`
          : path,
      ),
    ),
    ...list("in a cycle with", file.cycle),
  ];
  if (lines.length === 1) lines.push("  depends on nothing and nothing depends on it");
  return joinLines([...lines, ""]);
}
