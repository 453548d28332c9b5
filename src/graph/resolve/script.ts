import type { RepoPath } from "../../vocabulary/tree/path.ts";
import { parseJson } from "../data/parse-json.ts";
import type { Reference } from "../extraction.ts";
import { wordReferences } from "../references/shell-words.ts";
import { splitCommands } from "../../shell/shell-commands.ts";
import { merge, type Resolution, toFiles, UNRESOLVED } from "./resolution.ts";
import { directoryOf, packageDirectory, type TreeIndex } from "./tree.ts";

export interface ScriptContext {
  readonly tree: TreeIndex;
  readonly readText: (path: RepoPath) => string | undefined;
  readonly resolve: (from: RepoPath, reference: Reference) => Resolution;
}

/** What a script of the nearest package.json, or of the one in the root, starts; the package.json counts too. */
export function resolveScript(from: RepoPath, name: string, context: ScriptContext): Resolution {
  const { tree, readText, resolve } = context;
  const directories = new Set([packageDirectory(tree, directoryOf(from)), "."]);
  const found = [...directories].map((directory): Resolution => {
    const manifest = (directory === "." ? "package.json" : `${directory}/package.json`) as RepoPath;
    const text = tree.has(manifest) ? scriptIn(readText(manifest), name) : undefined;
    if (text === undefined) return UNRESOLVED;
    const references = wordReferences(splitCommands(text).commands, () => 1);
    const led = references.filter(({ kind }) => kind !== "opaque").map((one) => resolve(manifest, one));
    return merge([toFiles([manifest]), ...led]);
  });
  return merge(found);
}

function scriptIn(text: string | undefined, name: string): string | undefined {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (parsed?.ok !== true || parsed.root.kind !== "map") return undefined;
  const scripts = parsed.root.entries.find(({ key }) => key === "scripts")?.value;
  const value = scripts?.kind === "map" ? scripts.entries.find(({ key }) => key === name)?.value : undefined;
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}
