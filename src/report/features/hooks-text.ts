import type { HookOutcome } from "../../vocabulary/flow/hook.ts";
import { asTyped, type Program } from "../as-typed.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";

export interface HookTextOptions {
  readonly isDry: boolean;
  readonly paint: Paint;
  readonly program: Program;
}

/** What happened to a hook, or its status. With the lines if they must be added by hand, or in a dry run. */
export function renderHook(outcome: HookOutcome, options: HookTextOptions): SafeText {
  const { state, why, lines, notes } = outcome;
  const { isDry, paint, program } = options;
  const isShown =
    lines.length > 0 && (state === "by-hand" || (isDry && ["installed", "updated"].includes(state)));
  const ok = state === "by-hand" || state === "other" ? paint("red", "✗") : paint("green", "✓");
  return joinLines([
    ["absent"].includes(state) ? describe(outcome, isDry) : safe`${ok} ${describe(outcome, isDry)}`,
    ...(why === null ? [] : [safe`  ${why}. Nothing was changed.`]),
    ...(isShown ? [safe`  ${introduce(outcome)}`, "", ...lines.map((line) => safe`    ${line}`), ""] : []),
    ...notes.map((note) => safe`  ${paint("cyan", note)}`),
    ...(state === "other"
      ? [
          safe`  ${asTyped("`verification hooks install` updates it, with the options it is given.", program)}`,
        ]
      : []),
    "",
  ]);
}

function introduce({ file, why, manager }: HookOutcome): SafeText {
  if (why === null) return safe`The lines in ${file}:`;
  if (manager === "simple-git-hooks") return safe`The entry for "simple-git-hooks", in ${file}:`;
  return safe`The lines, in ${file}:`;
}

function describe({ hook, file, state }: HookOutcome, isDry: boolean): SafeText {
  const would = isDry ? "would be" : "was";
  switch (state) {
    case "installed":
      return safe`${hook} ${would} installed in ${file}`;
    case "updated":
      return safe`${hook} ${would} updated in ${file}`;
    case "unchanged":
      return safe`${hook} is in ${file} already`;
    case "removed":
      return safe`${hook} ${would} removed from ${file}`;
    case "absent":
      return safe`○ ${hook} does not verify (${file})`;
    case "present":
      return safe`${hook} verifies (${file})`;
    case "other":
      return safe`${hook} verifies, with lines of another version (${file})`;
    case "by-hand":
      return safe`${hook} is left to you`;
  }
}
