import type { Answer } from "../builtin/answer.ts";
import { matchBuiltinFiles } from "../checks/builtin-files.ts";
import { shortHash } from "../values/short-hash.ts";
import type { BuiltinName } from "../vocabulary/check/builtin.ts";
import type { Check } from "../vocabulary/check/check.ts";
import { ENGINE } from "../vocabulary/engine.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Taken } from "./known-before.ts";
import { fileValue, manifestOf, type Tree, type Unknown } from "./tree.ts";

/** Answers what the files of a built-in check ask about the tree. */
export type AnswerFiles = (
  builtin: BuiltinName,
  paths: readonly RepoPath[],
) => Promise<ReadonlyMap<RepoPath, readonly Answer[]>>;

/** What one unit of a built-in check depends on. */
export interface BuiltinTarget {
  readonly path: RepoPath;
  readonly own: Readonly<Record<string, string>>;
  readonly unknown: Unknown;
  readonly dependsOn: (path: RepoPath) => boolean;
  /** The files that its answers come from. */
  readonly by: readonly RepoPath[];
}

/** A built-in verifier has no tool, no variables and no packages: it is the engine. */
export function identifyBuiltin(check: Check): Readonly<Record<string, string>> {
  const { builtin, files, type, category } = check;
  return { engine: ENGINE, definition: shortHash({ builtin, files, type, category }) };
}

/**
 * The targets of a built-in check that have to be looked up. Each depends on itself, and on the answers to what it asks
 * about the tree.
 */
export async function builtinTargets(
  { builtin, files: globs }: Pick<Check, "files"> & { readonly builtin: BuiltinName },
  context: {
    readonly tree: Tree;
    readonly answer: AnswerFiles;
    /** The targets that need not be looked up. */
    readonly known: Taken | undefined;
  },
): Promise<readonly BuiltinTarget[]> {
  const { tree, answer } = context;
  const { files, unreadable } = tree.snapshot;
  const matches = matchBuiltinFiles(builtin, globs ?? []);
  const isOwnFile = (path: RepoPath): boolean => {
    const kind = files.get(path)?.kind;
    // What a link leads to is verified in its own place.
    return kind !== "submodule" && kind !== "symlink";
  };
  const isMeant = (path: RepoPath): boolean =>
    context.known === undefined || context.known.came.has(path)
      ? matches(path) && isOwnFile(path)
      : context.known.left.has(path);
  const left = [...files.keys(), ...unreadable].filter(isMeant);
  const answers = left.length === 0 ? new Map<RepoPath, readonly Answer[]>() : await answer(builtin, left);
  return Promise.all(
    left.map(async (path): Promise<BuiltinTarget> => {
      const { value, unknown } = await fileValue(tree, path);
      const given = answers.get(path) ?? [];
      const by = new Set(given.flatMap((each) => each.by));
      const references = given.map((each) => [each.asks, describeAnswer(each)] as const);
      const own = {
        path,
        target: value,
        ...(references.length === 0 ? {} : { references: manifestOf(tree, references) }),
      };
      const dependsOn = (changed: RepoPath): boolean => changed === path || by.has(changed);
      return { path, own, unknown, dependsOn, by: [...by] };
    }),
  );
}

/** An answer in words, for comparison and for people: `found docs/setup.md`. */
function describeAnswer({ by, fault }: Answer): string {
  const where = by[0] === undefined ? "" : ` ${by[0]}`;
  if (fault === null) return `found${where}`;
  return `${fault.code}${where}${fault.suggestion === undefined ? "" : `: ${fault.suggestion}`}`;
}
