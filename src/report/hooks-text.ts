import type { HookOutcome } from "../vocabulary/hook.ts";
import type { Paint } from "./paint.ts";

/** What became of a hook, or what it is; with the lines, where they are to be added by hand or would be written. */
export function renderHook(outcome: HookOutcome, options: { isDry: boolean; paint: Paint }): string {
  const { state, why, lines, notes } = outcome;
  const { isDry, paint } = options;
  const isShown =
    lines.length > 0 && (state === "by-hand" || (isDry && ["installed", "updated"].includes(state)));
  const ok = state === "by-hand" || state === "other" ? paint("red", "✗") : paint("green", "✓");
  return `${[
    ["absent"].includes(state) ? describe(outcome, isDry) : `${ok} ${describe(outcome, isDry)}`,
    ...(why === null ? [] : [`  ${why}. Nothing was changed.`]),
    ...(isShown ? [`  ${introduce(outcome)}`, "", ...lines.map((line) => `    ${line}`), ""] : []),
    ...notes.map((note) => `  ${paint("cyan", note)}`),
    ...(state === "other"
      ? [`  \`verification hooks install\` renews it, with the options it is given.`]
      : []),
  ].join("\n")}\n`;
}

function introduce({ file, why, manager }: HookOutcome): string {
  if (why === null) return `The lines in ${file}:`;
  if (manager === "simple-git-hooks") return `The entry for "simple-git-hooks", in ${file}:`;
  return `The lines, in ${file}:`;
}

function describe({ hook, file, state }: HookOutcome, isDry: boolean): string {
  const would = isDry ? "would be" : "was";
  switch (state) {
    case "installed":
      return `${hook} ${would} installed in ${file}`;
    case "updated":
      return `${hook} ${would} renewed in ${file}`;
    case "unchanged":
      return `${hook} is in ${file} already`;
    case "removed":
      return `${hook} ${would} removed from ${file}`;
    case "absent":
      return `○ ${hook} does not verify (${file})`;
    case "present":
      return `${hook} verifies (${file})`;
    case "other":
      return `${hook} verifies, with lines of another version (${file})`;
    case "by-hand":
      return `${hook} is left to you`;
  }
}
