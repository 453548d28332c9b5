import { isPlaceholder, PLACEHOLDERS, placeholdersIn } from "../../checks/target-glob.ts";
import { type Check, FILES } from "../../vocabulary/check/check.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import { nearest } from "../../wording/nearest.ts";
import type { DeclaredCheck } from "./declared-check.ts";
import { resolveGlobs } from "./resolve-globs.ts";

const KNOWN = PLACEHOLDERS.map((word) => `{${word}}`).join(", ");

/**
 * The globs that count for all targets, and those that count for one. For each target, they mean the same together as
 * with its path filled in, so that a `!` excludes from all of them.
 */
export function resolveInputs(
  declared: DeclaredCheck,
  context: { readonly root: string; readonly takesFiles: boolean; readonly failures: Failure[] },
): Pick<Check, "inputs" | "targetInputs"> {
  refusePlaceholders(declared, context);
  const globs = resolveGlobs(declared, "inputs", context);
  const perTarget = globs.filter((glob) => placeholdersIn(glob).length > 0);
  if (perTarget.length === 0) return { inputs: globs, targetInputs: [] };
  if (perTarget.some(isExclusion)) return { inputs: [], targetInputs: globs };
  const shared = globs.filter((glob) => !perTarget.includes(glob));
  return {
    inputs: shared.every(isExclusion) ? [] : shared,
    targetInputs: [...perTarget, ...shared.filter(isExclusion)],
  };
}

function isExclusion(glob: string): boolean {
  return glob.startsWith("!");
}

function refusePlaceholders(
  declared: DeclaredCheck,
  { takesFiles, failures }: { readonly takesFiles: boolean; readonly failures: Failure[] },
): void {
  const { name, inputs = [] } = declared.fields;
  for (const [index, value] of inputs.entries()) {
    const words = placeholdersIn(value);
    const at = declared.locate("inputs", index);
    const unknown = words.find((word) => !isPlaceholder(word));
    if (unknown !== undefined) {
      const close = nearest(unknown, PLACEHOLDERS);
      failures.push({
        kind: "config-invalid",
        message: `inputs of "${name}" have an unknown placeholder {${unknown}}.`,
        at,
        value,
        expected: `one of ${KNOWN}`,
        ...(close === undefined
          ? { hint: `For a name with braces, write \\{${unknown}\\}.` }
          : { hint: `Did you mean {${close}}?` }),
      });
    } else if (words.length > 0 && !takesFiles) {
      failures.push({
        kind: "config-invalid",
        message: `inputs of "${name}" use a part of the target's path, but the check has one verdict for all files.`,
        at,
        value,
        expected: `globs without ${KNOWN}, or ${FILES} in args`,
      });
    }
  }
}
