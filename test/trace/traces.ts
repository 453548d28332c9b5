import { join } from "node:path";
import type { GatheredAccess, TracedAccess } from "../../src/system/process/describe-call.ts";
import type { Seen } from "../../src/trace/sort-trace.ts";

/**
 * What a trace tells, each thing once: `read a`, or `read a as link/a`; absolute where it starts with a slash, below the root
 * otherwise. `by` says which process did each thing.
 */
export function tracedAs(
  lines: readonly string[],
  root: string,
  by: readonly number[] = [],
): readonly GatheredAccess[] {
  const absolute = (path: string): string => (path.startsWith("/") ? path : join(root, path));
  return [...new Set(lines)].map((line) => {
    const [type = "", path = "", , named = path] = line.split(" ");
    return {
      type: type as TracedAccess["type"],
      path: absolute(path),
      named: absolute(named),
      first: lines.indexOf(line),
      last: lines.lastIndexOf(line),
      times: lines.filter((each) => each === line).length,
      by: new Set(lines.flatMap((each, index) => (each === line ? [by[index] ?? 1] : []))),
    };
  });
}

/** A command that did nothing else. */
export function seenAs(seen: Partial<Seen>): Seen {
  return {
    accesses: new Map(),
    searched: new Set(),
    tries: 1,
    opened: new Map(),
    reread: new Set(),
    firstRead: new Map(),
    started: new Set(),
    writes: new Set(),
    modified: [],
    missing: new Set(),
    cache: null,
    ...seen,
  };
}
