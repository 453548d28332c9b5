import { isInside, placeOf } from "../../src/paths/places.ts";
import { planCommands } from "../../src/plan/plan-commands.ts";
import { createLocalExecutor } from "../../src/run/executor.ts";
import { findTracer } from "../../src/system/strace/tracer.ts";
import type { Check } from "../../src/vocabulary/check/check.ts";
import type { RepoPath } from "../../src/vocabulary/tree/path.ts";
import type { Target } from "../../src/vocabulary/verdict/unit.ts";
import type { Maze } from "./lay-maze.ts";

/** What a command did in the repository. */
export interface Watched {
  /** How it ended, and what it printed, for whoever writes a proof. */
  readonly said: string;
  readonly passed: boolean;
  /** Files that it took the content of. */
  readonly opened: ReadonlySet<RepoPath>;
  /** Names that it looked for and that were not there. */
  readonly missing: ReadonlySet<RepoPath>;
  /** Names that it looked for and that were there, without opening them. */
  readonly found: ReadonlySet<RepoPath>;
  /** Directories of installed packages that it took something from. */
  readonly packages: ReadonlySet<string>;
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^./][^/]*(?=\/)/;
/** What is git's or this package's, and what tools take for names: patterns, modules of Node, absolute paths. */
const NO_NAMES = /(?:^|\/)\.git(?:\/|$)|^\.verification|[*!]|(?:^|\/)node:/;

export async function watchUnit(check: Check, target: Target, { root, env }: Maze): Promise<Watched> {
  const tracer = findTracer(env);
  if ("why" in tracer) throw new Error(`${tracer.why} ${tracer.advice}`);
  const [command] = planCommands(check, [target], "full");
  if (command === undefined) throw new Error(`${check.name} has no command for ${target}`);
  const run = createLocalExecutor({ root, env, tracer });
  const { ending, stdout, stderr, trace } = await run(command, new AbortController().signal);
  if (trace === null) throw new Error(`${check.name} was not traced: ${JSON.stringify(ending)}`);
  const sets = {
    opened: new Set<RepoPath>(),
    missing: new Set<RepoPath>(),
    found: new Set<RepoPath>(),
    written: new Set<RepoPath>(),
  };
  const packages = new Set<string>();
  const start = root.slice(1).split("/");
  // As vite does with names that begin with a slash.
  const isAbsolute = (place: string): boolean =>
    start.some((_, length) => `/${place}`.endsWith(`/${start.slice(0, length + 1).join("/")}`)) ||
    place.includes(root.slice(1));
  for (const { type, path } of trace.accesses) {
    const place = placeOf(path, { root, home: null }) as RepoPath;
    if (!isInside(place) || place === "." || NO_NAMES.test(place) || isAbsolute(place)) continue;
    const inPackage = PACKAGE.exec(place)?.[0];
    if (inPackage !== undefined && (type === "read" || type === "start")) packages.add(inPackage);
    if (/(?:^|\/)node_modules(?:\/|$)/.test(place)) continue;
    if (type === "read" || type === "start") sets.opened.add(place);
    else if (type === "missing") sets.missing.add(place);
    else if (type === "write") sets.written.add(place);
    else if (type !== "list") sets.found.add(place);
  }
  for (const place of sets.written) for (const set of Object.values(sets)) set.delete(place);
  for (const place of sets.opened) sets.found.delete(place);
  return {
    said: `${JSON.stringify(ending)}${trace.blind === null ? "" : ` blind: ${trace.blind}`}\n${stdout}\n${stderr}`,
    passed: ending.type === "exited" && ending.code === 0,
    opened: sets.opened,
    missing: sets.missing,
    found: sets.found,
    packages,
  };
}
