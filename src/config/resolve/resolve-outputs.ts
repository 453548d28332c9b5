import { isGlob, matchGlobs } from "../../paths/glob.ts";
import type { Failure } from "../../vocabulary/failure.ts";
import type { DeclaredCheck } from "./declared-check.ts";
import { readGlobs } from "./resolve-globs.ts";

/** Paths with nothing in common: a glob that matches all of them matches anything. */
const ANYTHING = ["x1", "y2/z3.t", ".w4/v5/u6.s"];

/**
 * Globs of what a check writes. A name stands for a file, and for everything in a directory of that name, whichever it
 * will be: the meaning must be the same before and after the first run.
 */
export function resolveOutputs(declared: DeclaredCheck, failures: Failure[]): readonly string[] {
  const outputs = readGlobs(declared, "outputs", failures).flatMap(({ sign, glob }) => {
    const isWhole = glob === "" || glob === ".";
    const isName = !isWhole && !isGlob(glob.slice(glob.lastIndexOf("/") + 1));
    return isWhole ? [`${sign}**`] : isName ? [sign + glob, `${sign}${glob}/**`] : [sign + glob];
  });
  if (outputs.length > 0 && ANYTHING.every(matchGlobs(outputs))) {
    failures.push({
      kind: "config-invalid",
      message: `outputs of "${declared.fields.name}" cover the whole repository, so its verdict would depend on no file.`,
      at: declared.locate("outputs"),
      value: JSON.stringify(declared.fields.outputs),
      expected: 'globs of what it writes, such as ["dist/**"]',
    });
  }
  return outputs;
}
