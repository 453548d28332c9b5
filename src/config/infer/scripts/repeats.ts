import { posix } from "node:path";
import { matchGlobs } from "../../../paths/glob.ts";
import type { PresetName } from "../../../vocabulary/check/preset.ts";
import { PRESETS } from "../../presets/presets.ts";
import type { Draft } from "../draft.ts";
import type { InferenceSource } from "../repository.ts";

/** Whether a draft checks nothing that another one does not: the same project, or only files that the other has. */
export function repeats(draft: Draft, other: Draft, repository: InferenceSource): boolean {
  // What it tests is not known.
  if (draft.role === "test" && other.role === "test" && other.fields.uses === undefined) return true;
  if (draft.fields.uses === undefined || draft.fields.uses !== other.fields.uses) return false;
  if (draft.role === "type-check") return projectOf(draft) === projectOf(other);
  const { files } = PRESETS[draft.fields.uses as PresetName];
  if (files === undefined) return true;
  return repository.match(draft.fields.files ?? files).every(matchGlobs(other.fields.files ?? files));
}

/** The configuration that a compiler is given, from the root of the repository. */
function projectOf({ fields: { args = [], cwd = "." } }: Draft): string {
  const at = args.findLastIndex((arg) => arg === "-p" || arg === "--project");
  const named = posix.join(cwd, args[at + 1] !== undefined && at !== -1 ? (args[at + 1] as string) : ".");
  return named.endsWith(".json") ? named : posix.join(named, "tsconfig.json");
}
