import type { Failure } from "../../vocabulary/failure.ts";
import { formatPlace } from "../../wording/format-place.ts";
import { asTyped, type Program } from "../as-typed.ts";
import type { Paint } from "../print/paint.ts";
import { joinLines, type Part, safe, safeLines, type SafeText } from "../print/safe-text.ts";

/** Problems with the input, for people: the place, the problem, the value, what was expected, how to fix it. */
export function renderFailures(failures: readonly Failure[], paint: Paint, program: Program): SafeText {
  return joinLines([...failures.flatMap((failure) => renderFailure(failure, paint, program)), ""]);
}

function renderFailure(
  { at, message, value, expected, hint }: Failure,
  paint: Paint,
  program: Program,
): readonly Part[] {
  const place = at === undefined ? "" : `${formatPlace(at)}: `;
  return [
    safe`${paint(["red", "bold"], "error:")} ${paint("bold", place)}${message}`,
    ...(value === undefined ? [] : [safe`  ${paint("dim", "value:")}    ${value}`]),
    ...(expected === undefined ? [] : [safe`  ${paint("dim", "expected:")} ${expected}`]),
    ...(hint === undefined ? [] : [safe`  ${paint("cyan", safeLines(asTyped(hint, program)))}`]),
  ];
}
