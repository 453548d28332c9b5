import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { Extraction, ReachOut } from "../extraction.ts";
import { isRead } from "../is-read.ts";
import type { Resolution } from "../resolve/resolution.ts";

/**
 * Properties that few files have and that some code looks for in all files: global declarations, modules declared for
 * others, references that lead out of the tree or to files that may be anything, programs that start others, and
 * environment variables.
 */
export const TRAITS = ["ambient", "declares", "outside", "hidden", "starting", "variables"] as const;
export type Trait = (typeof TRAITS)[number];

/** Scripts whose text starts programs. */
export const SCRIPT_FILE = /\.(?:(?:ba|da|k|z)?sh|pyi?)$/i;
const STARTS: ReadonlySet<ReachOut["how"]> = new Set(["process", "thread"]);

interface Node {
  readonly extraction: Extraction;
  readonly references: readonly { readonly resolution: Resolution }[];
}

/** Whether a file may have a trait. A search for the trait skips files without it. */
export const HAS_TRAIT: Readonly<Record<Trait, (path: RepoPath, node: Node) => boolean>> = {
  ambient: (_, { extraction }) => extraction.ambient !== undefined,
  declares: (_, { extraction }) => extraction.declares !== undefined,
  outside: (_, { references }) => references.some(({ resolution }) => resolution.outside.length > 0),
  hidden: (_, { references }) =>
    references.some(
      ({ resolution: { state, files } }) => state !== "resolved" || files.some((file) => !isRead(file)),
    ),
  starting: (path, { extraction: { reachesOut = [] } }) =>
    SCRIPT_FILE.test(path) || reachesOut.some(({ how }) => STARTS.has(how)),
  variables: (_, { extraction }) => (extraction.variables ?? []).length > 0,
};
