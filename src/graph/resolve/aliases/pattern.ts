import type { RepoPath } from "../../../vocabulary/tree/path.ts";
import type { Reference } from "../../extraction.ts";
import { packageName } from "../disk.ts";
import type { ModuleResolver } from "../module.ts";
import { EXTENSION_ALIAS, EXTENSIONS } from "../relative.ts";
import { merge, OPAQUE, type Resolution, toExternal, toFiles } from "../resolution.ts";
import { directoryOf, joinPath, packageDirectory, type TreeIndex } from "../tree.ts";
import { upwards } from "./aliases.ts";

/**
 * Expands a pattern to every file that it can name: those whose path starts with its prefix and ends with its suffix,
 * if a resolver would accept the extension. A pattern in a package resolves to that package; one with an unknown start
 * may name anything.
 */
export function resolvePattern(from: RepoPath, reference: Reference, context: PatternContext): Resolution {
  if (reference.base !== "any") return resolveFrom(from, reference, context);
  const beside = directoryOf(from);
  const places = [beside, packageDirectory(context.tree, beside), "."];
  const starts = [...new Set(places)].map((place) => joinPath(place, "x") as RepoPath);
  return merge(starts.map((start) => resolveFrom(start, reference, context)));
}

interface PatternContext {
  readonly tree: TreeIndex;
  readonly modules: ModuleResolver;
}

function resolveFrom(from: RepoPath, reference: Reference, context: PatternContext): Resolution {
  const { prefix, suffix } = reference.fixed ?? { prefix: "", suffix: "" };
  const starts = placePrefix(from, prefix, context.modules);
  if (starts.length === 0) {
    if (/^[./~]/.test(prefix)) return OPAQUE;
    const name = packageName(prefix);
    const known = context.modules.resolve(from, `${name}/package.json`);
    return known.external.length > 0 ? toExternal(name) : OPAQUE;
  }
  const endings = endingsOf(suffix);
  const files = starts.flatMap((start) =>
    context.tree
      .startingWith(start)
      .filter((path) => path !== from && endings.some((ending) => fits(path, start, ending))),
  );
  return toFiles([...new Set(files)]);
}

/** The repository paths of the prefix: a directory with its slash, and the start of a name. */
function placePrefix(from: RepoPath, prefix: string, modules: ModuleResolver): readonly string[] {
  const slash = prefix.lastIndexOf("/");
  const name = prefix.slice(slash + 1);
  const written = prefix.slice(0, slash);
  const directories = new Set<string | undefined>();
  if (/^\.{1,2}(?:\/|$)/.test(prefix)) directories.add(joinPath(directoryOf(from), written));
  // For a bundler it starts at the root of the application, which can be any directory above, or one that settings name.
  else if (prefix.startsWith("/"))
    for (const above of [...upwards(from), "."]) directories.add(joinPath(above, written));
  if (!prefix.startsWith(".")) directories.add(modules.resolveDirectory(from, written));
  return [...directories].flatMap((directory) => {
    if (directory === undefined) return [];
    return directory === "." ? name : `${directory}/${name}`;
  });
}

function endingsOf(suffix: string): readonly string[] {
  const extension = /\.[^./]+$/.exec(suffix)?.[0] ?? "";
  const stem = suffix.slice(0, suffix.length - extension.length);
  const aliased = (EXTENSION_ALIAS[extension] ?? []).map((alias) => stem + alias);
  if (suffix === "") return [""];
  const open = EXTENSIONS.flatMap((added) => [suffix + added, `${suffix}/index${added}`]);
  return [suffix, ...aliased, ...open];
}

function fits(path: string, start: string, ending: string): boolean {
  return path.length >= start.length + ending.length && path.endsWith(ending);
}
