import type { AgentFile, AgentOutcome } from "../../vocabulary/flow/agent.ts";
import { asTyped, type Program } from "../as-typed.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, safe, type SafeText } from "../print/safe-text.ts";

/** What happened to an agent's files, or their status; with their text in a dry run. */
export function renderAgentSetUp(
  { files, texts, notes }: AgentOutcome,
  { isDry, paint, program }: { readonly isDry: boolean; readonly paint: Paint; readonly program: Program },
): SafeText {
  const shown = isDry ? Object.entries(texts) : [];
  return joinLines([
    ...files.map((file) => describe(file, isDry, paint)),
    ...shown.flatMap(([file, text]) => [
      text === null ? safe`  ${file} would be gone.` : safe`  ${file} would be:`,
      ...(text === null
        ? []
        : [
            "",
            ...text
              .trimEnd()
              .split("\n")
              .map((line) => safe`    ${line}`),
            "",
          ]),
    ]),
    ...notes.map((note) => safe`  ${paint("cyan", asTyped(note, program))}`),
    "",
  ]);
}

function describe({ what, file, state }: AgentFile, isDry: boolean, paint: Paint): SafeText {
  const would = isDry ? "would be" : "was";
  const ok = paint("green", "✓");
  switch (state) {
    case "installed":
      return safe`${ok} the ${what} ${would} installed in ${file}`;
    case "updated":
      return safe`${ok} the ${what} ${would} updated in ${file}`;
    case "unchanged":
      return safe`${ok} the ${what} is in ${file} already`;
    case "removed":
      return safe`${ok} the ${what} ${would} removed from ${file}`;
    case "absent":
      return safe`○ no ${what} in ${file}`;
    case "present":
      return safe`${ok} the ${what} is in ${file}`;
    case "changed":
      return what === "skill"
        ? safe`${paint("yellow", "~")} ${file} was edited, and stays as it is`
        : safe`${paint("yellow", "~")} the ${what} in ${file} has a different command`;
  }
}
