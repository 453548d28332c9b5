import type { BuiltinName } from "../vocabulary/check/builtin.ts";
import type { RepoPath } from "../vocabulary/tree/path.ts";
import type { Answer, FileFault } from "./answer.ts";
import type { VerifierContext } from "./context.ts";
import { createImportAnswers } from "./imports.ts";
import { createLinkAnswers } from "./links.ts";

export interface VerifierOptions extends Omit<VerifierContext, "isIgnored"> {
  /** Those of the paths that git ignores. */
  readonly findIgnored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The first place where a file of the tree cannot be parsed. */
  readonly findSyntaxFault: (
    path: RepoPath,
  ) => Promise<Omit<FileFault, "code" | "names"> | null | "unreadable">;
  /** Whether it is unknown what a file refers to, because it could not be read. */
  readonly isUnreadable: (path: RepoPath) => boolean;
}

/** The built-in verifiers of one state of the tree. */
export interface Verifiers {
  /** The tree's answers to the questions of files: with a file's bytes, everything that its verdict depends on. */
  answer(builtin: BuiltinName, paths: readonly RepoPath[]): Promise<ReadonlyMap<RepoPath, readonly Answer[]>>;
  /** The verdict on one file: no fault is a pass. */
  verify(builtin: BuiltinName, path: RepoPath): Promise<readonly FileFault[]>;
}

const UNREADABLE: FileFault = { code: "unreadable", names: "", message: "It cannot be read.", line: 1 };

type Ask = (path: RepoPath) => readonly Answer[];

export function createVerifiers(options: VerifierOptions): Verifiers {
  const ignored = new Map<string, boolean>();
  let open = new Set<string>();
  let isOpen = false;
  const context: VerifierContext = {
    ...options,
    isIgnored: (path) => {
      const known = ignored.get(path);
      if (known === undefined) {
        open.add(path);
        isOpen = true;
      }
      return known ?? false;
    },
  };
  const askers = new Map<BuiltinName, Ask>();
  const askerOf = (builtin: BuiltinName): Ask => {
    const asker = askers.get(builtin) ?? CREATE[builtin](context);
    askers.set(builtin, asker);
    return asker;
  };
  const answer: Verifiers["answer"] = async (builtin, paths) => {
    const ask = askerOf(builtin);
    const answered = new Map<RepoPath, readonly Answer[]>();
    // Git is asked about all files at once; the files are answered when it is known what git ignores.
    for (let left = paths; left.length > 0;) {
      open = new Set();
      left = left.filter((path) => {
        isOpen = false;
        const answers = ask(path);
        if (!isOpen) answered.set(path, answers);
        return isOpen;
      });
      const questions = [...open];
      if (questions.length === 0) break;
      const found = await options.findIgnored(questions);
      for (const each of questions) ignored.set(each, found.has(each));
    }
    return answered;
  };
  return {
    answer,
    verify: async (builtin, path) => {
      if (builtin === "builtin:syntax") {
        const fault = await options.findSyntaxFault(path);
        if (fault === "unreadable") return [UNREADABLE];
        return fault === null ? [] : [{ ...fault, code: "syntax", names: fault.message }];
      }
      if (options.isUnreadable(path)) return [UNREADABLE];
      const answers = (await answer(builtin, [path])).get(path) ?? [];
      return answers.flatMap(({ fault }) => (fault === null ? [] : [fault]));
    },
  };
}

const CREATE: Readonly<Record<BuiltinName, (context: VerifierContext) => Ask>> = {
  // Whether a text can be parsed depends on nothing else.
  "builtin:syntax": () => () => [],
  "builtin:imports": createImportAnswers,
  "builtin:links": createLinkAnswers,
};
