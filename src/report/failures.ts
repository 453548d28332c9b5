import type { Failure } from "../vocabulary/failure.ts";
import { formatPlace } from "../vocabulary/format-place.ts";
import type { Paint } from "./paint.ts";
import { plain } from "./plain.ts";

/** What is wrong with the input, for people: the place, the problem, the value, what was expected, the way out. */
export function renderFailures(failures: readonly Failure[], paint: Paint): string {
  return failures.map((failure) => renderFailure(failure, paint)).join("\n");
}

function renderFailure({ at, message, value, expected, hint }: Failure, paint: Paint): string {
  const place = at === undefined ? "" : `${formatPlace(at)}: `;
  const details = [
    value === undefined ? "" : `  ${paint("dim", "value:")}    ${plain(value)}`,
    expected === undefined ? "" : `  ${paint("dim", "expected:")} ${plain(expected)}`,
    hint === undefined ? "" : `  ${paint("cyan", plain(hint))}`,
  ];
  return [
    `${paint(["red", "bold"], "error:")} ${paint("bold", plain(place))}${plain(message)}`,
    ...details.filter((line) => line !== ""),
  ].join("\n");
}
