import { posix } from "node:path";
import type { FileGraph } from "../../graph/file-graph.ts";
import type { AliasRule } from "../../graph/extraction.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";

/** A directory that settings declare as the root of a project, and where its .env files are. */
export interface NamedPlaces {
  readonly root: string;
  readonly env: readonly string[];
}

/** The roots that settings declare; none if they declare none. */
export function placesNamedIn(
  path: RepoPath,
  cwd: string,
  graph: Pick<FileGraph, "extraction">,
): readonly NamedPlaces[] {
  const { aliases = [] } = graph.extraction(path);
  const beside = posix.dirname(path);
  const placesOf = (kind: AliasRule["kind"], from: string): readonly string[] =>
    aliases.flatMap((rule) =>
      rule.kind === kind ? rule.places.flatMap((place) => placed(place, { beside, cwd, from })) : [],
    );
  const roots = placesOf("rootDir", beside);
  if (roots.length === 0 && !aliases.some(({ kind }) => kind === "envDir")) return [];
  return [...new Set([...roots, beside])].map((root) => ({ root, env: placesOf("envDir", root) }));
}

/** The directory in the tree that a place names, if that is known. */
function placed(
  place: string,
  { beside, cwd, from }: { readonly beside: string; readonly cwd: string; readonly from: string },
): readonly string[] {
  const [, start = "", rest = ""] = /^(<[^>]+>|)(.*)$/s.exec(place) ?? [];
  const base = { "<here>": beside, "<file>": beside, "<cwd>": cwd, "": from }[start];
  if (base === undefined || (start === "" && rest.startsWith("/"))) return [];
  const path = posix.join(base, rest).replace(/(.)\/$/, "$1");
  return path.startsWith("..") ? [] : [path];
}
