import { BUILTINS, builtinFiles, matchBuiltinFiles, type BuiltinName } from "../vocabulary/builtin.ts";
import { listFiles } from "../system/list-files.ts";
import type { InferredCheck } from "./infer.ts";

const DESCRIPTIONS: Readonly<Record<BuiltinName, readonly [description: string, files: string]>> = {
  "builtin:syntax": ["JSON, YAML, TypeScript and JavaScript can be parsed", "data or code"],
  "builtin:imports": ["Imports resolve, and imported names are exported", "TypeScript or JavaScript"],
  "builtin:links": ["Relative links and anchors in Markdown lead somewhere", "Markdown"],
};

/** The built-in verifiers that the repository has files for. */
export async function inferBuiltins(root: string): Promise<readonly InferredCheck[]> {
  const files = await listFiles(root);
  return BUILTINS.flatMap((builtin): InferredCheck[] => {
    if (!files.some(matchBuiltinFiles(builtin, builtinFiles(builtin)))) return [];
    const [description, kind] = DESCRIPTIONS[builtin];
    const name = builtin.replace("builtin:", "");
    return [{ fields: { name, description, uses: builtin }, because: `the ${kind} files of the repository` }];
  });
}
