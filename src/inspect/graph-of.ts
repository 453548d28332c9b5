import { fail, succeed } from "../values/succeed.ts";
import { assess } from "../verify/assess.ts";
import type { PlanOptions } from "../verify/options.ts";
import { openTree } from "../verify/observe/open-tree.ts";
import { closeStore } from "../verify/repository-store.ts";
import type { Result } from "../vocabulary/failure.ts";
import type { Edge } from "../vocabulary/tree/graph.ts";
import { findFile, suggestFile } from "./find-file.ts";

export interface FileInGraph {
  readonly schemaVersion: 1;
  readonly file: string;
  readonly dependencies: readonly Edge[];
  readonly dependents: readonly Edge[];
  /** Everything that a change would affect, with the chain from this file to it. */
  readonly transitiveDependents: readonly { readonly path: string; readonly chain: readonly string[] }[];
  readonly unresolved: readonly { readonly specifier: string; readonly line: number }[];
  readonly opaque: readonly { readonly specifier: string; readonly line: number }[];
  readonly packages: readonly string[];
  /** Files that git does not track. */
  readonly outside: readonly string[];
  /** The other files of its cycle; empty if it is in none. */
  readonly cycle: readonly string[];
}

/** What a file depends on and what depends on it. */
export async function graphOf(file: string, options: PlanOptions = {}): Promise<Result<FileInGraph>> {
  const opened = await openTree(options);
  if (!opened.ok) return opened;
  const { graph } = opened.value.tree;
  const path = findFile(file, options, opened.value);
  closeStore(opened.value.store, options.onEvent);
  if (path === null) return notInGraph(file, options);
  const place = ({ specifier, line }: { specifier: string; line: number }) => ({ specifier, line });
  const reach = graph.transitiveDependents([path]);
  return succeed({
    schemaVersion: 1,
    file: path,
    dependencies: graph.edgesFrom(path),
    dependents: graph.edgesTo(path),
    transitiveDependents: reach.paths
      .filter((each) => each !== path)
      .map((each) => ({ path: each, chain: reach.chain(each) ?? [] })),
    unresolved: graph.unresolved(path).map(place),
    opaque: graph.opaque(path).map(place),
    packages: graph.external(path),
    outside: graph.outside(path),
    cycle:
      graph
        .cycles()
        .find((members) => members.includes(path))
        ?.filter((each) => each !== path) ?? [],
  });
}

/** Only the change set knows what happened to the file. */
async function notInGraph(file: string, options: PlanOptions): Promise<Result<never>> {
  const assessed = await assess(options);
  if (!assessed.ok) return assessed;
  const meant = suggestFile(file, options, assessed.value);
  assessed.value.store.close();
  const expected = "a file of the repository that is neither ignored nor excluded";
  return fail({
    kind: "path-missing",
    message: `${file} is not in the graph.`,
    value: file,
    expected,
    ...meant,
  });
}

export interface WholeGraph {
  readonly schemaVersion: 1;
  readonly files: readonly string[];
  readonly edges: readonly Edge[];
}

/** Which file depends on which, for all files of the repository. */
export async function wholeGraph(options: PlanOptions = {}): Promise<Result<WholeGraph>> {
  const opened = await openTree(options);
  if (!opened.ok) return opened;
  const { graph } = opened.value.tree;
  closeStore(opened.value.store, options.onEvent);
  const edges = graph.paths.flatMap((path) => graph.edgesFrom(path));
  return succeed({ schemaVersion: 1, files: graph.paths, edges });
}
