import { plainLine } from "../report/print/plain.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { formatPlace } from "../wording/format-place.ts";

/** Why there is no result and how to fix that, in one line. */
export function describeFailure([first, ...others]: readonly Failure[]): string {
  if (first === undefined) return "no reason was given";
  const place = first.at === undefined ? "" : `${formatPlace(first.at)}: `;
  const value = first.value === undefined ? "" : ` (${first.value})`;
  const wayOut = first.hint ?? (first.expected === undefined ? "" : `Expected: ${first.expected}`);
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return plainLine([`${place}${first.message}${value}${more}`, wayOut].filter(Boolean).join(" "), 400);
}
