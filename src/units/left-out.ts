import { createCheckGraph } from "../checks/check-graph.ts";
import { matchGlobs } from "../paths/glob.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { createFollowing, type Following } from "./following.ts";
import type { Tree } from "./tree.ts";

/** A tree in which some files do not count, and how to follow references in it. */
export interface View {
  readonly tree: Tree;
  readonly following: Following;
  /** The files that do not count, as globs. */
  readonly without: string;
}

/**
 * The tree as it counts for a check. A check's own outputs are not its inputs. The outputs of checks that it depends on
 * count by what they are made from, never by the bytes on the disk.
 */
export function createViews(
  tree: Tree,
  checks: readonly Check[],
  opaqueImports: "project" | "ignore",
): (check: Check) => View {
  const whole: View = { tree, following: createFollowing(tree, opaqueImports), without: "[]" };
  const views = new Map([["[]", whole]]);
  return (check) => {
    const outputs = outputsFor(check, checks);
    const key = JSON.stringify(outputs);
    const view = views.get(key) ?? createView(tree, outputs, opaqueImports);
    views.set(key, view);
    return view;
  };
}

function createView(
  tree: Tree,
  outputs: readonly (readonly string[])[],
  opaqueImports: "project" | "ignore",
): View {
  const isLeftOut = matchAny(outputs);
  const isTouched = [...tree.snapshot.files.keys()].some(isLeftOut);
  const seen: Tree = { ...tree, isLeftOut, ...(isTouched ? { hashes: tree.hashesWithout(isLeftOut) } : {}) };
  return { tree: seen, following: createFollowing(seen, opaqueImports), without: JSON.stringify(outputs) };
}

/** Tells which files do not count by their bytes for a check: its own outputs, and those of the checks it depends on. */
export function createLeftOut(check: Check, checks: readonly Check[]): (path: string) => boolean {
  return matchAny(outputsFor(check, checks));
}

function matchAny(lists: readonly (readonly string[])[]): (path: string) => boolean {
  const tests = lists.map(matchGlobs);
  return (path) => tests.some((matches) => matches(path));
}

/** One list for each check that has outputs, because a `!` applies only to its own list. */
function outputsFor(check: Check, checks: readonly Check[]): readonly (readonly string[])[] {
  // A built-in verifier reads what is on the disk.
  if (check.builtin !== null) return [];
  const graph = createCheckGraph(checks);
  return [
    check.outputs,
    ...graph.withDependencies(check.dependsOn).map((name) => graph.find(name)?.outputs ?? []),
  ].filter((outputs) => outputs.length > 0);
}
