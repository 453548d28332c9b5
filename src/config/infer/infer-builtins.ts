import { builtinFiles, matchBuiltinFiles } from "../../checks/builtin-files.ts";
import { type BuiltinName, BUILTINS } from "../../vocabulary/check/builtin.ts";
import type { RepoPath } from "../../vocabulary/tree/path.ts";
import type { InferredCheck } from "./inferred.ts";

const DESCRIPTIONS: Readonly<Record<BuiltinName, readonly [description: string, files: string]>> = {
  "builtin:syntax": ["Syntax of JSON, YAML, TypeScript and JavaScript", "data or code"],
  "builtin:imports": ["Imports, and the names that they import", "TypeScript or JavaScript"],
  "builtin:links": ["Relative links and anchors in Markdown", "Markdown"],
};

/** The built-in verifiers that the repository has files for. */
export function inferBuiltins(files: readonly RepoPath[]): readonly InferredCheck[] {
  return BUILTINS.flatMap((builtin): InferredCheck[] => {
    if (!files.some(matchBuiltinFiles(builtin, builtinFiles(builtin)))) return [];
    const [description, kind] = DESCRIPTIONS[builtin];
    const name = builtin.replace("builtin:", "");
    const fields = { name, description, uses: builtin };
    return [{ fields, because: `the ${kind} files of the repository`, cost: "the edited file", note: null }];
  });
}
